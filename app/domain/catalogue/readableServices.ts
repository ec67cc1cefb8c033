import { and, asc, isNull, type SQL, sql } from "drizzle-orm";
import { services } from "~db/schema";
import { type Actor, isStaff } from "../context";

/** Matches services that are neither hidden nor archived (rules.md catalogue/hidden). */
export const inCatalogue = () =>
  // Literal, because the planner uses a partial index only for the identical expression.
  and(sql`${services.visible} = 1`, isNull(services.archivedAt));

/** The order that staff gave the catalogue (rules.md catalogue/sequence). */
export const inSequence = () => [asc(services.sequence), asc(services.createdAt), asc(services.id)];

/** Matches services that have a package: customers are offered nothing that they cannot order. */
export const isOrderable = () =>
  sql`exists (select 1 from packages where service_id = services.id and archived_at is null)`;

/** Matches services of the public shop: hidden, unlisted and unfinished ones are not (rules.md shop/listed). */
export const inShop = () => and(inCatalogue(), sql`${services.listedInShop} = 1`, isOrderable());

/** The services an actor can read: customers the catalogue, staff hidden services too. */
export const readableServices = (actor: Actor): SQL | undefined =>
  isStaff(actor) ? isNull(services.archivedAt) : inCatalogue();
