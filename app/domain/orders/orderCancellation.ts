import { and, eq } from "drizzle-orm";
import { named } from "~db/named";
import { orders, subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { Cents } from "../money";
import type { SubscriptionRow } from "../orderPaid";
import { linkCountColumn, linkCountsOf } from "./linkCounts";
import { type OrderStatus, type PayState, staffTransitions } from "./orderStates";
import { visibleOrders } from "./visibleOrders";

/** What cancelling an order affects. Cents and ms UTC. */
interface OrderCancellation {
  id: string;
  number: number;
  version: number;
  status: OrderStatus;
  allowed: boolean;
  payState: PayState;
  /** Paid and not refunded. Cancelling does not refund it. */
  kept: Cents;
  /** Links that are not live yet and are cancelled too. */
  openLinks: number;
  /** The subscription that continues unless it is stopped too; null when there is none or it has ended. */
  subscription: Pick<SubscriptionRow, "id" | "status" | "renewalAmount" | "nextPayment"> | null;
}

/** The content of the cancellation dialog, staff only (rules.md orders/cancel). Throws NotFound. */
export async function orderCancellation(ctx: Context, id: string): Promise<OrderCancellation> {
  authorize(ctx, "orders.edit");
  const row = await ctx.db
    .select({
      id: named(orders.id, "order_id"),
      number: orders.number,
      version: named(orders.version, "order_version"),
      status: named(orders.status, "order_status"),
      payState: orders.payState,
      total: orders.total,
      refunded: orders.refunded,
      linkCounts: linkCountColumn,
      subscriptionId: named(subscriptions.id, "subscription_id"),
      subscriptionStatus: named(subscriptions.status, "subscription_status"),
      renewalAmount: subscriptions.renewalAmount,
      nextPayment: subscriptions.nextPayment,
    })
    .from(orders)
    // After a move the subscription stays with the previous client (rules.md orders/move).
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.id, orders.subscriptionId), eq(subscriptions.clientId, orders.clientId)),
    )
    .where(and(visibleOrders(ctx.actor), eq(orders.id, id)))
    .get();
  if (!row) throw new NotFound();
  const { subscriptionId, subscriptionStatus, renewalAmount, nextPayment, total, refunded, linkCounts, ...order } = row;
  const goesOn = subscriptionId && subscriptionStatus && subscriptionStatus !== "Cancelled";
  return {
    ...order,
    allowed: staffTransitions[order.status].includes("Cancelled"),
    openLinks: linkCountsOf(linkCounts)?.open ?? 0,
    kept: order.payState === "unpaid" ? 0 : total - refunded,
    subscription: goesOn
      ? {
          id: subscriptionId,
          status: subscriptionStatus,
          renewalAmount: renewalAmount ?? 0,
          nextPayment: nextPayment ?? 0,
        }
      : null,
  };
}
