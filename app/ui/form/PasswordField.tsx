import { type ComponentPropsWithoutRef, useState } from "react";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";

type PasswordFieldProps = FieldBase & Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "type">;

/** Characters of a password (rules.md accounts/password-texts). */
const LONGEST = 32;
/** What a password manager may suggest. */
const RULES =
  "minlength: 8; maxlength: 32; required: lower; required: upper; required: digit; required: [!@#$%^&*]; allowed: lower, upper, digit, [!@#$%^&*];";

/** What a new password lacks, or the length of any that is too long; empty when nothing does. */
function lackOf(password: string, isNew: boolean): string {
  // Cut by the field, a pasted one would differ from what its manager keeps.
  if (password.length > LONGEST)
    return `Passwords have at most ${LONGEST} characters. This one has ${password.length}.`;
  if (!isNew || password === "") return "";
  const missing = [
    password.length < 8 && "8 characters",
    !/\d/.test(password) && "a digit",
    !/[!@#$%^&*]/.test(password) && "a symbol (!@#$%^&*)",
    !/[a-z]/.test(password) && "a lowercase letter",
    !/[A-Z]/.test(password) && "an uppercase letter",
  ].filter(Boolean);
  return missing.length > 0 ? `Still missing: ${missing.join(", ")}` : "";
}

/** A password. Script adds the Show button, and says while typing what does not fit. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [lack, setLack] = useState("");
  // The schema's limit would cut what is pasted without a word.
  const [frame, { onInput, maxLength: _, ...control }] = splitField(props);
  const isNew = control.autoComplete === "new-password";
  return (
    <Field {...frame}>
      {(tied) => (
        <>
          <span className="input-slot">
            <input
              {...control}
              {...tied}
              {...(isNew ? { passwordrules: RULES } : {})}
              type={shown ? "text" : "password"}
              className="input"
              onInput={(event) => {
                // A repeated password has no hint, and lacks what the first one does.
                setLack(lackOf(event.currentTarget.value, isNew && Boolean(frame.hint)));
                onInput?.(event);
              }}
            />
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
          <span className={lack ? "field-hint" : "visually-hidden"} role="status">
            {lack}
          </span>
        </>
      )}
    </Field>
  );
}
