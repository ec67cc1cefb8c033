import { getTableColumns, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { listSource, runList } from "~db/runList.server";
import { creatives } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { CreativeQuery } from "./creativeList";
import type { Creative } from "./storedCreative";
import { visibleCreatives } from "./visibleCreatives";

const listed = listSource({
  table: creatives,
  id: creatives.id,
  columns: {
    ...getTableColumns(creatives),
    /** The file's key when it is an image, for a thumbnail. */
    pictureKey: sql<string | null>`(select pictures.key from uploads pictures
      where pictures.key = ${creatives.uploadKey} and pictures.content_type like 'image/%')`,
  },
  filters: { status: creatives.creativeStatus, creativeStatus: creatives.creativeStatus },
  sorts: { createdTime: creatives.createdAt },
});

/** Returns a page of the creatives the actor can see, newest first, in one round trip (POST /creative/find). */
export async function findCreatives(
  ctx: Context,
  query: CreativeQuery,
): Promise<Page<Creative & { pictureKey: string | null }>> {
  authorize(ctx, "creatives.view");
  return await runList(ctx.db, listed, query, { where: visibleCreatives(ctx) });
}
