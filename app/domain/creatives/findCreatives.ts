import { getTableColumns } from "drizzle-orm";
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
  columns: getTableColumns(creatives),
  filters: { status: creatives.creativeStatus, creativeStatus: creatives.creativeStatus },
  sorts: { createdTime: creatives.createdAt },
});

/** Returns a page of the creatives the actor can see, newest first, in one round trip (POST /creative/find). */
export async function findCreatives(ctx: Context, query: CreativeQuery): Promise<Page<Creative>> {
  authorize(ctx, "creatives.view");
  return await runList(ctx.db, listed, query, { where: visibleCreatives(ctx) });
}
