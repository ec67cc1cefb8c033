import { listToSearch } from "./listToSearch";

/** Builds page addresses from a zero-based page and a size, omitting defaults. */
export const pageHref =
  (path: string, search: URLSearchParams, { defaultPageSize }: { defaultPageSize: number }) =>
  (number: number, size: number) =>
    path + listToSearch(search, { page: String(number + 1), size: size === defaultPageSize ? null : String(size) });
