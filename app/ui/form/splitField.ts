import type { FieldBase } from "./Field";

/** Splits a field's props into those of its frame and those of its control. */
export function splitField<T extends FieldBase>(props: T): [FieldBase, Omit<T, keyof FieldBase>] {
  const { name, id, label, errors, hint, required, hideLabel, ...control } = props;
  return [{ name, id, label, errors, hint, required, hideLabel }, control];
}
