import { inUtc, momentAt } from "~/format/zones";
import {
  type ListDefinition,
  type ListFilter,
  type ListQuery,
  MAX_FILTERS,
  MAX_PAGE,
  MAX_PAGED,
  MAX_TERM,
  type UnreadFilter,
} from "./defineList";
import { withoutNumberWords } from "./numberWords";
import { BadFilter, isDay, isNumber, readFilter } from "./readFilter";

/** The address value for 'without one', e.g. unassigned orders. */
export const NONE = "none";

/** Selects send this for no filter. It is not reported as unknown. */
const EVERYTHING = /^all$/i;
const DAY_MS = 86_400_000;

/** Characters of an unknown value that are shown. */
const SAID = 40;

/**
 * Parses a list query from an address:
 * `?status=Working&dateField=createdTime&from=2026-01-01&to=2026-01-31&sort=createdTime.asc&page=2&size=25`.
 * Pages in the address start at 1. Unknown parts are ignored and reported in `unread`, because people type and share
 * addresses; so is a page after the first MAX_PAGED rows. A date filter needs from and to, and without a field means
 * the list's first one; days are whole days of the reader's zone, or of the agency's for a filter of its days.
 * `defaultPageSize` is the size of an address without one.
 */
export function listFromUrl<Key extends string, Sort extends string>(
  list: ListDefinition<Key, Sort>,
  address: string | URL,
  { zone, agencyZone } = inUtc,
  defaultPageSize = list.defaultPageSize,
): ListQuery<Key, Sort> {
  const search = new URL(address).searchParams;
  const filters: ListFilter<Key>[] = [];
  const unread: UnreadFilter[] = [];
  const leaveOut = (label: string, typed: string, names: string[]) =>
    unread.push({ label: `${label}: "${typed.slice(0, SAID)}" was not understood`, names });
  const add = (raw: Parameters<typeof readFilter>[1], typed: readonly string[] = []) => {
    try {
      const filter = readFilter(list, raw);
      if (filter && filters.length < MAX_FILTERS) filters.push(filter);
    } catch (error) {
      if (!(error instanceof BadFilter)) throw error;
      const { label, options } = list.filters[raw.key as Key];
      const wrong = typed.filter((value) => !options?.includes(value) && !EVERYTHING.test(value));
      if (wrong.length > 0) leaveOut(label, wrong.join(", "), [raw.key]);
    }
  };

  for (const key of Object.keys(list.filters) as Key[]) {
    const definition = list.filters[key];
    if (definition.operations.includes("btn")) continue;
    let values = search.getAll(key).filter((value) => value.trim() !== "");
    if (values.length === 0 && !search.has(key)) {
      const preset = list.defaultFilters?.[key];
      if (preset !== undefined) values = [preset];
    }
    if (values.length === 0) continue;
    // 'None' cannot be combined with names, so it wins (rules.md orders/unassigned).
    if (values.includes(NONE) && definition.operations.includes("isnull")) add({ key, operation: "isnull" });
    else if (definition.operations.includes("in")) add({ key, operation: "in", value: values }, values);
    else {
      const operation = definition.operations.includes("like") ? "like" : "eq";
      const typed = values[0]!.trim();
      // Accepts '#10425' and 'Order 10425', and searches for the start of a text that is too long.
      const value = (definition.kind === "number" ? withoutNumberWords(typed) : typed).slice(0, MAX_TERM);
      // Keeps text in a number filter, which matches no rows; dropping it would show all.
      if (definition.kind === "number" && !isNumber(value)) filters.push({ key, operation, value });
      else add({ key, operation, value }, [value]);
    }
  }

  const from = search.get("from");
  const to = search.get("to");
  if (from && to) {
    const keys = Object.keys(list.filters) as Key[];
    const field = search.get("dateField") || keys.find((key) => list.filters[key].operations.includes("btn"));
    const range = field && Object.hasOwn(list.filters, field) ? list.filters[field as Key] : undefined;
    const days = [from, to].filter(isDay);
    const own = range?.days === "agency" ? agencyZone : zone;
    const moment = (day: string, days = 0) => momentAt(Date.parse(day) + days * DAY_MS, own) - days;
    if (field && range?.operations.includes("btn") && days.length === 2)
      add({ key: field, operation: "btn", value: moment(from), toValue: moment(to, 1) });
    else if (field) leaveOut(range?.label ?? "Date", range ? `${from} to ${to}` : field, ["dateField", "from", "to"]);
  }

  const [by, direction] = (search.get("sort") ?? "").split(".");
  const asked = Number(search.get("page") ?? 1);
  const size = Number(search.get("size") ?? defaultPageSize);
  const pageSize = list.pageSizes.includes(size) ? size : defaultPageSize;
  const page = Number.isSafeInteger(asked) && asked >= 1 && asked <= MAX_PAGE ? asked - 1 : 0;
  const deep = page * pageSize >= MAX_PAGED;
  if (deep)
    unread.push({
      label: `Page ${asked} is too far down. Use the filters or the other order to reach those rows`,
      names: ["page"],
    });
  return {
    page: deep ? 0 : page,
    pageSize,
    filters,
    ...(list.boundedTotal ? { boundedTotal: true } : {}),
    ...(unread.length > 0 ? { unread } : {}),
    sort: list.sorts.includes(by as Sort)
      ? { by: by as Sort, direction: direction === "asc" ? "asc" : "desc" }
      : list.defaultSort,
  };
}
