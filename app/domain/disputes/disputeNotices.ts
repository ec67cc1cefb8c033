import { formatCents } from "~/format/money";
import type { BatchStatement } from "~db/client.server";
import { agencyZone, type Context } from "../context";
import { notifyStatements } from "../notifications/notifyStatements";
import type { StoredOrder } from "../orders/editableOrder";
import { providerLabel } from "../refunds/providerLabel";
import type { DisputeChange, DisputeRow } from "./disputeChange";
import { disputeStage, evidenceText, hasEnded, isInquiry } from "./disputeStates";

/**
 * Notifies the order's staff (rules.md notifications/recipients) when a dispute opens, an inquiry becomes a dispute,
 * it ends, or it continues afterwards. Each event once, also by email. Customers and affiliates are not notified.
 */
export function disputeNotices(
  ctx: Context,
  order: Pick<StoredOrder, "id" | "number">,
  { before, dispute }: DisputeChange,
  subscription: boolean,
): BatchStatement[] {
  const message = notice(agencyZone(ctx), order.number, before, dispute, subscription);
  if (!message) return [];
  return notifyStatements(ctx, {
    recipients: { assigneeElseStaffOfOrder: order.id },
    description: message.words,
    type: "ORDER",
    typeSystemId: order.id,
    dedupeKey: `dispute.${message.event}:${dispute.id}`,
    kind: "dispute",
  });
}

function notice(zone: string, number: number, before: DisputeRow | null, dispute: DisputeRow, subscription: boolean) {
  const amount = formatCents(dispute.amount);
  const stage = disputeStage(dispute.status);
  if (before?.status === dispute.status) return null;
  switch (stage) {
    case "won":
      return { event: stage, words: `You won the dispute on order ${number}. The bank returned ${amount}.` };
    case "lost":
      return { event: stage, words: `You lost the dispute on order ${number}. The client keeps ${amount}.` };
    case "closed":
      return { event: stage, words: `The dispute on order ${number} (${amount}) was closed.` };
  }
  const inquiry = isInquiry(dispute.status);
  const again = before !== null && hasEnded(before.status);
  if (before && !again && (inquiry || !isInquiry(before.status))) return null;
  const about = `${amount}, ${providerLabel(dispute.reason)}`;
  const sentences = [
    inquiry
      ? `A client's bank is asking about the payment for order ${number}: ${about}. It may become a dispute.`
      : `The payment for order ${number} is disputed${again ? " again" : ""}: ${about}.`,
    evidenceText(dispute, zone),
    ...(subscription ? ["Its subscription continues. Cancel it if you do not want to charge this card again."] : []),
  ];
  return { event: inquiry ? "inquiry" : again ? "again" : "opened", words: sentences.join(" ") };
}
