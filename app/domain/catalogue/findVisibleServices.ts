import { and, asc } from "drizzle-orm";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { CatalogueCard } from "./catalogueEntities";
import { cardOf } from "./catalogueRows";
import { inCatalogue, isOrderable } from "./readableServices";

/**
 * Returns the cards of 'Explore Our Services', oldest first, to customers and staff (GET /service/visible; rules.md
 * catalogue/hidden).
 */
export async function findVisibleServices(ctx: Context): Promise<CatalogueCard[]> {
  authorize(ctx, "catalogue.browse");
  const rows = await ctx.db
    .select({ id: services.id, name: services.name, description: services.description, imageKey: services.imageKey })
    .from(services)
    .where(and(inCatalogue(), isOrderable()))
    .orderBy(asc(services.createdAt), asc(services.id));
  return rows.map(cardOf);
}
