import { useSearchParams } from "@remix-run/react";
import { type ClientFilterKey, type ClientQuery, clientList } from "~/domain/clients/clientList";
import type { ClientListRow } from "~/domain/clients/findClients";
import { ExportButton } from "~/features/exports/ExportButton";
import { useZone } from "~/features/frame/useZone";
import { ListViews } from "~/features/views/ListViews";
import { formatDateTime } from "~/format/dates";
import { readableEmail } from "~/format/readableEmail";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { FILTER_FORM, FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";

interface ClientListViewProps {
  query: ClientQuery;
  /** Null when the query failed. */
  page: Page<ClientListRow> | null;
}

const columns: Column[] = [
  { key: "firstName", label: "First Name" },
  { key: "lastName", label: "Last Name", card: "title" },
  { key: "email", label: "Email", literal: true },
  { key: "lastLogin", label: "Last Login", nowrap: true },
];

const list = paths.clients();
const typed: ClientFilterKey[] = ["nameOrEmail", "firstName", "lastName", "email"];

export function ClientListView({ query, page }: ClientListViewProps) {
  const zone = useZone();
  const [search] = useSearchParams();
  const text = (name: string) => search.get(name) ?? "";
  const chips = filterChips({ list: clientList, filters: query.filters, href: list, search });
  const newClient = (
    <LinkButton to={paths.clientNew()} variant="solid" icon={<Icon name="plus" />}>
      New Client
    </LinkButton>
  );
  return (
    <ListPage
      title="Clients"
      views={<ListViews list={list} />}
      action={
        <>
          <ExportButton action={paths.clientsExport()} form={FILTER_FORM} />
          {newClient}
        </>
      }
      filters={
        <FilterBar action={list} clearHref={list} clearLabel="Clear" applyLabel="Apply" keep={["referrerClientId"]}>
          {typed.map((name) => (
            <TextField
              key={name}
              label={clientList.filters[name].label}
              name={name}
              type="search"
              autoComplete="off"
              defaultValue={text(name)}
            />
          ))}
        </FilterBar>
      }
      chips={chips}
      href={list}
      list={clientList}
      query={query}
      page={page}
      noun="clients"
      empty={{
        title: "No clients yet",
        text: "Clients appear here when they sign up or you invite them.",
        action: newClient,
      }}
      table={(clients) => (
        <DataTable
          caption="Clients"
          columns={columns}
          rows={clients.map((client) => ({
            key: client.id,
            href: paths.client(client.id),
            cells: {
              firstName: client.firstName,
              lastName: client.lastName,
              email: readableEmail(client.email),
              lastLogin: formatDateTime(client.lastLogin, zone),
            },
          }))}
        />
      )}
    />
  );
}
