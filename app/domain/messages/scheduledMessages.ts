import { and, asc, eq } from "drizzle-orm";
import { renderRichText, type SafeHtml } from "~/richtext/renderRichText";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import { orders, scheduledMessages, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";
import type { MessageFile } from "./messageFiles";
import type { MessageThread } from "./messageThreads";

const MAX_SHOWN = 50;

/** A message that waits to be sent, for staff. `sendAt` in ms UTC. */
export interface ScheduledMessage {
  id: string;
  thread: MessageThread;
  fromName: string;
  body: SafeHtml;
  files: MessageFile[];
  sendAt: number;
  /** Why it could not be sent. */
  problem: string | null;
}

/** The messages of an order that wait to be sent, the next one first. Staff only. Throws NotFound. */
export async function findScheduled(ctx: Context, orderId: string): Promise<ScheduledMessage[]> {
  authorize(ctx, "orders.adminThread");
  const [[order], rows] = await ctx.db.batch([
    ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId))),
    ctx.db
      .select({
        id: named(scheduledMessages.id, "scheduled_id"),
        thread: scheduledMessages.thread,
        fromName: fullName(users).as("from_name"),
        source: scheduledMessages.bodySource,
        files: scheduledMessages.files,
        sendAt: scheduledMessages.sendAt,
        problem: scheduledMessages.problem,
      })
      .from(scheduledMessages)
      .innerJoin(users, eq(users.id, scheduledMessages.authorId))
      .where(eq(scheduledMessages.orderId, orderId))
      .orderBy(asc(scheduledMessages.sendAt), asc(scheduledMessages.id))
      .limit(MAX_SHOWN),
  ]);
  if (!order) throw new NotFound();
  return rows.map(({ source, files, ...row }) => ({ ...row, files: files ?? [], body: renderRichText(source) }));
}
