import { and, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { listOrder, listWhere } from "~db/runList.server";
import { creatives } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { CreativeQuery } from "./creativeList";
import type { Creative } from "./storedCreative";
import { visibleCreatives } from "./visibleCreatives";

/** Returns a page of the creatives the actor can see, newest first, in one round trip (POST /creative/find). */
export async function findCreatives(ctx: Context, query: CreativeQuery): Promise<Page<Creative>> {
  authorize(ctx, "creatives.view");
  const { db } = ctx;
  const status = creatives.creativeStatus;
  const where = and(visibleCreatives(ctx), listWhere(query, { status, creativeStatus: status }));
  const [content, totals] = await db.batch([
    db
      .select()
      .from(creatives)
      .where(where)
      .orderBy(...listOrder(query, { createdTime: creatives.createdAt }, creatives.id))
      .limit(query.pageSize)
      .offset(query.page * query.pageSize),
    db.select({ total: sql<number>`count(*)` }).from(creatives).where(where),
  ]);
  return { content, totalElements: totals[0]?.total ?? 0 };
}
