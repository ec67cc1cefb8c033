import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { services } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { CatalogueCard } from "./catalogueEntities";
import { CATALOGUE_PAGE } from "./cataloguePage";
import { cardOf } from "./catalogueRows";
import { onlyRecurrence } from "./onlyRecurrence";
import { inCatalogue, inSequence, isOrderable } from "./readableServices";
import { searchServices } from "./searchServices";

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

/** A page, and for a search without a match the first services instead. */
export interface CataloguePage extends Page<PricedCard> {
  suggestions: PricedCard[];
}

/** The start of each description, and services, that a search reads. */
const SEARCHED_LENGTH = 4000;
const MAX_SEARCHED = 1000;
const SUGGESTED = 3;

/** One page of the services that customers can order, in their order; with `name` what `searchServices` finds. */
export async function findCatalogue(ctx: Context, query: CatalogueQuery = {}): Promise<CataloguePage> {
  authorize(ctx, "catalogue.browse");
  return await pricedCards(ctx, and(inCatalogue(), isOrderable()), query);
}

/** One page of the matching services with their prices. */
export async function pricedCards(
  ctx: Context,
  offered: SQL | undefined,
  { name = "", page = 0 }: CatalogueQuery,
): Promise<CataloguePage> {
  if (!name) return { ...(await cardsInSequence(ctx, offered, page)), suggestions: [] };
  const ids = searchServices(await searchedServices(ctx, offered), name);
  if (ids.length === 0) {
    const { content } = await cardsInSequence(ctx, offered, 0);
    return { content: [], totalElements: 0, suggestions: content.slice(0, SUGGESTED) };
  }
  const shown = ids.slice(page * CATALOGUE_PAGE, (page + 1) * CATALOGUE_PAGE);
  const rows = await cardRows(ctx, inArray(services.id, shown));
  const content = shown.flatMap((id) => rows.filter((row) => row.id === id));
  return { content: content.map(pricedCard), totalElements: ids.length, suggestions: [] };
}

async function cardsInSequence(ctx: Context, offered: SQL | undefined, page: number): Promise<Page<PricedCard>> {
  const { db } = ctx;
  // Cut first, so that prices are looked up for one page.
  const cut = db
    .select({ id: services.id })
    .from(services)
    .where(offered)
    .orderBy(...inSequence())
    .limit(CATALOGUE_PAGE)
    .offset(page * CATALOGUE_PAGE);
  const [rows, [counted]] = await db.batch([
    cardRows(ctx, inArray(services.id, cut)),
    db.select({ count: sql<number>`count(*)` }).from(services).where(offered),
  ]);
  return { content: rows.map(pricedCard), totalElements: counted?.count ?? 0 };
}

const cardRows = ({ db }: Context, where: SQL) =>
  db
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
    .where(where)
    .orderBy(...inSequence());

const pricedCard = (row: Awaited<ReturnType<typeof cardRows>>[number]): PricedCard => ({
  ...cardOf(row),
  slug: row.slug,
  fromPrice: row.fromPrice,
  recurrence: onlyRecurrence(row),
});

const searchedServices = ({ db }: Context, offered: SQL | undefined) =>
  db
    .select({
      id: services.id,
      name: services.name,
      description: sql<string>`substr(description_source, 1, ${SEARCHED_LENGTH})`.as("searched_description"),
      packages:
        sql<string>`coalesce((select group_concat(packages.name, ' ') from packages where service_id = services.id and archived_at is null), '')`.as(
          "searched_packages",
        ),
    })
    .from(services)
    .where(offered)
    .orderBy(...inSequence())
    .limit(MAX_SEARCHED);
