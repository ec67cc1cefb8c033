import type { ComponentPropsWithoutRef } from "react";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";
import { useCharactersLeft } from "./useCharactersLeft";

type TextAreaFieldProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"textarea">, keyof FieldBase | "children"> & {
    /** Characters that the schema takes. */
    limit?: number;
  };

/** Several lines of text. Grows with its content where the browser supports it. */
export function TextAreaField({ limit, onInput, ...props }: TextAreaFieldProps) {
  const [frame, control] = splitField(props);
  const [left, count] = useCharactersLeft(limit);
  return (
    <Field {...frame}>
      {(tied) => (
        <>
          <textarea
            rows={3}
            {...control}
            {...tied}
            className="input"
            onInput={(event) => {
              count(event.currentTarget.value);
              onInput?.(event);
            }}
          />
          {left}
        </>
      )}
    </Field>
  );
}
