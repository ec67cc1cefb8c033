import { asc, eq, sql } from "drizzle-orm";
import { disputes } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { DisputeRow } from "./disputeChange";

/** A dispute on the staff order page. Cents and ms UTC. */
export interface DisputeOfOrder
  extends Pick<DisputeRow, "id" | "amount" | "reason" | "status" | "evidenceDueAt" | "openedAt"> {
  /** Withdrawn and not returned. */
  withdrawn: Cents;
}

/** The disputes of an order, oldest first. Staff only (rules.md security/internal-text). */
export async function orderDisputes(ctx: Context, orderId: string): Promise<DisputeOfOrder[]> {
  authorize(ctx, "orders.edit");
  return await ctx.db
    .select({
      id: disputes.id,
      amount: disputes.amount,
      reason: disputes.reason,
      status: disputes.status,
      evidenceDueAt: disputes.evidenceDueAt,
      openedAt: disputes.openedAt,
      withdrawn:
        sql<Cents>`(select coalesce(sum(refunds.amount), 0) from refunds where refunds.order_id = disputes.order_id and refunds.dispute_id = disputes.id)`.as(
          "withdrawn",
        ),
    })
    .from(disputes)
    .where(eq(disputes.orderId, orderId))
    .orderBy(asc(disputes.openedAt), asc(disputes.id));
}
