import { TextField } from "~/ui/form/TextField";

interface CodeFieldProps {
  id: string;
  errors?: string[];
  hint?: string;
  autoFocus?: boolean;
}

/** A code of an authenticator app, or a recovery code. */
export function CodeField({ id, errors, hint, autoFocus }: CodeFieldProps) {
  return (
    <TextField
      id={id}
      name="code"
      label="Code"
      hint={hint}
      errors={errors}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      autoFocus={autoFocus}
      required
    />
  );
}
