import { sql } from "drizzle-orm";
import { floorOf } from "../numbering/numberFloors";

/** The first order gets the next number (rules.md orders/ids). */
const NUMBERS_START_ABOVE = 10_000;

/**
 * The next short order number, computed inside the insert so that no two orders share one. Call `checkNumbers` first.
 */
export const nextOrderNumber = sql<number>`(select max(coalesce(max(number), ${NUMBERS_START_ABOVE}), ${floorOf("order")}) + 1 from orders)`;
