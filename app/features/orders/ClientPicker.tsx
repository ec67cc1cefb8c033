import { useState } from "react";
import type { PickedClient } from "~/domain/clients/clientOptions";
import { MAX_CLIENT_OPTIONS, MIN_SEARCH } from "~/domain/clients/clientSearch";
import { paths } from "~/paths";
import { Button } from "~/ui/form/Button";
import { RadioGroupField } from "~/ui/form/RadioGroupField";
import { TextField } from "~/ui/form/TextField";
import { matchesInText, useOptionSearch } from "~/ui/form/useOptionSearch";

/** The choice at the time the page was rendered. */
interface ClientPickerProps extends PickedClient {
  errors?: string[];
}

/**
 * Picks a client by name or email address. The search step lists the matches; with script it searches from two
 * characters on, 500 ms after the last key.
 */
export function ClientPicker({ search, matches, chosen, errors }: ClientPickerProps) {
  const clients = useOptionSearch({
    search,
    found: matches,
    minimum: MIN_SEARCH,
    address: (text) => `${paths.orderClients()}?${new URLSearchParams({ text })}`,
  });
  const [picked, setPicked] = useState(chosen);
  const { options } = clients;
  const shown = [...(picked && !options.some(({ id }) => id === picked.id) ? [picked] : []), ...options];
  return (
    <>
      <div className="field-and-button">
        <TextField
          name="clientSearch"
          type="search"
          label="Search clients"
          hint="Type at least two letters of a name or email address"
          autoComplete="off"
          defaultValue={search}
          onInput={clients.type}
        />
        <Button type="submit" name="intent" value="find" formMethod="get" formNoValidate className="noscript-only">
          Search
        </Button>
      </div>
      <p className="small muted" role="status">
        {matchesInText(clients, MAX_CLIENT_OPTIONS, "client", "clients")}
      </p>
      <div
        className="search-results"
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
