import { and, desc, eq, exists, type SQL, sql } from "drizzle-orm";
import { sanitizeStored } from "~/richtext/renderRichText";
import { beforeRow } from "~db/beforeRow";
import { fullName, fullNameById } from "~db/fullName";
import { named } from "~db/named";
import { orderMessages, orders, users } from "~db/schema";
import { authorize, type Permission } from "../access";
import { actorId, type Context, isStaff } from "../context";
import { CURSOR_PAGE_SIZE, type CursorPage, toCursorPage } from "../cursorPage";
import { NotFound } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";
import type { Role } from "../roles";
import { isEditable } from "./editMessage";
import type { MessageThread } from "./messageThreads";
import { MAX_MESSAGES, type OrderMessage } from "./orderMessage";

/** The permission to read and write a thread. The Admin thread is internal (rules.md security/internal-text). */
export const threadPermission = (thread: MessageThread): Permission =>
  thread === "Admin" ? "orders.adminThread" : "orders.messages";

interface ThreadPart {
  orderId: string;
  thread: MessageThread;
  /** The id of the message before which to end; absent for the newest. */
  before?: string | null;
}

/**
 * The newest MAX_MESSAGES of an order's thread, or of those before one of them, oldest first. Throws NotFound for an
 * order that the actor cannot see, Forbidden when a customer requests the Admin thread.
 */
export async function findMessages(ctx: Context, part: ThreadPart): Promise<OrderMessage[]> {
  return (await newestMessages(ctx, part, MAX_MESSAGES)).reverse();
}

/** The messages that a page shows. Throws as findMessages. */
export async function messagePage(ctx: Context, part: ThreadPart): Promise<CursorPage<OrderMessage>> {
  return toCursorPage(await newestMessages(ctx, part, CURSOR_PAGE_SIZE + 1), part.before ?? null);
}

async function newestMessages(
  ctx: Context,
  { orderId, thread, before }: ThreadPart,
  limit: number,
): Promise<OrderMessage[]> {
  authorize(ctx, threadPermission(thread));
  const [[order], rows] = await ctx.db.batch([
    ctx.db
      .select({
        id: orders.id,
        readAt:
          thread === "Customer" && isStaff(ctx.actor)
            ? sql<
                number | null
              >`(select read_at from message_reads where order_id = orders.id and user_id = orders.client_id)`.as(
                "read_at",
              )
            : sql<null>`null`.as("read_at"),
      })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId))),
    selectMessages(
      ctx,
      and(
        eq(orderMessages.orderId, orderId),
        eq(orderMessages.thread, thread),
        beforeRow(orderMessages, orderId, before),
      ),
      limit,
    ),
  ]);
  if (!order) throw new NotFound();
  const messages = rows.map((row) => messageOfRow(ctx, row));
  const read = messages.find(({ fromStaff, createdAt }) => fromStaff && createdAt <= (order.readAt ?? 0));
  if (read && order.readAt !== null) read.readAt = order.readAt;
  return messages;
}

/** Messages on orders that the actor can see, newest first. */
export const selectMessages = (ctx: Context, which: SQL | undefined, limit = MAX_MESSAGES) =>
  ctx.db
    .select({
      id: named(orderMessages.id, "message_id"),
      authorId: orderMessages.authorId,
      fromName: fullName(users).as("from_name"),
      role: users.role,
      realFromName: fullNameById(sql`order_messages.real_author_id`).as("real_from_name"),
      body: orderMessages.body,
      files: orderMessages.files,
      createdAt: named(orderMessages.createdAt, "sent_at"),
      editedAt: orderMessages.editedAt,
      realAuthorId: orderMessages.realAuthorId,
    })
    .from(orderMessages)
    .innerJoin(users, eq(users.id, orderMessages.authorId))
    .where(
      and(
        which,
        // Checked per message: joining what the actor sees would read all orders of a client.
        exists(
          ctx.db
            .select({ one: sql`1` })
            .from(orders)
            .where(and(eq(orders.id, orderMessages.orderId), visibleOrders(ctx.actor))),
        ),
      ),
    )
    .orderBy(desc(orderMessages.createdAt), desc(orderMessages.id))
    .limit(limit);

type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

/**
 * Hides the previous client's name from the next client of a moved order (rules.md orders/move,
 * security/internal-text).
 */
const PREVIOUS_CLIENT = "Previous client";
const readsNameOf = (ctx: Context, authorId: string, role: Role) =>
  role === "ADMIN" || isStaff(ctx.actor) || authorId === actorId(ctx);

export const messageOfRow = (
  ctx: Context,
  { authorId, realAuthorId, role, realFromName, fromName, body, files, ...row }: MessageRow,
): OrderMessage => ({
  ...row,
  fromName: readsNameOf(ctx, authorId, role) ? fromName : PREVIOUS_CLIENT,
  fromStaff: role === "ADMIN",
  own: authorId === actorId(ctx),
  realFromName: isStaff(ctx.actor) ? realFromName : null,
  body: sanitizeStored(body),
  files: files ?? [],
  editable: isEditable(ctx, { authorId, realAuthorId, createdAt: row.createdAt }),
});
