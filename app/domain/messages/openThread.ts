import { and, eq, sql } from "drizzle-orm";
import { fullName, fullNameById } from "~db/fullName";
import { messageThreads, orders, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { Cents } from "../money";
import { unreadThreads } from "../notifications/unreadThreads";
import { MIGRATION } from "../orders/orderDetails";
import type { OrderStatus } from "../orders/orderStates";
import type { Priority } from "../orders/priorities";
import type { ThreadState } from "./threadStates";

/** A thread with what staff need to know of its order. Times in ms UTC. */
export interface OpenedThread {
  orderId: string;
  orderNumber: number;
  serviceName: string;
  status: OrderStatus;
  migrated: boolean;
  version: number;
  clientId: string;
  clientName: string;
  assignedToName: string | null;
  priority: Priority;
  dueAt: number | null;
  snoozedUntil: number | null;
  total: Cents;
  createdAt: number;
  /** Null before the first message. */
  state: ThreadState | null;
  lastMessageAt: number | null;
  firstUnansweredAt: number | null;
  firstClientAt: number | null;
  firstResponseAt: number | null;
  /** Unread threads after this one was opened, at most 100. */
  unread: number;
}

/**
 * Reads a thread's order and marks the thread as read for the whole team (rules.md inbox/states). Throws NotFound.
 */
export async function openThread(ctx: Context, orderId: string): Promise<OpenedThread> {
  authorize(ctx, "inbox.view");
  const [, [thread]] = await ctx.db.batch([
    markRead(ctx, orderId),
    ctx.db
      .select({
        orderId: orders.id,
        orderNumber: orders.number,
        serviceName: orders.serviceName,
        status: orders.status,
        migrated: sql<number>`${orders.createdBy} = ${MIGRATION}`.as("migrated"),
        version: orders.version,
        clientId: orders.clientId,
        clientName: fullName(users).as("client_name"),
        assignedToName: fullNameById(sql`orders.assigned_to_id`).as("assigned_to_name"),
        priority: orders.priority,
        dueAt: orders.dueAt,
        snoozedUntil: orders.snoozedUntil,
        total: orders.total,
        createdAt: orders.createdAt,
        state: messageThreads.state,
        lastMessageAt: messageThreads.lastMessageAt,
        firstUnansweredAt: messageThreads.firstUnansweredAt,
        firstClientAt: messageThreads.firstClientAt,
        firstResponseAt: messageThreads.firstResponseAt,
        unread: unreadThreads.as("unread"),
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.clientId))
      .leftJoin(messageThreads, eq(messageThreads.orderNumber, orders.number))
      .where(eq(orders.id, orderId)),
  ]);
  if (!thread) throw new NotFound();
  return { ...thread, migrated: thread.migrated === 1 };
}

/** A member of the team has seen the client's last message. */
export const markRead = ({ db }: Context, orderId: string) =>
  db
    .update(messageThreads)
    .set({ state: "open" })
    .where(and(isThreadOf(orderId), eq(messageThreads.state, "unread")));

export const isThreadOf = (orderId: string) =>
  sql`${messageThreads.orderNumber} = (select number from orders where id = ${orderId})`;
