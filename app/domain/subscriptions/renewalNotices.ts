import { formatCents } from "~/format/money";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { outbox } from "~db/schema";
import type { Context } from "../context";
import { notifyStatements, type Recipients } from "../notifications/notifyStatements";
import type { Renewal } from "./billingCycle";
import type { CardMailSubject } from "./cardMailSubject";

interface CardMail {
  about: CardMailSubject;
  subscriptionId: string;
  cycle: number;
  /** ms UTC; null when nothing is tried by itself. */
  tryAgainAt: number | null;
  /** Names the event: one mail for it, however often it is written. */
  dedupeKey: string;
}

/**
 * The outbox row of a mail whose link opens the card page without a password. Figures and words are those of the moment it
 * is sent, as is the link, so that no row holds a secret (quality S19).
 */
export const cardMailStatements = (
  ctx: Pick<Context, "db" | "now">,
  { dedupeKey, ...mail }: CardMail,
): BatchStatement[] => [
  ctx.db
    .insert(outbox)
    .values({
      id: newId(ctx.now),
      kind: "cardMail",
      dedupeKey: `cardMail:${dedupeKey}`,
      payload: { kind: "cardMail", ...mail },
      createdAt: ctx.now,
      availableAt: ctx.now,
    })
    .onConflictDoNothing(),
];

/**
 * Who hears of a failed renewal, `renewal` as it stands after the try: the customer in the portal and by mail, the
 * assignee of the newest order or else all staff (decision O17). A bank that asks the card's owner is news once a cycle.
 */
export function failedRenewalNotices(ctx: Context, renewal: Renewal, eventKey: string): BatchStatement[] {
  const { cycle, subscription, latestOrder } = renewal;
  const over = cycle.state === "failed";
  const about = over ? "pastDue" : cycle.actionNeeded ? "confirmPayment" : "renewalFailed";
  const { id: subscriptionId } = subscription;
  const dedupeKey = about === "confirmPayment" ? `renewal.confirm:${subscriptionId}:${cycle.cycle}` : eventKey;
  const amount = formatCents(cycle.amount);
  const tell = (recipients: Recipients, side: "customer" | "staff", description: string) =>
    notifyStatements(ctx, {
      recipients,
      description,
      // A customer's failed payment is always told; staff choose.
      ...(side === "staff" ? { kind: "failedRenewal" as const } : {}),
      type: "ORDER",
      typeSystemId: latestOrder.id,
      dedupeKey: `${dedupeKey}:${side}`,
    });
  const forCustomer = {
    pastDue: `We could not charge ${amount} for the renewal of ${subscription.serviceName}. Please update your card.`,
    confirmPayment: `Your bank needs you to confirm the renewal of ${subscription.serviceName} (${amount}). Open your subscriptions to confirm it.`,
    renewalFailed: `We could not charge ${amount} for the renewal of ${subscription.serviceName}. We will try again. You can update your card.`,
  }[about];
  const forStaff = {
    pastDue: `The renewal of order ${latestOrder.number} (${amount}) failed and will not be retried. The subscription is Past Due.`,
    confirmPayment: `The renewal of order ${latestOrder.number} (${amount}) is waiting for the customer to confirm it with their bank.`,
    renewalFailed: `The renewal of order ${latestOrder.number} (${amount}) failed. It will be tried again.`,
  }[about];
  return [
    ...tell({ users: [subscription.clientId] }, "customer", forCustomer),
    ...tell({ assigneeElseStaffOfOrder: latestOrder.id }, "staff", forStaff),
    ...cardMailStatements(ctx, {
      about,
      subscriptionId,
      cycle: cycle.cycle,
      tryAgainAt: about === "renewalFailed" ? cycle.nextTryAt : null,
      dedupeKey,
    }),
  ];
}
