import { and, eq, sql } from "drizzle-orm";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import { billingCycles, subscriptions, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { cardToShow, type ShownCard } from "./cardToShow";
import { type NextAmount, readNextAmount } from "./nextAmount";
import { anchorDayOf, nextPaymentDate } from "./nextPaymentDate";
import { type SubscriptionStatus, subscriptionActions } from "./subscriptionStates";

/** What Charge Now and Cancel affect. Cents and ms UTC. */
export interface SubscriptionToChange extends NextAmount {
  id: string;
  clientName: string;
  serviceName: string;
  status: SubscriptionStatus;
  allowed: { chargeNow: boolean; cancel: boolean };
  card: ShownCard | null;
  /** The cycle that Charge Now would pay. */
  nextCycle: number;
  nextPayment: number;
  /** The payment after a Charge Now (rules.md subscriptions/charge-now). */
  nextPaymentAfterCharge: number;
  /** The provider's message about the latest failed try. */
  lastFailure: string | null;
  cancelRequest: { at: number; reason: string } | null;
  /** When it ends because the customer cancelled it. */
  endsAt: number | null;
}

/** The content of the dialogs on the list. Staff only. Throws NotFound. */
export async function subscriptionToChange(ctx: Context, id: string): Promise<SubscriptionToChange> {
  authorize(ctx, "subscriptions.manage");
  const row = await ctx.db
    .select({
      subscription: subscriptions,
      clientName: fullName(users).as("client_name"),
      lastFailure: named(billingCycles.lastFailure, "cycle_failure"),
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.clientId))
    .leftJoin(
      billingCycles,
      and(
        eq(billingCycles.subscriptionId, subscriptions.id),
        eq(billingCycles.cycle, sql`${subscriptions.currentCycle} + 1`),
      ),
    )
    .where(eq(subscriptions.id, id))
    .get();
  if (!row) throw new NotFound();
  const { subscription, clientName, lastFailure } = row;
  const { status, serviceName, nextPayment, currentCycle, cancelRequestedAt, cancelRequest, endsAt } = subscription;
  return {
    id,
    clientName,
    serviceName,
    status,
    allowed: {
      chargeNow: subscriptionActions[status].includes("chargeNow") && endsAt === null,
      cancel: subscriptionActions[status].includes("cancel"),
    },
    ...(await readNextAmount(ctx, subscription)),
    card: await cardToShow(ctx, subscription),
    nextCycle: currentCycle + 1,
    nextPayment,
    nextPaymentAfterCharge: nextPaymentDate(ctx.now, anchorDayOf(ctx.now), subscription),
    lastFailure,
    endsAt,
    cancelRequest:
      cancelRequestedAt === null || status === "Cancelled"
        ? null
        : { at: cancelRequestedAt, reason: cancelRequest ?? "" },
  };
}
