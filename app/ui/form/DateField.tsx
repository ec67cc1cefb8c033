import { TextField, type TextFieldProps } from "./TextField";

/** The browser's date picker. Value, `min` and `max` are yyyy-MM-dd. */
export function DateField(props: Omit<TextFieldProps, "type" | "prefix">) {
  return <TextField {...props} type="date" />;
}
