import type { ComponentPropsWithoutRef } from "react";
import { Icon } from "../icon/Icon";
import type { FieldBase } from "./Field";
import { splitField } from "./splitField";

type CheckboxFieldProps = FieldBase & Omit<ComponentPropsWithoutRef<"input">, keyof FieldBase | "type">;

/** A checkbox with its label on the right. Sends "on" unless `value` is set. */
export function CheckboxField(props: CheckboxFieldProps) {
  const [{ name, id = name, label, errors, hint, required }, control] = splitField(props);
  const invalid = errors !== undefined && errors.length > 0;
  const describedBy = [hint ? `${id}-hint` : "", invalid ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
  return (
    <div className="field">
      <label className="choice">
        <input
          {...control}
          type="checkbox"
          id={id}
          name={name}
          required={required}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
        />
        <span>
          {label}
          {hint ? (
            <span className="choice-hint" id={`${id}-hint`}>
              {hint}
            </span>
          ) : null}
        </span>
      </label>
      {invalid ? (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="circle-exclamation-point" size={14} />
          <span>{errors.join(" ")}</span>
        </p>
      ) : null}
    </div>
  );
}
