import { type ComponentPropsWithoutRef, useState } from "react";
import { formatNumber } from "~/format/numbers";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";

type TextAreaFieldProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"textarea">, keyof FieldBase | "children"> & {
    /** Characters that the schema takes. `maxLength` would cut pasted text without a word. */
    limit?: number;
  };

/** The share of a limit that is left when a field shows it. */
const END = 0.2;

/** Several lines of text. Grows with its content where the browser supports it. */
export function TextAreaField({ limit, onInput, ...props }: TextAreaFieldProps) {
  const [frame, control] = splitField(props);
  const [left, setLeft] = useState<number>();
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
              if (limit) setLeft(limit - event.currentTarget.value.length);
              onInput?.(event);
            }}
          />
          {limit && left !== undefined && left <= limit * END ? (
            <p className="field-hint" role="status">
              {left < 0 ? `${formatNumber(-left)} characters too many` : `${formatNumber(left)} characters left`}
            </p>
          ) : null}
        </>
      )}
    </Field>
  );
}
