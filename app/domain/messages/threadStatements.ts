import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { insertFrom } from "~db/insertRows";
import { messageThreads, orders } from "~db/schema";
import { type Context, isStaff } from "../context";
import type { MessageThread } from "./messageThreads";
import type { ThreadState } from "./threadStates";

interface SentMessage {
  id: string;
  orderId: string;
  thread: MessageThread;
}

/**
 * Moves the state of the Customer thread on, in the message's batch (rules.md inbox/states). A repeated message and one
 * of the Admin thread change nothing.
 */
export function threadStatements(ctx: Context, message: SentMessage): BatchStatement[] {
  if (message.thread !== "Customer") return [];
  return isStaff(ctx.actor) ? [staffWrote(ctx, message)] : [clientWrote(ctx, message), wakeOrder(ctx, message)];
}

const latest = sql`max(last_message_at, excluded.last_message_at)`;
const sentAt = sql`sent.created_at`;

/** The first message of a thread makes its row. */
const newThread = (
  { db }: Context,
  { id }: SentMessage,
  state: ThreadState,
  { firstUnansweredAt, firstClientAt }: { firstUnansweredAt?: typeof sentAt; firstClientAt?: typeof sentAt },
) =>
  insertFrom(
    db,
    messageThreads,
    {
      orderNumber: sql`orders.number`,
      serviceId: sql`orders.service_id`,
      assignedToId: sql`orders.assigned_to_id`,
      snoozedUntil: sql`orders.snoozed_until`,
      lastMessageAt: sentAt,
      state,
      firstUnansweredAt,
      firstClientAt,
    },
    sql`from order_messages sent join orders on orders.id = sent.order_id where sent.id = ${id}`,
  );

/** After a resolved thread the client begins to wait again. */
const clientWrote = (ctx: Context, message: SentMessage) =>
  newThread(ctx, message, "unread", { firstUnansweredAt: sentAt, firstClientAt: sentAt }).onConflictDoUpdate({
    target: messageThreads.orderNumber,
    set: {
      state: "unread",
      lastMessageAt: latest,
      firstUnansweredAt: sql`iif(state = 'resolved' or first_unanswered_at is null, excluded.last_message_at, first_unanswered_at)`,
      firstClientAt: sql`iif(first_client_at is null or (state = 'resolved' and first_response_at is null), excluded.last_message_at, first_client_at)`,
    },
  });

/** The first response answers the client's first message. A thread that staff began has none yet. */
const staffWrote = (ctx: Context, message: SentMessage) =>
  newThread(ctx, message, "waiting", {}).onConflictDoUpdate({
    target: messageThreads.orderNumber,
    set: {
      state: "waiting",
      lastMessageAt: latest,
      firstUnansweredAt: null,
      firstResponseAt: sql`iif(first_response_at is null and first_client_at is not null, excluded.last_message_at, first_response_at)`,
      firstResponderId: sql`iif(first_response_at is null and first_client_at is not null, (select author_id from order_messages where id = ${message.id}), first_responder_id)`,
    },
  });

/**
 * A client's message ends the snooze of its order. A form or an undo from before it is stale, else the order slept
 * again.
 */
const wakeOrder = ({ db }: Context, { id, orderId }: SentMessage) =>
  db
    .update(orders)
    .set({ snoozedUntil: null, snoozeReason: null, version: sql`${orders.version} + 1` })
    .where(
      and(
        eq(orders.id, orderId),
        isNotNull(orders.snoozedUntil),
        sql`exists (select 1 from order_messages where id = ${id})`,
      ),
    );
