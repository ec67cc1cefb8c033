import { brand } from "~/brand";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { unmatchedPayments } from "~db/schema";
import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { mailStatements } from "../notifications/mailStatements";
import { notifyStatements } from "../notifications/notifyStatements";
import { paidAtOf } from "../payments/paidAtOf";
import type { PaymentState } from "../ports/payments";
import { superAdmins } from "./superAdmins";

/**
 * Stores a payment whose order cannot be rebuilt and notifies each super admin once, in the portal and by email. The
 * caller must authorize. Throws PaymentsUnavailable when the payer cannot be looked up.
 */
export async function recordUnmatchedPayment(ctx: Context, proof: PaymentState, reason: string): Promise<void> {
  const { account, id: paymentIntentId, received: amount } = proof;
  const client = proof.customerId ? await ctx.payments.customerOf(account, proof.customerId) : null;
  const paidAt = paidAtOf(ctx, proof, proof);
  const who = [client?.name, client?.email].filter(Boolean).join(", ") || "an unknown client";
  const words = `${formatCents(amount)} from ${who}, paid on ${formatLongDate(paidAt)}, has no order: ${reason}`;
  const admins = await superAdmins(ctx);
  await atomicBatch(ctx.db, [
    ctx.db
      .insert(unmatchedPayments)
      .values({
        id: newId(ctx.now),
        account,
        paymentIntentId,
        amount,
        clientName: client?.name || null,
        clientEmail: client?.email || null,
        orderNumber: Number(proof.metadata.order_number) || null,
        reason,
        paidAt,
        createdAt: ctx.now,
      })
      .onConflictDoNothing(),
    ...notifyStatements(ctx, {
      recipients: { users: admins.map(({ id }) => id) },
      description: words,
      type: "BILLING",
      typeSystemId: paymentIntentId,
      dedupeKey: `payment.unmatched:${account}:${paymentIntentId}`,
    }),
    ...admins.flatMap(({ id, email, firstName }) =>
      mailStatements(ctx, {
        to: email,
        subject: `A payment of ${formatCents(amount)} has no order`,
        ...mailBody({
          greeting: greeting(firstName),
          paragraphs: [
            words,
            "Nothing happens to it automatically. Refund it, or create the order by hand and keep the payment.",
          ],
          action: { label: "View payment", url: ctx.siteUrl + paths.billingHealth() },
          brand: { name: brand.name },
        }),
        dedupeKey: `payment.unmatched:${account}:${paymentIntentId}:${id}`,
      }),
    ),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
}
