import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { services } from "~db/schema";
import { hasWords } from "~db/searchWords";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { CatalogueCard } from "./catalogueEntities";
import { CATALOGUE_PAGE } from "./cataloguePage";
import { cardOf } from "./catalogueRows";
import { onlyRecurrence } from "./onlyRecurrence";
import { inCatalogue, inSequence, isOrderable } from "./readableServices";

/** A card of 'Explore Our Services' with what the service costs. */
export interface PricedCard extends CatalogueCard {
  slug: string;
  /** The cheapest package. */
  fromPrice: Cents;
  /** 'Occurs every 1 month'; null when the service can be bought once. */
  recurrence: string | null;
}

/** `page` is zero-based. */
export interface CatalogueQuery {
  name?: string;
  page?: number;
}

/** One page of the services that customers can order, in their order; with `name` of those whose name contains it. */
export async function findCatalogue(ctx: Context, query: CatalogueQuery = {}): Promise<Page<PricedCard>> {
  authorize(ctx, "catalogue.browse");
  return await pricedCards(ctx, and(inCatalogue(), isOrderable()), query);
}

/** One page of the matching services with their prices. */
export async function pricedCards(
  { db }: Context,
  offered: SQL | undefined,
  { name = "", page = 0 }: CatalogueQuery,
): Promise<Page<PricedCard>> {
  const where = and(offered, name ? hasWords(services.nameFolded, name) : undefined);
  const cards = db
    .select({
      id: services.id,
      name: services.name,
      slug: services.slug,
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
        db
          .select({ id: services.id })
          .from(services)
          .where(where)
          .orderBy(...inSequence())
          .limit(CATALOGUE_PAGE)
          .offset(page * CATALOGUE_PAGE),
      ),
    )
    .orderBy(...inSequence());
  const [rows, [counted]] = await db.batch([
    cards,
    db.select({ count: sql<number>`count(*)` }).from(services).where(where),
  ]);
  const content = rows.map((row) => ({
    ...cardOf(row),
    slug: row.slug,
    fromPrice: row.fromPrice,
    recurrence: onlyRecurrence(row),
  }));
  return { content, totalElements: counted?.count ?? 0 };
}
