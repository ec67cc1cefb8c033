import type { FieldBase } from "./Field";

/** Parts the properties of a field into those of its frame and those of its control. */
export function splitField<T extends FieldBase>(props: T): [FieldBase, Omit<T, keyof FieldBase>] {
  const { name, id, label, errors, hint, required, hideLabel, ...control } = props;
  return [{ name, id, label, errors, hint, required, hideLabel }, control];
}
