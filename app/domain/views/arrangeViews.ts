import { and, sql } from "drizzle-orm";
import { savedViews } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { editableViews } from "./visibleViews";

/** Puts views into the given order. Those that the person may not change keep their place. */
export async function arrangeViews(ctx: Context, { items }: { items: readonly { id: string }[] }): Promise<void> {
  authorize(ctx, "views.own");
  const ids = sql`json_each(${JSON.stringify(items.map(({ id }) => id))})`;
  await ctx.db
    .update(savedViews)
    .set({ position: sql`(select key from ${ids} where value = ${savedViews.id})` })
    .where(and(sql`${savedViews.id} in (select value from ${ids})`, editableViews(ctx)));
}
