import { and, sql } from "drizzle-orm";
import { foldText } from "~db/foldText";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { CatalogueCard } from "./catalogueEntities";
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

/** Returns the services that customers can order, in their order; with `name` those whose name contains it. */
export async function findCatalogue(ctx: Context, { name = "" }: { name?: string } = {}): Promise<PricedCard[]> {
  authorize(ctx, "catalogue.browse");
  const rows = await ctx.db
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
    .where(
      and(inCatalogue(), isOrderable(), name ? sql`instr(${services.nameFolded}, ${foldText(name)}) > 0` : undefined),
    )
    .orderBy(...inSequence());
  return rows.map((row) => ({ ...cardOf(row), fromPrice: row.fromPrice, recurrence: onlyRecurrence(row) }));
}
