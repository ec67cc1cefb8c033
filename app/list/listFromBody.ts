import { z } from "zod";
import {
  type ListDefinition,
  type ListFilter,
  type ListQuery,
  MAX_FILTERS,
  MAX_PAGE,
  MAX_PAGE_SIZE,
} from "./defineList";
import { BadFilter, readFilter } from "./readFilter";

/** The API's paged request before validation against a list. */
export const pagedRequest = z.object({
  page: z.number().int().min(0).max(MAX_PAGE).default(0),
  pageSize: z.number().int().optional(),
  filterFields: z
    .array(
      z.object({
        key: z.string().max(100),
        searchOperation: z.enum(["eq", "like", "in", "isnull", "btn"]),
        value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]).optional(),
        toValue: z.union([z.string(), z.number(), z.null()]).optional(),
      }),
    )
    .max(MAX_FILTERS)
    .default([]),
  sortBy: z.string().max(100).optional(),
  sortDirection: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(z.enum(["asc", "desc"]))
    .optional(),
});
export type PagedRequest = z.infer<typeof pagedRequest>;

/** Validates an API body as a list query. Throws BadFilter for anything outside the list's allow-list. */
export function listFromBody<Key extends string, Sort extends string>(
  list: ListDefinition<Key, Sort>,
  body: PagedRequest,
): ListQuery<Key, Sort> {
  const pageSize = body.pageSize ?? list.defaultPageSize;
  if (pageSize < 1 || pageSize > MAX_PAGE_SIZE)
    throw new BadFilter(`pageSize is a whole number from 1 to ${MAX_PAGE_SIZE}`, "pageSize");
  const sortBy = body.sortBy ?? list.defaultSort.by;
  if (!list.sorts.includes(sortBy as Sort)) throw new BadFilter(`This list cannot be sorted by '${sortBy}'`, "sortBy");
  const filters = body.filterFields
    .map((field) =>
      readFilter(list, {
        key: field.key,
        operation: field.searchOperation,
        value: field.value,
        toValue: field.toValue,
      }),
    )
    .filter((filter): filter is ListFilter<Key> => filter !== null);
  return {
    page: body.page,
    pageSize,
    filters,
    sort: { by: sortBy as Sort, direction: body.sortDirection ?? list.defaultSort.direction },
  };
}
