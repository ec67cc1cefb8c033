import { and, eq, ne, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { subscriptions } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { SubscriptionStatus } from "./subscriptionStates";

/** For the caller's batch: no further charge, also no planned one (decision S5). Stopping a stopped one changes nothing. */
export const stopSubscriptionStatements = (
  ctx: Context,
  subscription: { id: string; status: SubscriptionStatus },
  reason: string,
): BatchStatement[] => [
  ctx.db
    .update(subscriptions)
    .set({ status: "Cancelled", cancelledAt: ctx.now, version: sql`${subscriptions.version} + 1` })
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
