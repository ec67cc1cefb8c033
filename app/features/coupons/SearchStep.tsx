import type { FormEvent } from "react";
import { Button } from "~/ui/form/Button";
import { TextField } from "~/ui/form/TextField";

/** The most results the server returns per search. */
export const MAX_OFFERED = 20;

interface SearchStepProps {
  name: string;
  label: string;
  hint: string;
  search: string;
  /** The result of the search, for the status line. */
  status: string;
  onType(event: FormEvent<HTMLInputElement>): void;
}

/**
 * A search inside a form. With script it searches while you type; without, its button posts the form and the page
 * keeps every value.
 */
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
          // Enter must not submit the form, as the search already runs on input.
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
