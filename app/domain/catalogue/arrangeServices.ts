import { and, isNull, sql } from "drizzle-orm";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { ArrangeInput } from "./arrangeInput";

/** Puts the services into the given order (rules.md catalogue/sequence). Deleted ones among them are left out. */
export async function arrangeServices(ctx: Context, { items }: ArrangeInput): Promise<void> {
  authorize(ctx, "services.manage");
  const ids = sql`json_each(${JSON.stringify(items.map(({ id }) => id))})`;
  await ctx.db
    .update(services)
    .set({ sequence: sql`(select key from ${ids} where value = ${services.id})` })
    .where(and(sql`${services.id} in (select value from ${ids})`, isNull(services.archivedAt)));
}
