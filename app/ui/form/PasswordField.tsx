import { type ComponentPropsWithoutRef, useState } from "react";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";

type PasswordFieldProps = FieldBase & Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "type">;

/** A password. Script adds the Show button. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  // Form metadata passes `maxLength` as undefined when the schema sets none.
  const [frame, { maxLength = 32, ...control }] = splitField(props);
  return (
    <Field {...frame}>
      {(tied) => (
        <span className="input-slot">
          <input {...control} {...tied} maxLength={maxLength} type={shown ? "text" : "password"} className="input" />
          <span className="input-end script-only">
            <button
              type="button"
              className="button button-ghost button-1"
              aria-label={shown ? "Hide password" : "Show password"}
              aria-controls={tied.id}
              onClick={() => setShown(!shown)}
            >
              {shown ? "Hide" : "Show"}
            </button>
          </span>
        </span>
      )}
    </Field>
  );
}
