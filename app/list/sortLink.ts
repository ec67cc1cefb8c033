import type { SortDirection } from "./defineList";
import { listToSearch } from "./listToSearch";

/** For a column head: the current sort, and the address that sorts by it or reverses it. */
export const sortLink =
  <Sort extends string>(href: string, search: URLSearchParams, sort: { by: Sort; direction: SortDirection } | null) =>
  (by: Sort) => {
    const sorted = sort?.by === by ? sort.direction : undefined;
    return { sorted, sortHref: href + listToSearch(search, { sort: `${by}.${sorted === "desc" ? "asc" : "desc"}` }) };
  };
