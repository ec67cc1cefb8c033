import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ClientOption } from "~/domain/clients/clientOptions";
import { MAX_CLIENT_OPTIONS, MIN_SEARCH } from "~/domain/clients/clientSearch";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { TextField } from "~/ui/form/TextField";

const DEBOUNCE_MS = 500;

interface ClientPickerProps {
  /** What was searched for, and who was found, when the page was made. */
  search: string;
  found: readonly ClientOption[];
  chosen: ClientOption | null;
  errors?: string[];
}

/**
 * A client by name or e-mail address: a search step that lists who was found to choose from. With script it searches
 * while one types, 500 ms after the last key and after more than one character (document 2 section 5).
 */
export function ClientPicker({ search, found, chosen, errors }: ClientPickerProps) {
  const [options, setOptions] = useState(found);
  const [searched, setSearched] = useState(search.trim().length >= MIN_SEARCH);
  const [failed, setFailed] = useState(false);
  const [picked, setPicked] = useState(chosen);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asking = useRef<AbortController>();
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      asking.current?.abort();
    },
    [],
  );

  const find = async (text: string) => {
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    try {
      const response = await fetch(`${paths.orderClients()}?${new URLSearchParams({ text })}`, { signal });
      if (!response.ok) throw new Error(`${response.status}`);
      setOptions((await response.json()) as ClientOption[]);
      setFailed(false);
      setSearched(true);
    } catch {
      if (!signal.aborted) setFailed(true);
    }
  };
  const type = (event: FormEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim();
    clearTimeout(timer.current);
    // An older search has nothing to say any more.
    asking.current?.abort();
    if (text.length >= MIN_SEARCH) timer.current = setTimeout(() => find(text), DEBOUNCE_MS);
    else {
      setOptions([]);
      setSearched(false);
    }
  };
  const shown = [...(picked && !options.some(({ id }) => id === picked.id) ? [picked] : []), ...options];
  return (
    <>
      <div className="field-and-button">
        <TextField
          name="clientSearch"
          type="search"
          label="Search clients"
          hint="Two letters or more of a name or an e-mail address"
          autoComplete="off"
          defaultValue={search}
          onInput={type}
        />
        <Button type="submit" name="intent" value="find" formMethod="get" formNoValidate className="noscript-only">
          Search
        </Button>
      </div>
      <p className="small muted" role="status">
        {failed ? "An error occurred. Please try again." : searched ? foundInWords(options.length) : ""}
      </p>
      <div
        className="client-results"
        onChange={(event) => {
          const { value } = event.target as unknown as HTMLInputElement;
          setPicked(shown.find(({ id }) => id === value) ?? null);
        }}
      >
        {shown.length > 0 ? (
          <RadioGroupField
            name="clientId"
            label="Client"
            defaultValue={picked?.id}
            options={shown.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
            errors={errors}
          />
        ) : errors ? (
          <p className="field-error" id="clientId" tabIndex={-1}>
            {errors.join(" ")}
          </p>
        ) : null}
      </div>
    </>
  );
}

const foundInWords = (count: number) => {
  if (count === MAX_CLIENT_OPTIONS) return `First ${count} clients found: type more to see fewer`;
  return `${count === 0 ? "No" : count} ${count === 1 ? "client" : "clients"} found`;
};
