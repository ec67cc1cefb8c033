import { eq, type SQL } from "drizzle-orm";
import { formatCents } from "~/format/money";
import { assertHolds, isUniqueViolation } from "~db/client.server";
import { newId } from "~db/ids";
import { refunds } from "~db/schema";
import { authorize } from "../access";
import { adjustCommissionToOrder } from "../commissions/adjustCommissionToOrder";
import { actorId, type Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { statusAfterCancelling } from "../intake/statusAfterCancelling";
import type { Cents } from "../money";
import { editableOrder, type StoredOrder, writeOrder } from "../orders/editableOrder";
import type { PayState } from "../orders/orderStates";
import { refundedColumns } from "../orders/refundedColumns";
import { statusNotices } from "../orders/statusNotices";
import { finishRefund, sendRefund } from "./finishRefund";
import { numberCreditNote } from "./numberCreditNote";
import { linksOfNewRefund, nameLinks } from "./refundedLinks";
import type { RefundInput } from "./refundInput";
import { refundNotices } from "./refundNotices";
import type { RefundState } from "./refundStates";
import { disputedSum, heldSum, type RefundRow, readRefunds, succeededSum } from "./writeRefunds";

/** A refund and its order's state afterwards. Cents and ms UTC. */
export interface Refund {
  id: string;
  orderId: string;
  orderNumber: number;
  amount: Cents;
  reason: string;
  /** pending: not yet confirmed by the bank. */
  state: RefundState;
  createdAt: number;
  refundedAt: number | null;
  /** The total refunded on the order. */
  orderRefunded: Cents;
  payState: PayState;
}

/**
 * Refunds an order's payment in full or in part (SuperAdmin and Admin; rules.md refunds/recorded). Reserves the
 * amount in a row, calls the provider, then records the outcome. After a crash the same form, the reconciliation or a
 * webhook resumes, and money moves once per `requestKey`. A payment made outside the portal is only recorded as
 * refunded. Links that it names are cancelled when it succeeds (rules.md refunds/links). Status and subscription stay.
 * `onlyIf` must hold when the amount is reserved. Throws NotFound; Invalid above the remaining amount; Conflict for a
 * stale version or while a dispute holds the money; PaymentFailed with the provider's message; PaymentsUnavailable.
 */
export async function refundOrder(ctx: Context, input: RefundInput, onlyIf?: SQL): Promise<Refund> {
  authorize(ctx, "orders.refund");
  const earlier = await byKey(ctx, input.requestKey);
  const refund = earlier ?? (await holdOnce(ctx, input, onlyIf));
  const order = await editableOrder(ctx, { id: input.id });
  if (refund.orderId !== order.id || refund.amount !== input.amount)
    throw new Conflict("This form was already used for another refund. Reload the page and try again.");
  const { paymentIntentId } = order;
  if (refund.state === "pending" && paymentIntentId)
    await (earlier ? finishRefund : sendRefund)(ctx, { ...order, paymentIntentId }, refund);
  return await refundAsItStands(ctx, refund.id, order.id);
}

const byKey = (ctx: Context, requestKey: string) =>
  ctx.db.select().from(refunds).where(eq(refunds.requestKey, requestKey)).get();

/** Of two concurrent posts of the same form, the later one returns the row that the other reserved. */
async function holdOnce(ctx: Context, input: RefundInput, onlyIf?: SQL): Promise<RefundRow> {
  try {
    return await hold(ctx, await editableOrder(ctx, input), input, onlyIf);
  } catch (error) {
    // The other post may have written its row between this one's reads, so that only the insert finds it.
    const late = error instanceof Conflict || error instanceof Invalid || isUniqueViolation(error);
    const other = late ? await byKey(ctx, input.requestKey) : undefined;
    if (other) return other;
    throw error;
  }
}

/** Inserts the row that reserves the amount. Without a provider payment, that row is the whole refund. */
async function hold(ctx: Context, read: StoredOrder, input: RefundInput, onlyIf?: SQL): Promise<RefundRow> {
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
    createdById: actorId(ctx),
    createdAt: ctx.now,
    refundedAt: asRecord ? ctx.now : null,
    creditNumber: null,
  };
  const before = succeededSum(rows);
  const after = before + (asRecord ? refund.amount : 0);
  // Refuses wrong links before anything is written; the batch reads them again.
  const links = await linksOfNewRefund(ctx, input);
  const status = asRecord ? await statusAfterCancelling(ctx, order, links) : order.status;
  // Guarded by the version read first: any change since, including a refund, has raised it.
  const change = { ...refundedColumns(order.total, after), status };
  const statements = [
    ...(onlyIf ? [assertHolds(ctx.db, onlyIf)] : []),
    ctx.db.insert(refunds).values(refund),
    ...(asRecord ? [numberCreditNote(ctx, refund)] : []),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: asRecord ? "Refund recorded" : "Refund requested",
      changes: [
        { field: "refundAmount", before: null, after: refund.amount },
        ...(asRecord ? [{ field: "refunded", before, after }] : []),
        ...(status === order.status ? [] : [{ field: "status", before: order.status, after: status }]),
        { field: "reason", before: null, after: refund.reason },
      ],
    }),
    ...(asRecord ? refundNotices(ctx, { ...order, payer }, refund, false) : []),
    ...(status === order.status ? [] : statusNotices(ctx, order, status, order.assignedToId)),
  ];
  await writeOrder(ctx, { ...order, version: read.version }, change, async () => [
    ...statements,
    ...(await adjustCommissionToOrder(ctx, { ...order, ...change, version: read.version + 1 })),
    ...nameLinks(ctx, await linksOfNewRefund(ctx, input), refund),
  ]);
  return refund;
}

/** Why the provider rejects refunds while a dispute withholds this amount. Cents. */
export const refusedByDispute = (disputed: Cents) =>
  `A dispute has withdrawn ${formatCents(disputed)} of this payment. You can refund it only if you win the dispute.`;

/** The amount of an order that can still be refunded. Cents. */
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
    id,
    orderId,
    amount,
    reason,
    state,
    createdAt,
    refundedAt,
    orderNumber: order.number,
    orderRefunded: order.refunded,
    payState: order.payState,
  };
}
