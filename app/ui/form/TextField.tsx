import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";

/** `prefix`: a sign inside the control ("$"). Other props are input attributes (type, autoComplete, ...). */
export type TextFieldProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "prefix" | "children"> & { prefix?: ReactNode };

/** Any typed input on one line: text, number, URL. */
export function TextField({ prefix, ...props }: TextFieldProps) {
  const [frame, control] = splitField(props);
  return (
    <Field {...frame}>
      {(tied) => {
        const input = <input type="text" {...control} {...tied} className="input" />;
        if (!prefix) return input;
        return (
          <span className="input-slot">
            <span className="input-prefix" aria-hidden="true">
              {prefix}
            </span>
            {input}
          </span>
        );
      }}
    </Field>
  );
}
