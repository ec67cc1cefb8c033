import { and } from "drizzle-orm";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { CatalogueCard, Service } from "./catalogueEntities";
import { cardOf } from "./catalogueRows";
import { inCatalogue, inSequence, isOrderable } from "./readableServices";
import { readableTurnaround } from "./readableTurnaround";

/**
 * Returns the cards of 'Explore Our Services', in their order, to customers and staff (GET /service/visible; rules.md
 * catalogue/hidden).
 */
export async function findVisibleServices(ctx: Context): Promise<(CatalogueCard & Pick<Service, "turnaroundDays">)[]> {
  authorize(ctx, "catalogue.browse");
  const rows = await ctx.db
    .select({
      id: services.id,
      name: services.name,
      description: services.description,
      imageKey: services.imageKey,
      turnaroundDays: services.turnaroundDays,
      showExpectedDate: services.showExpectedDate,
    })
    .from(services)
    .where(and(inCatalogue(), isOrderable()))
    .orderBy(...inSequence());
  return rows.map((row) => ({ ...cardOf(row), turnaroundDays: readableTurnaround(ctx, row) }));
}
