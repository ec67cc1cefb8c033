import { TextField } from "~/ui/form/TextField";

interface CodeFieldProps {
  id: string;
  errors?: string[];
  hint?: string;
  /** Digits only, for an authenticator app. Recovery codes contain letters. */
  digits?: boolean;
}

/** Accepts an authenticator code or a recovery code. */
export function CodeField({ id, errors, hint, digits }: CodeFieldProps) {
  return (
    <TextField
      id={id}
      name="code"
      label="Code"
      hint={hint}
      errors={errors}
      autoComplete="one-time-code"
      autoCapitalize="none"
      inputMode={digits ? "numeric" : undefined}
      spellCheck={false}
      maxLength={40}
      required
    />
  );
}
