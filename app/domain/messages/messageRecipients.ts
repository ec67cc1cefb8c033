import { actorId, type Context, isStaff } from "../context";
import type { Recipients } from "../notifications/notifyStatements";
import type { SendMessageInput } from "./messageInput";

interface MessageOrder {
  id: string;
  clientId: string;
  assignedToId: string | null;
}

/**
 * A client's message notifies the assignee, else all staff; a team message notifies customer and assignee. The
 * internal thread notifies the assignee and earlier authors. Authors get no notification of their own message
 * (rules.md notifications/recipients).
 */
export function messageRecipients(
  ctx: Context,
  { thread }: Pick<SendMessageInput, "thread">,
  order: MessageOrder,
  writers: readonly { id: string }[],
): Recipients {
  if (!isStaff(ctx.actor)) return { assigneeElseStaffOfOrder: order.id };
  const people = new Set([
    ...(thread === "Customer" ? [order.clientId] : writers.map(({ id }) => id)),
    ...(order.assignedToId ? [order.assignedToId] : []),
  ]);
  people.delete(actorId(ctx));
  return { users: [...people] };
}

/** The recipients but those who get another notification of the same message. */
export const withoutUsers = (recipients: Recipients, ids: readonly string[]): Recipients =>
  typeof recipients === "object" && "users" in recipients
    ? { users: recipients.users.filter((id) => !ids.includes(id)) }
    : recipients;
