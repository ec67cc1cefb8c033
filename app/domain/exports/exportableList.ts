import type { ListDefinition, ListQuery } from "~/list/defineList";
import { type Sheet, type SheetColumn, sheetOf } from "~/list/defineSheet";
import { listFromBody, type PagedRequest } from "~/list/listFromBody";
import { listFromUrl } from "~/list/listFromUrl";
import type { Permission } from "../access";
import { type Context, readerZone, type Viewer, zonesOf } from "../context";

/** A list that can be exported, independent of its row type. */
export interface ExportableList {
  permission: Permission;
  /**
   * All rows that the query string of the list's page matches. Its days are of `zone`, by default as the page reads
   * them.
   */
  fromSearch(ctx: Context, search: URLSearchParams, zone?: string): Promise<Sheet>;
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
  /** A function where columns depend on the reader. */
  columns: readonly SheetColumn<Row>[] | ((viewer: Viewer) => readonly SheetColumn<Row>[]);
  permission: Permission;
  /** Authorizes, counts, and streams the rows. */
  read(ctx: Context, query: ListQuery<Key, Sort>): Promise<{ total: number; pages: AsyncIterable<Row[]> }>;
}): ExportableList {
  const open = async (ctx: Context, query: ListQuery<Key, Sort>): Promise<Sheet> => ({
    ...sheetOf(list.name, typeof columns === "function" ? columns(ctx.actor) : columns, await read(ctx, query)),
    zone: readerZone(ctx),
  });
  return {
    permission,
    fromSearch: (ctx, search) => open(ctx, listFromUrl(list, `${ctx.siteUrl}/?${search}`, zonesOf(ctx))),
    fromBody: (ctx, body) => open(ctx, listFromBody(list, { ...body, pageSize: undefined, page: 0 })),
  };
}
