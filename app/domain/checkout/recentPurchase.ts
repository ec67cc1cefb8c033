import { and, desc, eq, gt, isNotNull } from "drizzle-orm";
import { orders } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import type { Cents } from "../money";
import type { OrderRow } from "../orderPaid";
import { checkPayment } from "./checkPayment";

const MINUTE_MS = 60_000;
/** A repeat purchase of a service within this time is usually a mistake. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
/** Payments undecided for longer are left to reconciliation. */
const PENDING_MS = 60 * MINUTE_MS;
/** Enough to skip orders that were started and abandoned. */
const NEWEST = 5;

export interface RecentPurchase {
  id: string;
  number: number;
  total: Cents;
  /** The checkout form that created the order. */
  checkoutKey: string | null;
  /** ms UTC; null while the payment is being confirmed. */
  paidAt: number | null;
}

/**
 * The order that the buyer just paid, or is paying, in this service's checkout; null when there is none. `paidHere`
 * is the order of the current page, which counts at any age. Orders up to `known` are ignored, because the buyer saw
 * them and is starting another.
 */
export async function recentPurchase(
  ctx: Context,
  { serviceId, paidHere, known }: { serviceId: string; paidHere?: string | null; known?: string | null },
): Promise<RecentPurchase | null> {
  authorize(ctx, "checkout.view");
  const buyer = userOf(ctx.actor);
  if (buyer?.role !== "CUSTOMER") return null;
  const ofBuyer = and(eq(orders.clientId, buyer.id), eq(orders.serviceId, serviceId), isNotNull(orders.checkoutKey));
  const [own, newest] = await ctx.db.batch([
    ctx.db
      .select()
      .from(orders)
      .where(and(ofBuyer, eq(orders.id, paidHere ?? ""))),
    ctx.db
      .select()
      .from(orders)
      .where(and(ofBuyer, gt(orders.createdAt, ctx.now - PENDING_MS)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(NEWEST),
  ]);
  // Ids sort by creation time.
  const rows = [...own, ...newest].filter(({ id }) => !known || id > known);
  const paid = rows.find(
    (row) => row.payState !== "unpaid" && (row.id === paidHere || (row.paidAt ?? 0) > ctx.now - ASK_AGAIN_MS),
  );
  if (paid) return purchaseOf(paid, paid.paidAt);
  const open = rows.find((row) => row.payState === "unpaid" && hasPayable(row));
  return open ? await undecided(ctx, open) : null;
}

const hasPayable = ({ paymentIntentId, checkoutSessionId, setupIntentId }: OrderRow) =>
  Boolean(paymentIntentId ?? checkoutSessionId ?? setupIntentId);

/** Asks the provider, because the buyer may have paid without the portal knowing. */
async function undecided(ctx: Context, order: OrderRow): Promise<RecentPurchase | null> {
  const { paid, pending } = await checkPayment(ctx, order.id);
  if (paid) return purchaseOf(order, ctx.now);
  return pending ? purchaseOf(order, null) : null;
}

const purchaseOf = ({ id, number, total, checkoutKey }: OrderRow, paidAt: number | null): RecentPurchase => ({
  id,
  number,
  total,
  checkoutKey,
  paidAt,
});
