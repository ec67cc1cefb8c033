import { services } from "~db/schema";
import type { Context } from "../context";
import { inSequence, inShop } from "./readableServices";
import { assertShopOpen } from "./shopOpen";

/** A sitemap takes 50,000 addresses. */
const MOST = 49_999;

/** The slugs of all services in the public shop. Throws NotFound while it is off. */
export async function shopSlugs(ctx: Context): Promise<string[]> {
  assertShopOpen(ctx);
  const rows = await ctx.db
    .select({ slug: services.slug })
    .from(services)
    .where(inShop())
    .orderBy(...inSequence())
    .limit(MOST);
  return rows.map(({ slug }) => slug);
}
