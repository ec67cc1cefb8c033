import { and } from "drizzle-orm";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { CatalogueCard } from "./catalogueEntities";
import { cardOf } from "./catalogueRows";
import { inCatalogue, inSequence, isOrderable } from "./readableServices";

/**
 * Returns the cards of 'Explore Our Services', in their order, to customers and staff (GET /service/visible; rules.md
 * catalogue/hidden).
 */
export async function findVisibleServices(ctx: Context): Promise<CatalogueCard[]> {
  authorize(ctx, "catalogue.browse");
  const rows = await ctx.db
    .select({ id: services.id, name: services.name, description: services.description, imageKey: services.imageKey })
    .from(services)
    .where(and(inCatalogue(), isOrderable()))
    .orderBy(...inSequence());
  return rows.map(cardOf);
}
