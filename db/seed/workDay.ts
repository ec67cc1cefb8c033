import { asc, inArray } from "drizzle-orm";
import { workStatuses } from "~/domain/orders/orderStates";
import { wakesOn } from "~/domain/orders/snoozeInput";
import { updateOrder } from "~/domain/orders/updateOrder";
import { orders } from "~db/schema";
import type { SeededAccounts } from "./accounts";
import { actingAs, DAY_MS, type Seed, seedContext } from "./seedContext";

/** The newest orders stay plain, as they came in. */
const PLAIN = 6;
const HOUR_MS = 60 * 60 * 1000;

type Sorting = Pick<Parameters<typeof updateOrder>[1], "priority" | "tags" | "snoozeReason">;

/** What staff noted on orders, in turn. */
const notes: readonly (Sorting | null)[] = [
  { priority: "high", tags: ["Key account"] },
  null,
  { tags: ["Needs a writer"] },
  { snoozeReason: "The client is back next week" },
  null,
  { priority: "urgent", tags: ["Rush", "Key account"] },
  null,
  { priority: "low" },
  { tags: ["Waiting for data"], snoozeReason: "The new site goes live first" },
  null,
  null,
];

/** Sorts the open orders as a team does in its working day. */
export async function seedWorkDay(seed: Seed, { superAdmin }: SeededAccounts): Promise<void> {
  const { now } = seed.env;
  const open = await seed.db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.status, [...workStatuses]))
    .orderBy(asc(orders.number));
  for (const [index, { id }] of open.slice(0, -PLAIN).entries()) {
    const note = notes[index % notes.length];
    if (!note) continue;
    const wakes = new Date(now + (2 + (index % 5)) * DAY_MS).toISOString().slice(0, 10);
    await updateOrder(seedContext(seed, actingAs(superAdmin), now - 2 * HOUR_MS), {
      id,
      ...note,
      ...(note.snoozeReason ? { snoozedUntil: wakesOn(wakes) } : {}),
    });
  }
}
