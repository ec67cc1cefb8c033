import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { unmatchedPayments } from "~db/schema";
import { agencyZone, type Context, zoneOf } from "../context";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";
import { notifyStatements } from "../notifications/notifyStatements";
import { paidAtOf } from "../payments/paidAtOf";
import type { PaymentState } from "../ports/payments";
import { checkNumbers } from "./checkNumbers";
import { superAdmins } from "./superAdmins";

/**
 * Stores a payment whose order cannot be rebuilt and notifies each super admin once, in the portal and by email. The
 * caller must authorize. Throws PaymentsUnavailable when the payer cannot be looked up.
 */
export async function recordUnmatchedPayment(ctx: Context, proof: PaymentState, reason: string): Promise<void> {
  // While the payment is still unknown here it shows that its number was given before a restore.
  await checkNumbers(ctx);
  const { account, id: paymentIntentId, received: amount } = proof;
  const client = proof.customerId ? await ctx.payments.customerOf(account, proof.customerId) : null;
  const paidAt = paidAtOf(ctx, proof, proof);
  const who = [client?.name, client?.email].filter(Boolean).join(", ") || "an unknown client";
  const words = (zone: string) =>
    `${formatCents(amount)} from ${who}, paid on ${formatLongDate(paidAt, zone)}, has no order: ${reason}`;
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
      description: words(agencyZone(ctx)),
      type: "BILLING",
      typeSystemId: paymentIntentId,
      dedupeKey: `payment.unmatched:${account}:${paymentIntentId}`,
    }),
    ...admins.flatMap((admin) =>
      mailStatements(ctx, {
        to: admin.email,
        ...composeMail(ctx, "unmatchedPayment", {
          firstName: admin.firstName,
          values: { amount: formatCents(amount), payment: words(zoneOf(ctx, admin)) },
          action: { label: "View payment", url: ctx.siteUrl + paths.health() },
        }),
        dedupeKey: `payment.unmatched:${account}:${paymentIntentId}:${admin.id}`,
      }),
    ),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
}
