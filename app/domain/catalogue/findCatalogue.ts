import { and, inArray, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { foldText } from "~db/foldText";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { CatalogueCard } from "./catalogueEntities";
import { CATALOGUE_PAGE } from "./cataloguePage";
import { cardOf } from "./catalogueRows";
import { inCatalogue, inSequence, isOrderable } from "./readableServices";
import { recurrenceText, type ServicePaymentType } from "./serviceTypes";

/** A card of 'Explore Our Services' with what the service costs. */
export interface PricedCard extends CatalogueCard {
  /** The cheapest package. */
  fromPrice: Cents;
  /** 'Occurs every 1 month'; null when the service can be bought once. */
  recurrence: string | null;
}

/** How often a service that is sold as a subscription only is charged. */
export const onlyRecurrence = (service: {
  paymentTypes: readonly ServicePaymentType[];
  orderDuration: number;
  frequency: Parameters<typeof recurrenceText>[1];
}) =>
  service.paymentTypes.every((type) => type === "SUBSCRIPTION")
    ? recurrenceText(service.orderDuration, service.frequency)
    : null;

/**
 * One page of the services that customers can order, in their order; with `name` of those whose name contains it.
 * `page` is zero-based.
 */
export async function findCatalogue(
  ctx: Context,
  { name = "", page = 0 }: { name?: string; page?: number } = {},
): Promise<Page<PricedCard>> {
  authorize(ctx, "catalogue.browse");
  const where = and(
    inCatalogue(),
    isOrderable(),
    name ? sql`instr(${services.nameFolded}, ${foldText(name)}) > 0` : undefined,
  );
  const cards = ctx.db
    .select({
      id: services.id,
      name: services.name,
      description: services.description,
      imageKey: services.imageKey,
      paymentTypes: services.paymentTypes,
      orderDuration: services.orderDuration,
      frequency: services.frequency,
      fromPrice: sql<number>`(select min(price) from packages where service_id = services.id and archived_at is null)`,
    })
    .from(services)
    // Cut first, so that prices are looked up for one page.
    .where(
      inArray(
        services.id,
        ctx.db
          .select({ id: services.id })
          .from(services)
          .where(where)
          .orderBy(...inSequence())
          .limit(CATALOGUE_PAGE)
          .offset(page * CATALOGUE_PAGE),
      ),
    )
    .orderBy(...inSequence());
  const [rows, [counted]] = await ctx.db.batch([
    cards,
    ctx.db.select({ count: sql<number>`count(*)` }).from(services).where(where),
  ]);
  const content = rows.map((row) => ({ ...cardOf(row), fromPrice: row.fromPrice, recurrence: onlyRecurrence(row) }));
  return { content, totalElements: counted?.count ?? 0 };
}
