import { and, eq, ne } from "drizzle-orm";
import { newId } from "~db/ids";
import { disputes, refunds, subscriptions } from "~db/schema";
import { authorize } from "../access";
import { followOrder } from "../commissions/followOrder";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { type StoredOrder, writeOrder } from "../orders/editableOrder";
import type { ProviderDispute, ReversedPayment } from "../ports";
import { orderPaidBy } from "../refunds/orderPaidBy";
import {
  CARD_PROVIDER,
  disputedSum,
  type RefundRow,
  readRefunds,
  refundedColumns,
  succeededSum,
} from "../refunds/writeRefunds";
import { disputeNotices } from "./disputeNotices";
import { providerWords } from "./disputeStates";

export type DisputeRow = typeof disputes.$inferSelect;

/** Others may change the order between reading and writing; each time it is read anew. */
const TRIES = 5;

/**
 * Keeps what the provider says of the disputes of a payment: each is one row as it stands, each movement of its money one
 * row among the refunds on the provider's own day, and revenue, totals and commission follow those. Whatever the message
 * was, all of them are asked for, so news may come late, twice or in any order; they are asked for after the order was
 * read and written only while it is as it was read, so that an older answer never takes the place of a newer one. A
 * payment of no order is nothing to do. Throws PaymentsUnavailable, and Conflict when the order kept changing.
 */
export async function recordDisputes(ctx: Context, payment: ReversedPayment): Promise<void> {
  authorize(ctx, "checkout.settle");
  const { account, paymentIntentId } = payment;
  const orderId = await orderPaidBy(ctx, payment);
  if (!orderId || !paymentIntentId) return;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { order, rows } = await readRefunds(ctx, orderId);
    const [known, given, subscription] = await Promise.all([
      ctx.db.select().from(disputes).where(eq(disputes.orderId, orderId)),
      ctx.payments.disputesOf(account, paymentIntentId),
      runningSubscription(ctx, order),
    ]);
    const changes = given.flatMap((one) => changesBy(ctx, order, one, known, rows));
    if (changes.length === 0) return;
    const after = [...rows, ...changes.flatMap(({ moved }) => moved)];
    try {
      await writeOrder(ctx, order, refundedColumns(order.total, succeededSum(after)), [
        ...changes.flatMap((change) => [
          ctx.db
            .insert(disputes)
            .values(change.dispute)
            .onConflictDoUpdate({ target: disputes.id, set: change.dispute }),
          ...change.moved.map((movement) => ctx.db.insert(refunds).values(movement)),
          ...historyOf(ctx, change, after),
          ...disputeNotices(ctx, order, change, subscription),
        ]),
        ...followOrder(ctx, order.id),
      ]);
      return;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }
  throw new Conflict("Someone else is changing this order. Please try again.");
}

/** A dispute that is new or moved on. */
export interface DisputeChange {
  /** As it is stored; null for one that is heard of for the first time. */
  before: DisputeRow | null;
  dispute: DisputeRow;
  /** Its movements of money that are new. */
  moved: RefundRow[];
}

function changesBy(
  ctx: Context,
  order: StoredOrder,
  given: ProviderDispute,
  known: readonly DisputeRow[],
  rows: readonly RefundRow[],
): DisputeChange[] {
  const before = known.find(({ providerId }) => providerId === given.id) ?? null;
  const dispute: DisputeRow = {
    id: before?.id ?? newId(ctx.now),
    orderId: order.id,
    account: order.account,
    providerId: given.id,
    amount: given.amount,
    reason: given.reason,
    status: given.status,
    evidenceDueAt: given.evidenceDueAt,
    openedAt: given.createdAt,
  };
  const moved = given.movements
    .filter(({ id, amount }) => amount !== 0 && !rows.some(({ providerId }) => providerId === id))
    .map(
      ({ id, amount, at }): RefundRow => ({
        id: newId(ctx.now),
        orderId: order.id,
        account: order.account,
        disputeId: dispute.id,
        amount,
        reason: providerWords(given.reason),
        source: "provider",
        state: "succeeded",
        // The provider's movement: the same money is never counted twice.
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

/** Whether the order's subscription goes on; of an order that has moved it stayed with its client (decision O11). */
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

/** `after`: what went back of the order by now, the movements of this change among it. */
function historyOf(ctx: Context, { before, dispute, moved }: DisputeChange, after: readonly RefundRow[]) {
  const { orderId, amount, reason, status, evidenceDueAt } = dispute;
  const written = (action: string, changes: Parameters<typeof historyStatement>[1]["changes"], dedupeKey?: string) =>
    historyStatement(ctx, { entity: "order", entityId: orderId, action, changes, dedupeKey });
  const stated = {
    field: "disputeState",
    before: before && providerWords(before.status),
    after: providerWords(status),
  };
  const due = { field: "evidenceDue", before: before?.evidenceDueAt ?? null, after: evidenceDueAt };
  const entries = [];
  if (!before)
    entries.push(
      written(
        "Payment disputed",
        [
          { field: "disputeAmount", before: null, after: amount },
          { field: "reason", before: null, after: providerWords(reason) },
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
    const held = disputedSum(after.slice(0, after.indexOf(movement)));
    entries.push(
      written(
        movement.amount > 0 ? "Disputed money withdrawn" : "Disputed money returned",
        [{ field: "disputed", before: held, after: held + movement.amount }],
        `dispute.moved:${movement.id}`,
      ),
    );
  }
  return entries;
}
