import { atomicBatch } from "~db/client.server";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import type { PaymentState } from "../ports";
import type { OrderRow } from "./ownOrder";
import type { FreeOrder } from "./settleOrder";

/** What the keys of these rows of the history begin with: by them they are found without a look at any other. */
export const REFUSED_PAYMENT = "payment.refused:";

interface RefusedPayment {
  proof: PaymentState | FreeOrder;
  /** The order it was for, or the newest one of the subscription that it should have renewed. */
  order: Pick<OrderRow, "id" | "number"> | null;
  reason: string;
  subscriptionId?: string;
}

/** Keeps a payment that does not pay what it is for, once, and has staff look at it: money may have moved. */
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
