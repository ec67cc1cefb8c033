import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";

/** `prefix`: a sign inside the control ("$"). Anything else is an attribute of the input (type, autoComplete, ...). */
export type TextFieldProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "prefix" | "children"> & { prefix?: ReactNode };

/** One line of text, a number, an address: any input that is typed into. */
export function TextField({ prefix, ...props }: TextFieldProps) {
  const [frame, control] = splitField(props);
  return (
    <Field {...frame}>
      {(tied) => (
        <span className="input-slot">
          {prefix ? (
            <span className="input-prefix" aria-hidden="true">
              {prefix}
            </span>
          ) : null}
          <input type="text" {...control} {...tied} className="input" />
        </span>
      )}
    </Field>
  );
}
