import type { FormEvent } from "react";
import { Button } from "~/ui/form/Button";
import { TextField } from "~/ui/form/TextField";

export interface ChoiceOption {
  id: string;
  name: string;
  hint: string;
}

/** As many as the server offers at a time. */
export const MAX_OFFERED = 20;

interface SearchStepProps {
  name: string;
  label: string;
  hint: string;
  search: string;
  /** What was found, in words. */
  status: string;
  onType(event: FormEvent<HTMLInputElement>): void;
}

/** A search inside a form: as one types with script, a step that brings the form back as it was without. */
export function SearchStep({ name, label, hint, search, status, onType }: SearchStepProps) {
  return (
    <>
      <div className="field-and-button">
        <TextField
          name={name}
          type="search"
          label={label}
          hint={hint}
          autoComplete="off"
          maxLength={200}
          defaultValue={search}
          onInput={onType}
          // It searches while one types: Enter here means 'find', never 'save'.
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
        />
        <Button type="submit" name="intent" value="find" formNoValidate className="noscript-only">
          {label}
        </Button>
      </div>
      <p className="small muted" role="status">
        {status}
      </p>
    </>
  );
}
