import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { throughDay } from "~/domain/days";
import { changeDeadline } from "~/domain/orders/changeDeadline";
import { orders, placements } from "~db/schema";
import type { SeededAccounts } from "./accounts";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";

/** How many orders staff moved to the end of today, and to the days after it. */
const TODAY = 4;
const LATER = 90;
/** The days after today that those are spread over. */
const DAYS = 25;
/** One in so many stays overdue. */
const KEPT = 6;
const reasons = ["The client asked for more time", "The publisher answers late", "Agreed by phone"];

/** Moves the deadlines of some orders in progress. The others keep theirs, some of which have passed. */
export async function seedDeadlines(seed: Seed, { superAdmin }: SeededAccounts): Promise<void> {
  const { now } = seed.env;
  const running = await seed.db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(placements, eq(placements.orderId, orders.id))
    .where(and(inArray(orders.status, ["Active", "Working"]), isNotNull(orders.dueAt), isNull(placements.id)))
    .orderBy(asc(orders.number))
    .limit(TODAY + LATER);
  const ctx = seedContext(seed, actingAs(superAdmin), now - 60_000);
  const today = now - (now % DAY_MS);
  for (const [index, { id }] of running.entries()) {
    if (index >= TODAY && index % KEPT === 0) continue;
    const day = index < TODAY ? today : today + (1 + (index % DAYS)) * DAY_MS;
    await changeDeadline(ctx, { id, dueAt: throughDay(day, "UTC"), reason: reasons[index % reasons.length]! });
  }
}
