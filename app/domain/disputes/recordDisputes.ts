import { and, eq, ne } from "drizzle-orm";
import { newId } from "~db/ids";
import { disputes, refunds, subscriptions } from "~db/schema";
import { authorize } from "../access";
import { adjustCommissionToOrder } from "../commissions/adjustCommissionToOrder";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { type StoredOrder, writeOrder } from "../orders/editableOrder";
import { refundedColumns } from "../orders/refundedColumns";
import type { ProviderDispute, ReversedPayment } from "../ports/payments";
import { orderPaidBy } from "../refunds/orderPaidBy";
import { providerLabel } from "../refunds/providerLabel";
import { CARD_PROVIDER, disputedSum, type RefundRow, readRefunds, succeededSum } from "../refunds/writeRefunds";
import { retryOnConflict } from "../retryOnConflict";
import type { DisputeChange, DisputeRow } from "./disputeChange";
import { disputeNotices } from "./disputeNotices";

/**
 * Syncs the disputes of a payment with the provider: one row per dispute and one refund row per movement of money, on
 * the provider's day. Revenue, totals and commission follow. Always fetches all disputes after reading the order, and
 * writes only if the order is unchanged. So events may arrive late, twice or out of order, and a stale response never
 * overwrites a newer one. Ignores payments without an order. Throws PaymentsUnavailable, and Conflict when the order
 * kept changing.
 */
export async function recordDisputes(ctx: Context, payment: ReversedPayment): Promise<void> {
  authorize(ctx, "checkout.settle");
  const { account, paymentIntentId } = payment;
  const orderId = await orderPaidBy(ctx, payment);
  if (!orderId || !paymentIntentId) return;
  const attempt = async () => {
    const { order, rows } = await readRefunds(ctx, orderId);
    const [stored, reported, subscription] = await Promise.all([
      ctx.db.select().from(disputes).where(eq(disputes.orderId, orderId)),
      ctx.payments.disputesOf(account, paymentIntentId),
      runningSubscription(ctx, order),
    ]);
    const changes = reported.flatMap((one) => changesBy(ctx, order, one, stored, rows));
    if (changes.length === 0) return;
    const after = [...rows, ...changes.flatMap(({ moved }) => moved)];
    const columns = refundedColumns(order.total, succeededSum(after));
    await writeOrder(ctx, order, columns, [
      ...changes.flatMap((change) => [
        ctx.db.insert(disputes).values(change.dispute).onConflictDoUpdate({ target: disputes.id, set: change.dispute }),
        ...change.moved.map((movement) => ctx.db.insert(refunds).values(movement)),
        ...historyOf(ctx, change, after),
        ...disputeNotices(ctx, order, change, subscription),
      ]),
      ...(await adjustCommissionToOrder(ctx, { ...order, ...columns, version: order.version + 1 })),
    ]);
  };
  await retryOnConflict(ctx, attempt);
}

function changesBy(
  ctx: Context,
  order: StoredOrder,
  reported: ProviderDispute,
  stored: readonly DisputeRow[],
  rows: readonly RefundRow[],
): DisputeChange[] {
  const before = stored.find(({ providerId }) => providerId === reported.id) ?? null;
  const dispute: DisputeRow = {
    id: before?.id ?? newId(ctx.now),
    orderId: order.id,
    account: order.account,
    providerId: reported.id,
    amount: reported.amount,
    reason: reported.reason,
    status: reported.status,
    evidenceDueAt: reported.evidenceDueAt,
    openedAt: reported.createdAt,
  };
  const moved = reported.movements
    .filter(({ id, amount }) => amount !== 0 && !rows.some(({ providerId }) => providerId === id))
    .map(
      ({ id, amount, at }): RefundRow => ({
        creditNumber: null,
        id: newId(ctx.now),
        orderId: order.id,
        account: order.account,
        disputeId: dispute.id,
        amount,
        reason: providerLabel(reported.reason),
        source: "provider",
        state: "succeeded",
        // The id of the provider's movement, so the same money never counts twice.
        providerId: id,
        requestKey: null,
        createdById: CARD_PROVIDER,
        createdAt: at,
        refundedAt: at,
      }),
    );
  const same =
    before !== null &&
    (["amount", "reason", "status", "evidenceDueAt"] as const).every((column) => before[column] === dispute[column]);
  return same && moved.length === 0 ? [] : [{ before, dispute, moved }];
}

/**
 * Whether the order's subscription is active. After a move the subscription stays with the previous client (rules.md
 * orders/move).
 */
async function runningSubscription(ctx: Context, { subscriptionId, clientId }: StoredOrder): Promise<boolean> {
  if (!subscriptionId) return false;
  const running = await ctx.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.id, subscriptionId),
        eq(subscriptions.clientId, clientId),
        ne(subscriptions.status, "Cancelled"),
      ),
    )
    .get();
  return running !== undefined;
}

/** `after`: all refund rows of the order, including the movements of this change. */
function historyOf(ctx: Context, { before, dispute, moved }: DisputeChange, after: readonly RefundRow[]) {
  const { orderId, amount, reason, status, evidenceDueAt } = dispute;
  const written = (action: string, changes: Parameters<typeof historyStatement>[1]["changes"], dedupeKey?: string) =>
    historyStatement(ctx, { entity: "order", entityId: orderId, action, changes, dedupeKey });
  const stated = {
    field: "disputeState",
    before: before && providerLabel(before.status),
    after: providerLabel(status),
  };
  const due = { field: "evidenceDue", before: before?.evidenceDueAt ?? null, after: evidenceDueAt };
  const entries = [];
  if (!before)
    entries.push(
      written(
        "Payment disputed",
        [
          { field: "disputeAmount", before: null, after: amount },
          { field: "reason", before: null, after: providerLabel(reason) },
          ...(due.after === null ? [] : [due]),
          stated,
        ],
        `dispute.opened:${dispute.id}`,
      ),
    );
  else if (before.status !== status || due.before !== due.after)
    entries.push(
      written("Dispute changed", [
        ...(before.status === status ? [] : [stated]),
        ...(due.before === due.after ? [] : [due]),
      ]),
    );
  for (const movement of moved) {
    const disputedBefore = disputedSum(after.slice(0, after.indexOf(movement)));
    entries.push(
      written(
        movement.amount > 0 ? "Disputed money withdrawn" : "Disputed money returned",
        [{ field: "disputed", before: disputedBefore, after: disputedBefore + movement.amount }],
        `dispute.moved:${movement.id}`,
      ),
    );
  }
  return entries;
}
