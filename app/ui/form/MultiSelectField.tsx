import { useState } from "react";
import { Disclosure } from "../dialog/Disclosure";
import { Field, type FieldBase } from "./Field";
import type { Option } from "./SelectField";

type MultiSelectFieldProps = FieldBase & {
  options: readonly Option[];
  defaultValue?: readonly string[];
  /** Text of the closed control without a selection. */
  emptyLabel?: string;
  /** A value that excludes all others ("Unassigned"): ticking one unticks the other. */
  exclusive?: string;
};

/** A multi-select: checkboxes behind a control that looks like a select. Each ticked value posts `name`. */
export function MultiSelectField({
  options,
  defaultValue = [],
  emptyLabel = "Any",
  exclusive,
  ...frame
}: MultiSelectFieldProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(defaultValue));
  const chosen = options.filter((option) => ticked.has(option.value)).map((option) => option.label);
  const tick = (box: HTMLInputElement) => {
    const next = new Set(ticked);
    if (box.checked) next.add(box.value);
    else next.delete(box.value);
    for (const other of box.checked && exclusive !== undefined ? [...next] : []) {
      if (other === box.value || (box.value !== exclusive && other !== exclusive)) continue;
      next.delete(other);
      // Synchronously, not with the next render: the surrounding form reads the boxes in this event.
      const boxes = box.closest("fieldset")?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [];
      for (const one of boxes) if (one.value === other) one.checked = false;
    }
    setTicked(next);
  };
  return (
    <Field {...frame} group>
      {(tied) => (
        <Disclosure
          className="multi-select"
          summaryClassName="input"
          label={<span>{chosen.length > 2 ? `${chosen.length} chosen` : chosen.join(", ") || emptyLabel}</span>}
        >
          <div className="multi-select-panel choices">
            {options.map((option) => (
              <label key={option.value}>
                <input
                  type="checkbox"
                  name={tied.name}
                  value={option.value}
                  disabled={option.disabled}
                  defaultChecked={defaultValue.includes(option.value)}
                  onChange={(event) => tick(event.currentTarget)}
                />
                {option.label}
              </label>
            ))}
          </div>
        </Disclosure>
      )}
    </Field>
  );
}
