import { eq } from "drizzle-orm";
import { formatCents } from "~/format/money";
import { newId } from "~db/ids";
import { refunds } from "~db/schema";
import { authorize } from "../access";
import { followOrder } from "../commissions/followOrder";
import { type Context, userOf } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { Cents } from "../money";
import { editableOrder, type StoredOrder, writeOrder } from "../orders/editableOrder";
import type { PayState } from "../orders/orderStates";
import type { RefundState } from "../orders/orderWork";
import { finishRefund, sendRefund } from "./finishRefund";
import type { RefundInput } from "./refundInput";
import { refundNotices } from "./refundNotices";
import { disputedSum, heldSum, type RefundRow, readRefunds, refundedColumns, succeededSum } from "./writeRefunds";

/** A refund and how its order stands after it. Cents and ms UTC. */
export interface Refund {
  id: string;
  orderId: string;
  orderNumber: number;
  amount: Cents;
  reason: string;
  /** pending: the bank has not said yes yet. */
  state: RefundState;
  createdAt: number;
  refundedAt: number | null;
  /** Of the whole order so far. */
  orderRefunded: Cents;
  payState: PayState;
}

/**
 * Gives back an order's payment, whole or in part (decision O4; SuperAdmin and Admin). A row holds the amount first, then
 * the provider is asked, then both are written down: killed in between, the same form, the reconciliation or the
 * provider's message goes on from there, and money moves once for a `requestKey`. An order that was paid outside the
 * portal is refunded as a record only. Status and subscription stay. Throws NotFound; Invalid above what is left;
 * Conflict for a version that is over and while a dispute holds the money; PaymentFailed with the provider's words;
 * PaymentsUnavailable.
 */
export async function refundOrder(ctx: Context, input: RefundInput): Promise<Refund> {
  authorize(ctx, "orders.refund");
  const known = await byKey(ctx, input.requestKey);
  const refund = known ?? (await holdOnce(ctx, input));
  const order = await editableOrder(ctx, { id: input.id });
  if (refund.orderId !== order.id || refund.amount !== input.amount)
    throw new Conflict("This form was already used for another refund. Reload the page and try again.");
  const { paymentIntentId } = order;
  if (refund.state === "pending" && paymentIntentId)
    await (known ? finishRefund : sendRefund)(ctx, { ...order, paymentIntentId }, refund);
  return await refundAsItStands(ctx, refund.id, order.id);
}

const byKey = (ctx: Context, requestKey: string) =>
  ctx.db.select().from(refunds).where(eq(refunds.requestKey, requestKey)).get();

/** The same form may come twice at once: what one of them holds is the other's too, whichever of its looks came too late. */
async function holdOnce(ctx: Context, input: RefundInput): Promise<RefundRow> {
  try {
    return await hold(ctx, await editableOrder(ctx, input), input);
  } catch (error) {
    const late = error instanceof Conflict || error instanceof Invalid;
    const other = late ? await byKey(ctx, input.requestKey) : undefined;
    if (other) return other;
    throw error;
  }
}

/** The row that holds the amount; for an order without a payment at the provider it is the whole refund. */
async function hold(ctx: Context, read: StoredOrder, input: RefundInput): Promise<RefundRow> {
  const { order, payer, rows } = await readRefunds(ctx, read.id);
  const disputed = disputedSum(rows);
  if (disputed > 0) throw new Conflict(refusedByDispute(disputed));
  const left = leftOf(order, rows);
  if (left === 0) throw new Conflict("This order has already been fully refunded");
  if (input.amount > left) throw new Invalid(`At most ${formatCents(left)} can be refunded`, "amount");
  const asRecord = order.paymentIntentId === null;
  const refund: RefundRow = {
    id: newId(ctx.now),
    orderId: order.id,
    account: order.account,
    disputeId: null,
    amount: input.amount,
    reason: input.reason,
    source: "portal",
    state: asRecord ? "succeeded" : "pending",
    providerId: null,
    requestKey: input.requestKey,
    createdById: userOf(ctx.actor)?.id ?? "",
    createdAt: ctx.now,
    refundedAt: asRecord ? ctx.now : null,
  };
  const before = succeededSum(rows);
  const after = before + (asRecord ? refund.amount : 0);
  // By the version that was read first: whoever changed the order since, also its refunds, moved it on.
  await writeOrder(ctx, { ...order, version: read.version }, refundedColumns(order.total, after), [
    ctx.db.insert(refunds).values(refund),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: asRecord ? "Refund recorded" : "Refund requested",
      changes: [
        { field: "refundAmount", before: null, after: refund.amount },
        ...(asRecord ? [{ field: "refunded", before, after }] : []),
        { field: "reason", before: null, after: refund.reason },
      ],
    }),
    ...(asRecord ? refundNotices(ctx, { ...order, payer }, refund, false) : []),
    ...followOrder(ctx, order.id),
  ]);
  return refund;
}

/** Why the provider would refuse any refund of a payment, while a dispute holds this much of it. Cents. */
export const refusedByDispute = (disputed: Cents) =>
  `A dispute has withdrawn ${formatCents(disputed)} of this payment. You can refund it only if you win the dispute.`;

/** What can still be given back of an order. */
export const leftOf = (
  order: Pick<StoredOrder, "payState" | "total">,
  rows: readonly Pick<RefundRow, "amount" | "state">[],
): Cents => (order.payState === "unpaid" ? 0 : Math.max(0, order.total - heldSum(rows)));

async function refundAsItStands(ctx: Context, id: string, orderId: string): Promise<Refund> {
  const { order, rows } = await readRefunds(ctx, orderId);
  const row = rows.find((one) => one.id === id);
  if (!row) throw new Conflict("This refund no longer exists");
  const { amount, reason, state, createdAt, refundedAt } = row;
  return {
    ...{ id, orderId, amount, reason, state, createdAt, refundedAt },
    orderNumber: order.number,
    orderRefunded: order.refunded,
    payState: order.payState,
  };
}
