import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import { orders, refunds, users } from "~db/schema";
import { authorize } from "../access";
import { type Context, isStaff } from "../context";
import type { Cents } from "../money";
import { visibleOrders } from "../orders/visibleOrders";
import type { RefundState } from "./refundStates";

/** One refund on the order page. Cents and ms UTC. */
export interface RefundOfOrder {
  id: string;
  amount: Cents;
  state: RefundState;
  createdAt: number;
  refundedAt: number | null;
  /** The number of its credit note; null while it has none. */
  creditNumber: number | null;
  /** Staff only: the reason and who requested it (rules.md security/internal-text). */
  inside: { reason: string; byName: string } | null;
}

/**
 * The refunds of an order that the actor can see, oldest first. Customers see no failed ones, reasons or names.
 * Dispute movements are not refunds: staff read them from `orderDisputes`.
 */
export async function orderRefunds(ctx: Context, orderId: string): Promise<RefundOfOrder[]> {
  authorize(ctx, "orders.read");
  const staff = isStaff(ctx.actor);
  const seen = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId)));
  const rows = await ctx.db
    .select({
      id: named(refunds.id, "refund_id"),
      amount: refunds.amount,
      state: refunds.state,
      createdAt: named(refunds.createdAt, "refund_created_at"),
      refundedAt: refunds.refundedAt,
      creditNumber: refunds.creditNumber,
      reason: refunds.reason,
      createdById: refunds.createdById,
      byName: sql<string | null>`${fullName(users)}`.as("by_name"),
    })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.createdById))
    .where(
      and(inArray(refunds.orderId, seen), isNull(refunds.disputeId), staff ? undefined : ne(refunds.state, "failed")),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return rows.map(({ reason, byName, createdById, ...row }) => ({
    ...row,
    inside: staff ? { reason, byName: byName ?? createdById } : null,
  }));
}
