import { sql } from "drizzle-orm";
import { messageReads } from "~db/schema";
import type { Context } from "../context";

/**
 * Records that the client opened an order's messages, if there is one of staff that is newer than the last time
 * (rules.md messages/receipts). Runs after the answer. Staff who act as a client leave no trace.
 */
export function markMessagesRead(ctx: Context, orderId: string): void {
  const { actor, now, db } = ctx;
  if (actor.kind !== "user" || actor.user.role !== "CUSTOMER") return;
  const { id: userId } = actor.user;
  ctx.after(async () => {
    await db
      .insert(messageReads)
      .select(
        sql`select ${orderId}, ${userId}, ${now} where exists (
          select 1 from orders where id = ${orderId} and client_id = ${userId}
        ) and exists (
          select 1 from order_messages
          where order_id = ${orderId} and thread = 'Customer' and author_id <> ${userId} and created_at <= ${now}
            and created_at > coalesce((select read_at from message_reads where order_id = ${orderId} and user_id = ${userId}), 0)
        )`,
      )
      .onConflictDoUpdate({ target: [messageReads.orderId, messageReads.userId], set: { readAt: now } });
  });
}
