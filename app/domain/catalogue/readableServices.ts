import { and, eq, isNull, type SQL } from "drizzle-orm";
import { services } from "~db/schema";
import { type Actor, isStaff } from "../context";

/** In the customer catalogue: neither hidden nor archived (rules.md catalogue/hidden). */
export const inCatalogue = () => and(eq(services.visible, true), isNull(services.archivedAt));

/** The first term of every question about services: customers see the catalogue, staff hidden services too. */
export const readableServices = (actor: Actor): SQL | undefined =>
  isStaff(actor) ? isNull(services.archivedAt) : inCatalogue();
