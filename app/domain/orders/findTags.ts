import { eq, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { listSource, runList } from "~db/runList.server";
import { tags } from "~db/schema";
import { hasWords } from "~db/searchWords";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { Tag } from "./tagColors";
import { MAX_TAGGED, type TagQuery } from "./tagList";

export interface StoredTag extends Tag {
  id: string;
  /** MAX_TAGGED + 1 when there are more. */
  orders: number;
}

const columns = {
  id: tags.id,
  name: tags.name,
  color: tags.color,
  orders: sql<number>`(select count(*) from (select 1 from order_tags where tag_id = ${tags.id} limit ${sql.raw(String(MAX_TAGGED + 1))}))`,
};

const listed = listSource({
  table: tags,
  id: tags.id,
  columns,
  filters: {
    name: (filter) => ("value" in filter ? hasWords(tags.nameFolded, String(filter.value)) : undefined),
  },
  sorts: { name: tags.nameFolded },
});

/** A page of the team's tags by name, with their orders. */
export async function findTags(ctx: Context, query: TagQuery): Promise<Page<StoredTag>> {
  authorize(ctx, "tags.manage");
  return await runList(ctx.db, listed, query);
}

/** Throws NotFound. */
export async function storedTag(ctx: Context, id: string): Promise<StoredTag> {
  authorize(ctx, "tags.manage");
  const { orders, ...shown } = columns;
  const tag = await ctx.db
    .select({ ...shown, orders: orders.as("orders") })
    .from(tags)
    .where(eq(tags.id, id))
    .get();
  if (!tag) throw new NotFound();
  return tag;
}
