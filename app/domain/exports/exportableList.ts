import type { ListDefinition, ListQuery } from "~/list/defineList";
import { type Sheet, type SheetColumn, sheetOf } from "~/list/defineSheet";
import { listFromBody, type PagedRequest } from "~/list/listFromBody";
import { listFromUrl } from "~/list/listFromUrl";
import type { Permission } from "../access";
import type { Context } from "../context";

/** A list that can be exported, independent of its row type. */
export interface ExportableList {
  permission: Permission;
  /** All rows that the query string of the list's page matches. */
  fromSearch(ctx: Context, search: URLSearchParams): Promise<Sheet>;
  /** All rows that an API list request matches; ignores its paging. Throws BadFilter. */
  fromBody(ctx: Context, body: PagedRequest): Promise<Sheet>;
}

/** Declares an export: the list's definition, its columns and its reader. */
export function exportableList<Key extends string, Sort extends string, Row>({
  list,
  columns,
  permission,
  read,
}: {
  list: ListDefinition<Key, Sort>;
  columns: readonly SheetColumn<Row>[];
  permission: Permission;
  /** Authorizes, counts, and streams the rows. */
  read(ctx: Context, query: ListQuery<Key, Sort>): Promise<{ total: number; pages: AsyncIterable<Row[]> }>;
}): ExportableList {
  const open = async (ctx: Context, query: ListQuery<Key, Sort>) => sheetOf(list.name, columns, await read(ctx, query));
  return {
    permission,
    fromSearch: (ctx, search) => open(ctx, listFromUrl(list, `${ctx.siteUrl}/?${search}`)),
    fromBody: (ctx, body) => open(ctx, listFromBody(list, { ...body, pageSize: undefined, page: 0 })),
  };
}
