import { formatShortDate } from "~/format/dates";
import { UTC } from "~/format/zones";
import type { ListDefinition, ListFilter } from "./defineList";
import { listToSearch } from "./listToSearch";

interface FilterChipsOptions<Key extends string> {
  list: Pick<ListDefinition<Key>, "filters" | "defaultFilters">;
  filters: readonly ListFilter<Key>[];
  /** The list's address without query. */
  href: string;
  search: URLSearchParams;
  /** Labels a value; null means 'none'. Defaults to the value itself. */
  nameOf?: (key: Key, value: string | number | boolean | null) => string;
}

/**
 * Returns a chip per active filter with the address that removes it. A default filter has no chip; a removed default
 * has one. Ranges read dd/MM/yyyy (rules.md pages/dates).
 */
export function filterChips<Key extends string>({
  list,
  filters,
  href,
  search,
  nameOf = (_key, value) => (value === null ? "none" : String(value)),
}: FilterChipsOptions<Key>) {
  const chip = (key: Key, words: string, removed: Record<string, null> = { [key]: null }) => ({
    label: `${list.filters[key].label}: ${words}`,
    removeHref: href + listToSearch(search, removed),
  });
  const presets = Object.entries(list.defaultFilters ?? {}) as [Key, string][];
  const lifted = presets.filter(([key]) => !filters.some((filter) => filter.key === key));
  return [
    ...lifted.map(([key]) => chip(key, "All")),
    ...filters.flatMap((filter) => {
      const { key } = filter;
      if (filter.operation === "btn") return chip(key, rangeLabel(search), { dateField: null, from: null, to: null });
      if (filter.operation === "isnull") return chip(key, nameOf(key, null));
      const values = filter.operation === "in" ? filter.values : [filter.value];
      if (values.length === 1 && String(values[0]) === list.defaultFilters?.[key]) return [];
      return chip(key, values.map((value) => nameOf(key, value)).join(", "));
    }),
  ];
}

/** A reversed range matches nothing, so its chip says why the list is empty. */
function rangeLabel(search: URLSearchParams) {
  const [from, to] = [search.get("from") ?? "", search.get("to") ?? ""];
  const shown = (day: string) => formatShortDate(Date.parse(day), UTC);
  return `${shown(from)} to ${shown(to)}${from > to ? " (From is after To)" : ""}`;
}
