import { and, eq, sql } from "drizzle-orm";
import { hasText, renderRichText, type SafeHtml } from "~/richtext/renderRichText";
import { assertHolds, type BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { orderMessages, orders } from "~db/schema";
import { actorId, type Context } from "../context";
import { Invalid } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";
import { attachUploads } from "../uploads/usableUploads";
import { type MessageFile, threadHolder } from "./messageFiles";
import { MESSAGE_REQUIRED } from "./messageInput";
import type { MessageThread } from "./messageThreads";
import { threadStatements } from "./threadStatements";

export interface NewMessage {
  id: string;
  orderId: string;
  thread: MessageThread;
  authorId: string;
  body: SafeHtml;
  source: string;
  /** Equal for the same author, order, thread, form, text and files; the id of a message without a form. */
  dedupeKey: string;
  /** Names author, order and thread (`threadOfKey`). */
  noticeKey: string;
}

interface MessageParts {
  orderId: string;
  thread: MessageThread;
  /** Markdown. */
  body: string;
  key?: string;
  /** Keys of uploads. */
  files?: readonly string[];
}

/** Prepares a message from typed text. Throws Invalid when it has no visible text. */
export async function newMessage(
  ctx: Context,
  { orderId, thread, body: source, key, files = [] }: MessageParts,
): Promise<NewMessage> {
  const body = renderRichText(source);
  if (!hasText(body)) throw new Invalid(MESSAGE_REQUIRED, "body");
  const id = newId(ctx.now);
  const authorId = actorId(ctx);
  // Includes the content: a form edited after a lost response sends a new message.
  const content = [source, ...files].join("\n");
  const dedupeKey = key ? `${formPrefix(authorId, { orderId, thread }, key)}${await digest(content)}` : id;
  const noticeKey = key ? dedupeKey : `${authorId}:${orderId}:${thread}:${id}`;
  return { id, orderId, thread, authorId, body, source, dedupeKey, noticeKey };
}

/** What the keys of all messages from one form begin with. */
export const formPrefix = (
  authorId: string,
  { orderId, thread }: Pick<NewMessage, "orderId" | "thread">,
  key: string,
) => `${authorId}:${orderId}:${thread}:${key}:`;

async function digest(text: string) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes));
}

/**
 * Statements for the caller's batch that insert the message once with its files and move its thread's state on, if the
 * author can still see the order and use the files. Otherwise the batch rolls back (PreconditionFailed).
 */
export function messageStatements(
  ctx: Context,
  message: NewMessage,
  files: readonly MessageFile[] = [],
): BatchStatement[] {
  const { actor } = ctx;
  const realAuthorId = actor.kind === "impersonated" ? actor.adminId : null;
  return [
    ctx.db
      .insert(orderMessages)
      .select(
        ctx.db
          .select({
            id: sql<string>`${message.id}`.as("id"),
            orderId: orders.id,
            thread: sql<MessageThread>`${message.thread}`.as("thread"),
            authorId: sql<string>`${message.authorId}`.as("author_id"),
            realAuthorId: sql<string | null>`${realAuthorId}`.as("real_author_id"),
            body: sql<string>`${message.body}`.as("body"),
            bodySource: sql<string>`${message.source}`.as("body_source"),
            dedupeKey: sql<string | null>`${message.dedupeKey}`.as("dedupe_key"),
            createdAt: sql<number>`${ctx.now}`.as("created_at"),
            files: sql<MessageFile[] | null>`${files.length > 0 ? JSON.stringify(files) : null}`.as("files"),
            editedAt: sql<number | null>`null`.as("edited_at"),
          })
          .from(orders)
          .where(and(visibleOrders(actor), eq(orders.id, message.orderId))),
      )
      .onConflictDoNothing(),
    // changes() cannot be the guard: a repeated post changes no row and must succeed.
    assertHolds(ctx.db, sql`exists (select 1 from order_messages where dedupe_key = ${message.dedupeKey})`),
    ...threadStatements(ctx, message),
    ...attachUploads(
      ctx,
      files.map(({ key }) => key),
      threadHolder(message.orderId, message.thread),
    ),
  ];
}
