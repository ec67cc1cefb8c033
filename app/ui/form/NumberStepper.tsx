import { type SyntheticEvent, useRef } from "react";
import { numberOf } from "~/format/readNumber";
import { Icon } from "../icon/Icon";
import { digitsOnly } from "./digitsOnly";
import { Field, type FieldBase } from "./Field";
import { IconButton } from "./IconButton";
import { useHydrated } from "./useHydrated";

type NumberStepperProps = FieldBase & {
  defaultValue?: number | string;
  max?: number;
};

/**
 * A quantity with minus and plus: plain buttons, or without script submit buttons that post `step` as `{name}:-1` or
 * `{name}:1`.
 */
export function NumberStepper({ defaultValue = 0, max, ...frame }: NumberStepperProps) {
  // Not submit buttons after hydration, or Enter in a field would press the first of them.
  const type = useHydrated() ? "button" : "submit";
  const input = useRef<HTMLInputElement>(null);
  const count = (event: SyntheticEvent, direction: 1 | -1) => {
    event.preventDefault();
    const field = input.current;
    if (!field) return;
    const wanted = (numberOf(field.value, "whole") ?? 0) + direction;
    const next = String(Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(0, wanted)));
    // React tracks the value property. Set it through the prototype, then dispatch the event, so that the form's
    // onChange runs.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, next);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const words = typeof frame.label === "string" ? frame.label : "quantity";
  return (
    <Field {...frame}>
      {(tied) => (
        <span className="number-stepper">
          <IconButton
            type={type}
            formNoValidate
            name="step"
            value={`${tied.name}:-1`}
            icon={<Icon name="minus" />}
            label={`Fewer: ${words}`}
            onClick={(event) => count(event, -1)}
          />
          <input
            {...tied}
            ref={input}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={defaultValue}
            className="input"
            // A number input empties itself when a cell is pasted, and counts with the mouse wheel.
            onBeforeInput={digitsOnly()}
            onKeyDown={(event) => {
              const direction = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
              if (direction) count(event, direction);
            }}
          />
          <IconButton
            type={type}
            formNoValidate
            name="step"
            value={`${tied.name}:1`}
            icon={<Icon name="plus" />}
            label={`More: ${words}`}
            onClick={(event) => count(event, 1)}
          />
        </span>
      )}
    </Field>
  );
}
