import type { Context } from "../context";
import { type CataloguePage, type CatalogueQuery, pricedCards } from "./findCatalogue";
import { inShop } from "./readableServices";
import { assertShopOpen } from "./shopOpen";

/** One page of the public shop, as findCatalogue. Throws NotFound while the shop is off. */
export async function findShop(ctx: Context, query: CatalogueQuery = {}): Promise<CataloguePage> {
  assertShopOpen(ctx);
  return await pricedCards(ctx, inShop(), query);
}
