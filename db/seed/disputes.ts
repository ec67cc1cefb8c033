import { and, desc, eq, isNotNull, lt, notInArray } from "drizzle-orm";
import { recordDisputes } from "~/domain/disputes/recordDisputes";
import { orders } from "~db/schema";
import type { SeededAccounts } from "./accounts";
import { DAY_MS, type Seed, seedContext } from "./seedContext";

/**
 * Adds a payment that was disputed five days ago and still needs evidence. It belongs to neither account that people
 * try out.
 */
export async function seedDispute(seed: Seed, { clients }: SeededAccounts): Promise<void> {
  const { now } = seed.env;
  const tried = clients.filter(({ user }) => /^(customer|affiliate)@/.test(user.email)).map(({ user }) => user.id);
  const order = await seed.db
    .select({ account: orders.account, paymentIntentId: orders.paymentIntentId })
    .from(orders)
    .where(
      and(
        lt(orders.completedAt, now - 6 * DAY_MS),
        eq(orders.payState, "paid"),
        isNotNull(orders.paymentIntentId),
        notInArray(orders.clientId, tried),
        lt(orders.paidAt, now - 12 * DAY_MS),
      ),
    )
    .orderBy(desc(orders.paidAt), desc(orders.id))
    .limit(1)
    .get();
  if (!order?.paymentIntentId) return;
  const at = now - 5 * DAY_MS;
  seed.payments.dispute(order.paymentIntentId, at);
  await recordDisputes(seedContext(seed, { kind: "system", name: "Card provider" }, at), order);
}
