import { TextField, type TextFieldProps } from "./TextField";

/** A day by the browser's own picker. Value, `min` and `max` are yyyy-MM-dd. */
export function DateField(props: Omit<TextFieldProps, "type" | "prefix">) {
  return <TextField {...props} type="date" />;
}
