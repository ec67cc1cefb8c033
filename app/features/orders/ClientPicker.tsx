import type { ClientOption, PickedClient } from "~/domain/clients/clientOptions";
import { MAX_CLIENT_OPTIONS, MIN_SEARCH } from "~/domain/clients/clientSearch";
import { paths } from "~/paths";
import { Combobox } from "~/ui/form/Combobox";

/** The choice at the time the page was rendered. */
interface ClientPickerProps extends PickedClient {
  /** Default 'Client'. */
  label?: string;
  hideLabel?: boolean;
  errors?: string[];
  required?: boolean;
  onPick?(client: ClientOption): void;
  /** The search step without script. */
  step?: { formMethod?: "get"; formTarget?: "_self" };
}

/** Picks a client by name or email address. */
export function ClientPicker({ search, matches, chosen, ...field }: ClientPickerProps) {
  return (
    <Combobox
      name="clientId"
      searchName="clientSearch"
      label="Client"
      hint="Type at least two letters of a name or email address"
      search={search}
      found={matches}
      chosen={chosen}
      minimum={MIN_SEARCH}
      most={MAX_CLIENT_OPTIONS}
      noun={{ one: "client", many: "clients" }}
      hintOf={({ email }) => email}
      address={(text) => `${paths.orderClients()}?${new URLSearchParams({ text })}`}
      {...field}
    />
  );
}
