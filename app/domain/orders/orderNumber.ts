import { sql } from "drizzle-orm";
import { floorOf } from "../recovery/numberFloors";

/** The last number before the first order (decision O9). */
const NUMBERS_START_ABOVE = 10_000;

/**
 * The next short number for people, worked out inside the insert so that no two orders get the same. Call `checkNumbers`
 * first.
 */
export const nextOrderNumber = sql<number>`(select max(coalesce(max(number), ${NUMBERS_START_ABOVE}), ${floorOf("order")}) + 1 from orders)`;
