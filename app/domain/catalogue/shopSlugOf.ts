import { and, eq } from "drizzle-orm";
import { services } from "~db/schema";
import type { Context } from "../context";
import { inShop } from "./readableServices";
import { assertShopOpen } from "./shopOpen";

/** The slug of a service in the public shop, or null. Throws NotFound while the shop is off. */
export async function shopSlugOf(ctx: Context, id: string): Promise<string | null> {
  assertShopOpen(ctx);
  const row = await ctx.db
    .select({ slug: services.slug })
    .from(services)
    .where(and(inShop(), eq(services.id, id)))
    .get();
  return row?.slug ?? null;
}
