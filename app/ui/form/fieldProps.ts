import type { FieldMetadata } from "@conform-to/react";

// Requires only the used members, so that any form's metadata fits.
type Meta = Pick<
  FieldMetadata<unknown>,
  | "id"
  | "errors"
  | "required"
  | "minLength"
  | "maxLength"
  | "min"
  | "max"
  | "defaultValue"
  | "defaultOptions"
  | "defaultChecked"
> & { name: string };

function common(meta: Meta) {
  return { id: meta.id, name: meta.name, errors: meta.errors, required: meta.required };
}

/** Props of a text field from a conform field: `<TextField label="…" {...fieldProps(fields.email)} />`. */
export function fieldProps(meta: Meta) {
  return { ...common(meta), defaultValue: meta.defaultValue, maxLength: meta.maxLength };
}

/** The same for SelectField, RadioGroupField, DateField, NumberStepper and FileField, which take no length. */
export function choiceProps(meta: Meta) {
  return { ...common(meta), defaultValue: meta.defaultValue };
}

/** The same for CheckboxField. */
export function checkboxProps(meta: Meta) {
  return { ...common(meta), defaultChecked: meta.defaultChecked };
}

/** A field as an entry of FormErrors. */
export function toErrorSummaryItem(label: string, { id, name, errors }: Pick<Meta, "id" | "name" | "errors">) {
  return { label, id, name, errors };
}

/** The same for MultiSelectField. */
export function multiSelectProps(meta: Meta) {
  return { ...common(meta), defaultValue: meta.defaultOptions ?? (meta.defaultValue ? [meta.defaultValue] : []) };
}
