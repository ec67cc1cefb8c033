import type { ComponentPropsWithoutRef } from "react";
import { Field, type FieldBase } from "./Field";
import { splitField } from "./splitField";

export type Option = { value: string; label: string; disabled?: boolean };

/** `emptyLabel`: a first choice with the empty value ("None", "All statuses"). */
type SelectFieldProps = FieldBase &
  Omit<ComponentPropsWithoutRef<"select">, keyof FieldBase | "children" | "multiple"> & {
    options: readonly Option[];
    emptyLabel?: string;
  };

export function SelectField({ options, emptyLabel, ...props }: SelectFieldProps) {
  const [frame, control] = splitField(props);
  return (
    <Field {...frame}>
      {(tied) => (
        <span className="select">
          <select {...control} {...tied} className="input">
            {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}
