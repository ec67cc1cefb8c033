import { and, eq, sql } from "drizzle-orm";
import { hasText, renderRichText } from "~/richtext/renderRichText";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { orderMessages, orders } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict, Invalid, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { visibleOrders } from "../orders/visibleOrders";
import { type EditMessageInput, MESSAGE_REQUIRED } from "./messageInput";
import { notifyViewers } from "./notifyViewers";

/** How long authors can edit a message. */
export const EDIT_MS = 5 * 60_000;
const TOO_LATE = "You can edit a message for 5 minutes after you sent it. Send another one.";

const realAuthor = ({ actor }: Pick<Context, "actor">) => (actor.kind === "impersonated" ? actor.adminId : null);

interface Written {
  authorId: string;
  realAuthorId: string | null;
  /** ms UTC. */
  createdAt: number;
}

const isAuthor = (ctx: Context, { authorId, realAuthorId }: Written) =>
  authorId === actorId(ctx) && realAuthorId === realAuthor(ctx);

export const isEditable = (ctx: Context, message: Written) =>
  isAuthor(ctx, message) && ctx.now - message.createdAt < EDIT_MS;

/** The author's own message and its order. Throws NotFound, and Conflict after five minutes. */
export async function messageToEdit(ctx: Context, { orderId, messageId }: { orderId: string; messageId: string }) {
  authorize(ctx, "orders.messages");
  const [row] = await ctx.db
    .select({ message: orderMessages, clientId: orders.clientId })
    .from(orderMessages)
    .innerJoin(orders, eq(orders.id, orderMessages.orderId))
    .where(and(eq(orderMessages.id, messageId), eq(orderMessages.orderId, orderId), visibleOrders(ctx.actor)));
  if (!row || !isAuthor(ctx, row.message)) throw new NotFound();
  if (!isEditable(ctx, row.message)) throw new Conflict(TOO_LATE);
  return { ...row.message, clientId: row.clientId };
}

/**
 * Replaces the text of the author's own message within five minutes and keeps the former one in the order's history.
 * Nobody is notified again (rules.md messages/edit). Throws NotFound, Conflict when it is too late, and Invalid for
 * empty text.
 */
export async function editMessage(ctx: Context, input: EditMessageInput): Promise<void> {
  authorize(ctx, "orders.messages");
  const message = await messageToEdit(ctx, input);
  const body = renderRichText(input.body);
  if (!hasText(body)) throw new Invalid(MESSAGE_REQUIRED, "body");
  if (input.body === message.bodySource) return;
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(orderMessages)
        .set({ body, bodySource: input.body, editedAt: ctx.now })
        .where(
          and(
            eq(orderMessages.id, message.id),
            eq(orderMessages.bodySource, message.bodySource),
            // The order may have moved to another client.
            sql`exists (select 1 from orders where id = ${message.orderId} and client_id = ${message.clientId})`,
          ),
        ),
      assertRowsChanged(ctx.db),
      historyStatement(ctx, {
        entity: "order",
        entityId: message.orderId,
        action: message.thread === "Admin" ? "Internal message edited" : "Message edited",
        changes: [{ field: "message", before: message.bodySource, after: input.body }],
      }),
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) throw new Conflict("This message has changed meanwhile. Open it again.");
    throw error;
  }
  notifyViewers(ctx, { id: message.orderId, clientId: message.clientId }, message.thread);
}
