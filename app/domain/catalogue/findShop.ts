import type { Page } from "~/list/defineList";
import type { Context } from "../context";
import { type CatalogueQuery, type PricedCard, pricedCards } from "./findCatalogue";
import { inShop } from "./readableServices";
import { assertShopOpen } from "./shopOpen";

/** One page of the public shop, as findCatalogue. Throws NotFound while the shop is off. */
export async function findShop(ctx: Context, query: CatalogueQuery = {}): Promise<Page<PricedCard>> {
  assertShopOpen(ctx);
  return await pricedCards(ctx, inShop(), query);
}
