import { digitsOnly } from "./digitsOnly";
import { TextField, type TextFieldProps } from "./TextField";

type NumberFieldProps = Omit<TextFieldProps, "type" | "inputMode" | "onBeforeInput"> & {
  /** For amounts and percents, which take a point or a comma. */
  decimals?: boolean;
};

/** A number without a sign. A text field, because a number input takes exponents and changes with the mouse wheel. */
export const NumberField = ({ decimals, ...props }: NumberFieldProps) => (
  <TextField
    autoComplete="off"
    {...props}
    inputMode={decimals ? "decimal" : "numeric"}
    onBeforeInput={digitsOnly(decimals)}
  />
);
