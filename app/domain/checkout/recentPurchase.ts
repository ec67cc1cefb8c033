import { and, desc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { orderItems, orders } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import type { Cents } from "../money";
import type { OrderRow } from "../orderPaid";
import type { PackageCount } from "../pricing/packageCount";
import { checkPayment } from "./checkPayment";

const MINUTE_MS = 60_000;
/** A repeat purchase of a service within this time is usually a mistake. */
const ASK_AGAIN_MS = 10 * MINUTE_MS;
/** Payments undecided for longer are left to reconciliation. */
const PENDING_MS = 60 * MINUTE_MS;
/** Enough to skip orders that were started and abandoned, or of other packages. */
const NEWEST = 20;

export interface RecentPurchase {
  id: string;
  number: number;
  total: Cents;
  /** The checkout form that created the order. */
  checkoutKey: string | null;
  /** ms UTC; null while the payment is being confirmed. */
  paidAt: number | null;
}

interface Asked {
  serviceId: string;
  paidHere?: string | null;
  known?: string | null;
  selection?: readonly PackageCount[];
}

/**
 * The order that the buyer just paid, or is paying, in this service's checkout; null when there is none. `paidHere`
 * is the order of the current page, which counts at any age. Orders up to `known` are ignored, because the buyer saw
 * them and is starting another. With `selection` only an order of the same packages, add-ons and quantities counts.
 */
export async function recentPurchase(
  ctx: Context,
  { serviceId, paidHere, known, selection }: Asked,
): Promise<RecentPurchase | null> {
  authorize(ctx, "checkout.view");
  const buyer = userOf(ctx.actor);
  if (buyer?.role !== "CUSTOMER") return null;
  const ofBuyer = and(eq(orders.clientId, buyer.id), eq(orders.serviceId, serviceId), isNotNull(orders.checkoutKey));
  const isNewest = and(ofBuyer, gt(orders.createdAt, ctx.now - PENDING_MS));
  const byAge = [desc(orders.createdAt), desc(orders.id)];
  const newestIds = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(isNewest)
    .orderBy(...byAge)
    .limit(NEWEST);
  const [own, newest, items] = await ctx.db.batch([
    ctx.db
      .select()
      .from(orders)
      .where(and(ofBuyer, eq(orders.id, paidHere ?? ""))),
    ctx.db
      .select()
      .from(orders)
      .where(isNewest)
      .orderBy(...byAge)
      .limit(NEWEST),
    ctx.db.select().from(orderItems).where(inArray(orderItems.orderId, newestIds)),
  ]);
  const isSame = ({ id }: OrderRow) =>
    !selection || selectionKey(items.filter(({ orderId }) => orderId === id)) === selectionKey(chosen(selection));
  // Ids sort by creation time.
  const rows = [...own, ...newest.filter(isSame)].filter(({ id }) => !known || id > known);
  const paid = rows.find(
    (row) => row.payState !== "unpaid" && (row.id === paidHere || (row.paidAt ?? 0) > ctx.now - ASK_AGAIN_MS),
  );
  if (paid) return purchaseOf(paid, paid.paidAt);
  const open = rows.find((row) => row.payState === "unpaid" && hasPayable(row));
  return open ? await undecided(ctx, open) : null;
}

const chosen = (selection: readonly PackageCount[]) =>
  selection.filter(({ count }) => count > 0).map(({ count, ...one }) => ({ ...one, quantity: count }));

const selectionKey = (lines: readonly { packageId: string; addOn?: string | null; quantity: number }[]) =>
  JSON.stringify(lines.map(({ packageId, addOn, quantity }) => [packageId, addOn || null, quantity]).sort());

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
