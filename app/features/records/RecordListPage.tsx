import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { ListViews } from "~/features/views/ListViews";
import type { ListDefinition, ListQuery, Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { listToSearch } from "~/list/listToSearch";
import { LinkButton } from "~/ui/form/LinkButton";
import { type Option, SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuLink } from "~/ui/list/RowMenuLink";

interface RecordListPageProps<Row, Key extends string> {
  list: ListDefinition<Key>;
  query: ListQuery<Key>;
  /** Null when the query failed. */
  page: Page<Row> | null;
  href: string;
  help?: string;
  /** The filter by choice. One choice is 'all': not empty, as addresses have no empty values. */
  filter?: { key: Key; choices: readonly Option[] };
  /** The filter by text. */
  textFilter?: Key;
  /** Whether a filter can be why nothing is shown. Defaults to any active filter. */
  filtered?: boolean;
  /** The page of a new record; absent for a viewer who may not edit. */
  create?: { href: string; label: string };
  empty: { title: string; text: string; action?: ReactNode };
  columns: readonly Column[];
  cells: (row: Row) => Record<string, ReactNode>;
  hrefOf: (id: string) => string;
  deleteHrefOf: (id: string) => string;
}

/** The list of a noun that staff write: its filters, a New button, and Edit and Delete for each row. */
export function RecordListPage<Row extends { id: string; name: string }, Key extends string>({
  list,
  query,
  page,
  href,
  help,
  filter,
  textFilter,
  filtered,
  create,
  empty,
  columns,
  cells,
  hrefOf,
  deleteHrefOf,
}: RecordListPageProps<Row, Key>) {
  const [search] = useSearchParams();
  const filteredBy = (name: Key) => {
    const chosen = query.filters.find(({ key }) => key === name);
    return chosen && "value" in chosen ? String(chosen.value) : undefined;
  };
  const labelOf = (value: unknown) => filter?.choices.find((choice) => choice.value === String(value))?.label;
  const nameOf = (key: Key, value: unknown) => (key === filter?.key ? labelOf(value) : undefined) ?? String(value);
  const all = filter?.choices.find(({ value }) => value.toUpperCase() === "ALL");
  const add = create ? (
    <LinkButton to={create.href} variant="solid" icon={<Icon name="plus" />}>
      {create.label}
    </LinkButton>
  ) : undefined;
  return (
    <ListPage
      title={list.name}
      views={<ListViews list={href} />}
      help={help}
      action={add}
      filters={
        filter ? (
          <FilterBar action={href} clearHref={href}>
            <SelectField
              label={list.filters[filter.key].label}
              name={filter.key}
              options={filter.choices}
              defaultValue={filteredBy(filter.key) ?? all?.value}
            />
            {textFilter ? (
              <TextField
                label={list.filters[textFilter].label}
                name={textFilter}
                type="search"
                autoComplete="off"
                defaultValue={filteredBy(textFilter)}
              />
            ) : null}
          </FilterBar>
        ) : undefined
      }
      chips={filter ? filterChips({ list, filters: query.filters, href, search, nameOf }) : []}
      href={href}
      list={list}
      query={query}
      page={page}
      noun={list.name.toLowerCase()}
      filtered={filtered}
      empty={{ action: add, ...empty }}
      table={(rows) => (
        <DataTable
          caption={list.name}
          columns={columns}
          rows={rows.map((row) => ({
            key: row.id,
            href: hrefOf(row.id),
            cells: cells(row),
            actions: create ? (
              <RowMenu label={`Actions for ${row.name}`}>
                <RowMenuLink to={hrefOf(row.id)}>Edit</RowMenuLink>
                <RowMenuLink
                  to={deleteHrefOf(row.id) + listToSearch(search, { page: search.get("page") })}
                  preventScrollReset
                  danger
                >
                  Delete
                </RowMenuLink>
              </RowMenu>
            ) : undefined,
          }))}
        />
      )}
    />
  );
}
