import { asc, eq } from "drizzle-orm";
import { renewDue } from "~/domain/billing/renewDue";
import { cancelSubscription } from "~/domain/cancellations/cancelSubscription";
import { askToCancel } from "~/domain/subscriptions/askToCancel";
import { subscriptions } from "~db/schema";
import type { SeededAccounts } from "./accounts";
import { actingAs, DAY_MS, type Seed, seedContext, systemContext } from "./seedContext";

/** Interval of the renewal runs in the seeded past. */
const STEP_MS = DAY_MS / 6;

const endReasons = [
  "We have moved this work to our own team.",
  "The budget for this quarter is spent. We may come back in spring.",
  "The campaign has ended.",
];

/** Runs the renewals between two moments (ms), as the cron would have. */
export async function replayRenewals(seed: Seed, from: number, to: number): Promise<void> {
  for (let at = from + STEP_MS; at < to; at += STEP_MS) await renewAt(seed, at);
  await renewAt(seed, to);
}

async function renewAt(seed: Seed, at: number) {
  const ctx = systemContext(seed, at);
  const fail = (error: unknown) => {
    throw error;
  };
  while ((await renewDue(ctx, fail)).done > 0);
}

/** Cancels some subscriptions, and adds cancellation requests from customers to others. */
export async function seedSubscriptionEnds(seed: Seed, { clients, superAdmin }: SeededAccounts): Promise<void> {
  const { now } = seed.env;
  const going = await seed.db
    .select({ id: subscriptions.id, clientId: subscriptions.clientId, createdAt: subscriptions.createdAt })
    .from(subscriptions)
    .where(eq(subscriptions.status, "Active"))
    .orderBy(asc(subscriptions.createdAt));
  const chosen = going.filter(({ createdAt }, index) => index % 6 === 2 && createdAt < now - 10 * DAY_MS);
  for (const [index, { id, clientId }] of chosen.entries()) {
    const client = clients.find(({ user }) => user.id === clientId);
    if (!client) continue;
    const askedAt = now - (9 - (index % 7)) * DAY_MS;
    const reason = endReasons[index % endReasons.length]!;
    await askToCancel(seedContext(seed, actingAs(client.user), askedAt), { id, reason });
    if (index % 2 === 0)
      await cancelSubscription(seedContext(seed, actingAs(superAdmin), askedAt + DAY_MS / 2), { id, reason });
  }
}
