import type { SortDirection } from "./defineList";
import { listToSearch } from "./listToSearch";

/** For the head of a column: whether the list is sorted by it, and the address that sorts it so, or the other way round. */
export const sortLink =
  <Sort extends string>(href: string, search: URLSearchParams, sort: { by: Sort; direction: SortDirection }) =>
  (by: Sort) => {
    const sorted = sort.by === by ? sort.direction : undefined;
    return { sorted, sortHref: href + listToSearch(search, { sort: `${by}.${sorted === "desc" ? "asc" : "desc"}` }) };
  };
