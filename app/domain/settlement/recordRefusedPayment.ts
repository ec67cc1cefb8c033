import { atomicBatch } from "~db/client.server";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import type { FreeOrder, OrderRow } from "../orderPaid";
import type { PaymentState } from "../ports/payments";

/** Prefix of these history rows' dedupe keys, for finding them by index. */
export const REFUSED_PAYMENT = "payment.refused:";

interface RefusedPayment {
  proof: PaymentState | FreeOrder;
  /** The order to be paid, or the newest order of the subscription to be renewed. */
  order: Pick<OrderRow, "id" | "number"> | null;
  reason: string;
  subscriptionId?: string;
}

/** Records once that a payment did not match its order, and notifies staff because money may have moved. */
export async function recordRefusedPayment(
  ctx: Context,
  { proof, order, reason, subscriptionId }: RefusedPayment,
): Promise<void> {
  const payment = proof.kind === "free" ? "No charge" : proof.id;
  const dedupeKey = `${REFUSED_PAYMENT}${payment}:${order?.id ?? "none"}`;
  await atomicBatch(ctx.db, [
    historyStatement(ctx, {
      ...(subscriptionId
        ? ({ entity: "subscription", entityId: subscriptionId } as const)
        : ({ entity: order ? "order" : "webhook", entityId: order?.id ?? payment } as const)),
      action: "paymentRefused",
      changes: [
        { field: "payment", before: null, after: payment },
        { field: "reason", before: null, after: reason },
        ...(proof.kind === "payment" ? [{ field: "received", before: null, after: proof.received }] : []),
      ],
      dedupeKey,
    }),
    ...(order
      ? notifyStatements(ctx, {
          recipients: "staff",
          description: `A payment for ${subscriptionId ? "the renewal of " : ""}order ${order.number} was not accepted: ${reason}. Please check it.`,
          type: "ORDER",
          typeSystemId: order.id,
          dedupeKey,
        })
      : []),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
}
