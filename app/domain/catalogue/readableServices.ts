import { and, eq, isNull, type SQL } from "drizzle-orm";
import { services } from "~db/schema";
import { type Actor, isStaff } from "../context";

/** Matches services that are neither hidden nor archived (rules.md catalogue/hidden). */
export const inCatalogue = () => and(eq(services.visible, true), isNull(services.archivedAt));

/** The services an actor can read: customers the catalogue, staff hidden services too. */
export const readableServices = (actor: Actor): SQL | undefined =>
  isStaff(actor) ? isNull(services.archivedAt) : inCatalogue();
