import type { ReactNode } from "react";
import { Field, type FieldBase } from "./Field";

type RadioGroupFieldProps = FieldBase & {
  options: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  defaultValue?: string;
  /** Side by side where there is room. */
  inline?: boolean;
  /** Focuses the selected option when the page opens. */
  autoFocus?: boolean;
};

export function RadioGroupField({ options, defaultValue, inline, autoFocus, ...frame }: RadioGroupFieldProps) {
  return (
    <Field {...frame} group>
      {(tied) => (
        <div className={inline ? "choices choices-row" : "choices"}>
          {options.map((option, index) => (
            <label key={option.value} className="choice">
              <input
                type="radio"
                id={`${tied.id}-${index}`}
                name={tied.name}
                value={option.value}
                defaultChecked={option.value === defaultValue}
                disabled={option.disabled}
                required={tied.required}
                // biome-ignore lint/a11y/noAutofocus: without script the focus must land on the refused choice
                autoFocus={autoFocus && option.value === defaultValue}
                aria-describedby={tied["aria-describedby"]}
              />
              <span>
                {option.label}
                {option.hint ? <span className="choice-hint">{option.hint}</span> : null}
              </span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}
