import { useSearchParams } from "@remix-run/react";
import { Plus } from "lucide-react";
import { type ClientFilterKey, type ClientQuery, clientList } from "~/domain/clients/clientList";
import type { ClientListRow } from "~/domain/clients/findClients";
import { ExportButton } from "~/features/exports/ExportButton";
import { formatDateTime } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { TextField } from "~/ui/form/TextField";
import { ActiveFilters } from "~/ui/list/ActiveFilters";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { Pagination } from "~/ui/list/Pagination";

interface ClientListViewProps {
  query: ClientQuery;
  /** Null when the clients could not be read. */
  page: Page<ClientListRow> | null;
}

const columns = [
  { key: "firstName", label: "First Name" },
  { key: "lastName", label: "Last Name" },
  { key: "email", label: "Email" },
  { key: "lastLogin", label: "Last Login", nowrap: true },
];

const typed: ClientFilterKey[] = ["firstName", "lastName", "email"];

/** The clients (document 2 section 2, Clients list): the state of the list is its address. */
export function ClientListView({ query, page }: ClientListViewProps) {
  const [search] = useSearchParams();
  const text = (name: string) => search.get(name) ?? "";
  const chips = query.filters.map((filter) => ({
    label: `${clientList.filters[filter.key].label}: ${"value" in filter ? filter.value : ""}`,
    removeHref: listToSearch(search, { [filter.key]: null }),
  }));
  const newClient = (
    <LinkButton to={paths.clientNew()} variant="solid" icon={<Plus className="icon" size={16} />}>
      New Client
    </LinkButton>
  );
  return (
    <ListPage
      title="Clients"
      action={
        <>
          <ExportButton action={paths.clientsExport() + listToSearch(search, {})} />
          {newClient}
        </>
      }
      filters={
        <FilterBar clearHref="?" clearLabel="Clear" keep={text("size") ? [{ name: "size", value: text("size") }] : []}>
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
      chips={<ActiveFilters filters={chips} clearHref="?" />}
      table={
        page === null ? (
          <Alert tone="danger">An error occurred. Please try again.</Alert>
        ) : page.content.length > 0 ? (
          <DataTable
            caption="Clients"
            columns={columns}
            rows={page.content.map((client) => ({
              key: client.id,
              href: paths.client(client.id),
              cells: {
                firstName: client.firstName,
                lastName: client.lastName,
                email: client.email,
                lastLogin: formatDateTime(client.lastLogin),
              },
            }))}
          />
        ) : page.totalElements > 0 ? (
          <EmptyState title="Nothing on this page" action={<LinkButton to="?">Go to the first page</LinkButton>} />
        ) : chips.length > 0 ? (
          <EmptyState
            title="No clients match"
            text="Take a filter away, or start over."
            action={<LinkButton to="?">Clear</LinkButton>}
          />
        ) : (
          <EmptyState title="No clients yet" text="Who signs up or is invited appears here." action={newClient} />
        )
      }
      pagination={
        page && page.totalElements > 0 ? (
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={page.totalElements}
            sizes={clientList.pageSizes}
            sizeName="size"
            hrefFor={pageHref(paths.clients(), search, clientList)}
          />
        ) : undefined
      }
    />
  );
}
