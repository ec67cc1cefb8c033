import { DAY_MS, dayOf } from "~/domain/day";
import { wallTime } from "~/format/zones";
import { listToSearch } from "~/list/listToSearch";

/** Before anything was sold. */
const FIRST_DAY = "2020-01-01";

/** A tab of filters that people use most, as an address. */
export const listView =
  (href: string, search: URLSearchParams) => (label: string, filters: Record<string, string[]>) => {
    const sought = new URLSearchParams(listToSearch(new URLSearchParams(), filters).slice(1));
    const active = [...sought.keys()].every((key) => String(search.getAll(key)) === String(sought.getAll(key)));
    return { label, href: `${href}?${sought}`, active };
  };

/** Filters of lists that have `dueAt`. `now` in ms UTC, `zone` the agency's. */
export function dueFilters(now: number, zone: string) {
  const due = (from: number | string, to: number) => ({
    dateField: ["dueAt"],
    from: [typeof from === "string" ? from : dayOf(from)],
    to: [dayOf(to)],
    sort: ["dueAt.asc"],
  });
  const today = wallTime(now, zone);
  // Sunday is 0; a week ends with it.
  const untilSunday = (7 - new Date(today).getUTCDay()) % 7;
  return {
    overdue: due(FIRST_DAY, today - DAY_MS),
    today: due(today, today),
    thisWeek: due(today, today + untilSunday * DAY_MS),
  };
}
