import { and, eq, sql } from "drizzle-orm";
import { assertHolds, assertRowsChanged, type BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { commissions } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { type ChangedOrder, commissionAfter } from "./commissionAfter";

/** The order as the caller's batch leaves it. */
interface AdjustedOrder extends ChangedOrder {
  id: string;
  version: number;
}

/**
 * Reads an order's commission and returns the statements that adjust it after a refund, a failed refund, a
 * cancellation or a reopening, for the batch of that change (docs/decisions/0027-commissions.md). That batch must guard
 * the order's version, read before this call. It fails with PreconditionFailed when the commission's status changed
 * meanwhile: call again and retry. Idempotent: at most one line per order version.
 */
export async function adjustCommissionToOrder(ctx: Context, order: AdjustedOrder): Promise<BatchStatement[]> {
  const { db, now } = ctx;
  const lines = await db.select().from(commissions).where(eq(commissions.orderId, order.id));
  const earned = lines.find(({ kind }) => kind === "earned");
  const change = commissionAfter(order, lines);
  if (!earned || !change) return [];
  const { amount, voidReason, action, before, after } = change;
  const lineId = change.kind === "add" ? newId(now) : earned.id;
  const audit = historyStatement(ctx, {
    entity: "commission",
    entityId: lineId,
    action,
    changes: [{ field: "amount", before, after }],
  });
  const isAsRead = and(eq(commissions.id, earned.id), eq(commissions.version, earned.version));
  if (change.kind === "set")
    return [
      db
        .update(commissions)
        .set({
          amount,
          voidReason,
          voidedAt: voidReason === null ? null : now,
          version: sql`${commissions.version} + 1`,
        })
        .where(isAsRead),
      assertRowsChanged(db),
      audit,
    ];
  return [
    assertHolds(db, sql`exists (select 1 from ${commissions} where ${isAsRead})`),
    db
      .insert(commissions)
      .values({
        ...earned,
        id: lineId,
        kind: "reversal",
        amount,
        // The next payout includes it.
        status: "APPROVED",
        voidedAt: null,
        voidReason,
        approvedAt: now,
        paidAt: null,
        payoutId: null,
        dedupeKey: `order:${order.id}:${order.version}`,
        createdAt: now,
        version: 1,
      })
      .onConflictDoNothing(),
    audit,
  ];
}
