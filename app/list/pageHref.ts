import { listToSearch } from "./listToSearch";

/** Addresses of a list's pages: zero-based number and size, what stands by default left out. */
export const pageHref =
  (path: string, search: URLSearchParams, { defaultPageSize }: { defaultPageSize: number }) =>
  (number: number, size: number) =>
    path + listToSearch(search, { page: String(number + 1), size: size === defaultPageSize ? null : String(size) });
