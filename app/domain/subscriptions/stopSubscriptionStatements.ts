import { and, eq, ne, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { named } from "~db/named";
import { subscriptions, users } from "~db/schema";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { subscriptionCancelledMail } from "./subscriptionCancelledMail";
import type { SubscriptionStatus } from "./subscriptionStates";

export interface StoppableSubscription {
  id: string;
  status: SubscriptionStatus;
  serviceName: string;
  currentCycle: number;
  client: { email: string; firstName: string };
}

/** Reads a subscription to stop. Throws NotFound. */
export async function stoppableSubscription(ctx: Context, id: string): Promise<StoppableSubscription> {
  const row = await ctx.db
    .select({
      id: named(subscriptions.id, "subscription_id"),
      status: named(subscriptions.status, "subscription_status"),
      serviceName: subscriptions.serviceName,
      currentCycle: subscriptions.currentCycle,
      client: { email: users.email, firstName: users.firstName },
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.clientId))
    .where(eq(subscriptions.id, id))
    .get();
  if (!row) throw new NotFound();
  return row;
}

/**
 * For the caller's batch: no further charges, including scheduled ones (rules.md subscriptions/cancel). A cancelled
 * subscription stays unchanged.
 */
export const stopSubscriptionStatements = (
  ctx: Context,
  subscription: Pick<StoppableSubscription, "id" | "status">,
  reason: string,
): BatchStatement[] => [
  ctx.db
    .update(subscriptions)
    .set({ status: "Cancelled", cancelledAt: ctx.now, endsAt: null, version: sql`${subscriptions.version} + 1` })
    .where(and(eq(subscriptions.id, subscription.id), ne(subscriptions.status, "Cancelled"))),
  historyStatement(ctx, {
    entity: "subscription",
    entityId: subscription.id,
    action: "Subscription cancelled",
    changes: [
      { field: "status", before: subscription.status, after: "Cancelled" },
      { field: "reason", before: null, after: reason },
    ],
  }),
];

/** The same, and notifies the customer once. A caller that needs a guard inserts it after the first statement. */
export const endSubscriptionStatements = (
  ctx: Context,
  subscription: StoppableSubscription,
  reason: string,
): BatchStatement[] => [
  ...stopSubscriptionStatements(ctx, subscription, reason),
  ...subscriptionCancelledMail(ctx, subscription, subscription.client),
];
