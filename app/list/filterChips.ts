import { formatShortDate } from "~/format/dates";
import type { ListDefinition, ListFilter } from "./defineList";
import { listToSearch } from "./listToSearch";

interface FilterChipsOptions<Key extends string> {
  list: Pick<ListDefinition<Key>, "filters" | "defaultFilters">;
  filters: readonly ListFilter<Key>[];
  /** Address of the list without its state. */
  href: string;
  search: URLSearchParams;
  /** How a value is called; null stands for 'none'. Left out: as it is. */
  nameOf?: (key: Key, value: string | number | boolean | null) => string;
}

/**
 * One chip a filter in force, with the address without it. What the list is filtered by of its own is no wish and has
 * none; that it is not has one. Ranges are written as dd/MM/yyyy (rules.md pages/dates).
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
      if (filter.operation === "btn") return chip(key, rangeWords(filter), { dateField: null, from: null, to: null });
      if (filter.operation === "isnull") return chip(key, nameOf(key, null));
      const values = filter.operation === "in" ? filter.values : [filter.value];
      if (values.length === 1 && String(values[0]) === list.defaultFilters?.[key]) return [];
      return chip(key, values.map((value) => nameOf(key, value)).join(", "));
    }),
  ];
}

/** Nothing lies in a range that ends before it begins: why the list is empty is said where it can be taken away. */
const rangeWords = ({ from, to }: { from: number; to: number }) =>
  `${formatShortDate(from)} to ${formatShortDate(to)}${from > to ? " (From is after To)" : ""}`;
