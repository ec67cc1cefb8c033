import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import type { BatchStatement } from "~db/client.server";
import { actorId, type Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";
import { type Notice, notifyStatements, type Recipients } from "../notifications/notifyStatements";
import type { RefundState } from "./refundStates";

export interface RefundedOrder {
  id: string;
  number: number;
  clientId: string;
  assignedToId: string | null;
  serviceName: string;
  /** The person who paid. Differs from the client after a move. */
  payer: { id: string; email: string; firstName: string };
}

interface ToldRefund {
  id: string;
  amount: number;
  state: RefundState;
  source: "portal" | "provider";
  createdById: string;
}

/**
 * Notifies customer and assignee of a refund and emails the payer, as with a receipt (rules.md
 * notifications/recipients). A refund made at the provider notifies the assignee, else all staff. A failed one
 * notifies the requester, and the payer only if they were told of its success. Never includes the internal reason
 * (rules.md security/internal-text).
 */
export function refundNotices(
  ctx: Context,
  order: RefundedOrder,
  refund: ToldRefund,
  wasGiven: boolean,
): BatchStatement[] {
  const amount = formatCents(refund.amount);
  const orderItself: Pick<Notice, "type" | "typeSystemId"> = { type: "ORDER", typeSystemId: order.id };
  const { clientId, assignedToId, payer } = order;
  const tell = (recipients: Recipients, event: string, description: string, about = orderItself) =>
    notifyStatements(ctx, {
      recipients,
      description,
      ...about,
      dedupeKey: `refund.${event}:${refund.id}`,
    });
  if (refund.state === "failed")
    return [
      ...tell(
        refund.source === "portal" ? { users: [refund.createdById] } : { assigneeElseStaffOfOrder: order.id },
        "failed",
        `The ${amount} refund for order ${order.number} failed. Please check it.`,
      ),
      ...(wasGiven
        ? tell(
            { users: [payer.id] },
            "undone",
            `The ${amount} refund for order ${order.number} did not go through. We are looking into it.`,
            // After a move the payer can no longer open the order.
            payer.id === clientId ? orderItself : { type: "USER", typeSystemId: payer.id },
          )
        : []),
    ];
  if (refund.state !== "succeeded") return [];
  const text = `${amount} was refunded for order ${order.number}`;
  const atProvider = refund.source === "provider";
  const people = [clientId, ...(assignedToId && !atProvider ? [assignedToId] : [])];
  return [
    ...tell({ users: people.filter((id) => id !== actorId(ctx)) }, "succeeded", text),
    // No one on the team requested it here, so staff must learn of it, even for an unassigned order.
    ...(atProvider ? tell({ assigneeElseStaffOfOrder: order.id }, "succeeded", `${text} at the card provider`) : []),
    ...mailStatements(ctx, {
      to: payer.email,
      ...composeMail(ctx, "refund", {
        firstName: payer.firstName,
        values: { amount, orderNumber: String(order.number), service: order.serviceName },
        ...(payer.id === clientId ? { action: { label: "View order", url: ctx.siteUrl + paths.order(order.id) } } : {}),
      }),
      creditNoteOf: refund.id,
      dedupeKey: `refund:${refund.id}`,
    }),
  ];
}
