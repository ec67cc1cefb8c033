import { formatCents } from "~/format/money";
import type { BatchStatement } from "~db/client.server";
import type { Context } from "../context";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements, type Recipients } from "../notifications/notifyStatements";
import { queueMail } from "../notifications/queueMail";
import type { Renewal } from "../orderPaid";
import type { CardMailSubject } from "./cardMailSubject";

interface CardMail {
  about: CardMailSubject;
  subscriptionId: string;
  cycle: number;
  /** ms UTC; null when there is no automatic retry. */
  tryAgainAt: number | null;
  /** One email per key. */
  dedupeKey: string;
}

/**
 * The outbox row of an email that links to the card page without a password. Link, amounts and texts are created at
 * send time, so the row holds no secret (rules.md security/no-secrets).
 */
export const cardMailStatements = (
  ctx: Pick<Context, "db" | "now">,
  { dedupeKey, ...mail }: CardMail,
): BatchStatement[] => [queueMail(ctx, { kind: "cardMail", ...mail }, dedupeKey)];

/**
 * Notifies of a failed renewal: the customer in the portal and by email, and the assignee of the newest order, else
 * all staff (rules.md notifications/recipients). `renewal` is its state after the try. A bank confirmation notifies
 * once per cycle.
 */
export function failedRenewalNotices(ctx: Context, renewal: Renewal, eventKey: string): BatchStatement[] {
  const { cycle, subscription, latestOrder, client } = renewal;
  const over = cycle.state === "failed";
  const about = over ? "pastDue" : cycle.actionNeeded ? "confirmPayment" : "renewalFailed";
  const { id: subscriptionId } = subscription;
  const dedupeKey = about === "confirmPayment" ? `renewal.confirm:${subscriptionId}:${cycle.cycle}` : eventKey;
  const amount = formatCents(cycle.amount);
  const tell = (recipients: Recipients, side: "customer" | "staff", description: string) =>
    notifyStatements(ctx, {
      recipients,
      description,
      // Customers cannot mute their failed payments; staff can.
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
  const whose = `(${nameInNotifications(client)}, ${amount})`;
  const forStaff = {
    pastDue: `The renewal of order ${latestOrder.number} ${whose} failed and will not be retried. The subscription is Past Due.`,
    confirmPayment: `The renewal of order ${latestOrder.number} ${whose} is waiting for the customer to confirm it with their bank.`,
    renewalFailed: `The renewal of order ${latestOrder.number} ${whose} failed. It will be tried again.`,
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
