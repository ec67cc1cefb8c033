import { and, eq, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { notifications, orders, outbox, users } from "~db/schema";
import type { OutboxPayload } from "~db/schema/notifications";
import type { Context } from "../context";
import type { NotificationType } from "./notificationTypes";

/**
 * Who is told: named people, every staff member, or the order's assignee and, when it has none, every staff member
 * (decision O17). Deleted accounts are never told.
 */
export type Recipients = { users: string[] } | "staff" | { assigneeElseStaffOfOrder: string };

export interface Notice {
  recipients: Recipients;
  /** What the person reads. It reaches customers as it is: no internal note, no other client's name (quality S14). */
  description: string;
  type: NotificationType;
  /** System id of what the notification leads to; for EXPORT the key of the file. */
  typeSystemId: string;
  /** Names the event, e.g. `order.paid:${orderId}`: written again, it adds nothing for a person who has it. */
  dedupeKey: string;
}

/**
 * Statements for the caller's batch (architecture section 7): one notification row a person and one push row in the
 * outbox for each that is new. Recipients are found inside the statement, so an order inserted earlier in the same batch
 * counts. After the batch: `ctx.after(() => ctx.publish.outboxWaiting())`.
 */
export function notifyStatements(ctx: Pick<Context, "db" | "now">, notice: Notice): BatchStatement[] {
  const { db, now } = ctx;
  // One prefix a call, the person's id behind it: unique, sorted by time, and the rows just written are a range of ids.
  const prefix = newId(now);
  const notify = db
    .insert(notifications)
    .select(
      db
        .select({
          id: sql<string>`${prefix} || ${users.id}`.as("id"),
          userId: users.id,
          description: sql<string>`${notice.description}`.as("description"),
          type: sql<NotificationType>`${notice.type}`.as("type"),
          typeSystemId: sql<string>`${notice.typeSystemId}`.as("type_system_id"),
          dedupeKey: sql<string>`${notice.dedupeKey} || ':' || ${users.id}`.as("dedupe_key"),
          readAt: sql<number | null>`null`.as("read_at"),
          createdAt: sql<number>`${now}`.as("created_at"),
          mailWantedAt: sql<number | null>`null`.as("mail_wanted_at"),
          mailOnly: sql<boolean>`0`.as("mail_only"),
        })
        .from(users)
        .where(and(isNull(users.deletedAt), isRecipient(ctx, notice.recipients))),
    )
    .onConflictDoNothing();
  const push = db
    .insert(outbox)
    .select(
      db
        .select({
          id: notifications.id,
          kind: sql<"push">`'push'`.as("kind"),
          dedupeKey: sql<string>`'push:' || ${notifications.id}`.as("dedupe_key"),
          payload:
            sql<OutboxPayload>`json_object('kind', 'push', 'userId', ${notifications.userId}, 'notificationId', ${notifications.id})`.as(
              "payload",
            ),
          createdAt: notifications.createdAt,
          availableAt: sql<number>`${notifications.createdAt}`.as("available_at"),
          leaseUntil: sql<number | null>`null`.as("lease_until"),
          attempts: sql<number>`0`.as("attempts"),
          deliveredAt: sql<number | null>`null`.as("delivered_at"),
          lastError: sql<string | null>`null`.as("last_error"),
        })
        .from(notifications)
        // '~' follows every character that an id may hold.
        .where(and(gte(notifications.id, prefix), lt(notifications.id, `${prefix}~`))),
    )
    .onConflictDoNothing();
  return [notify, push];
}

function isRecipient({ db }: Pick<Context, "db">, recipients: Recipients): SQL | undefined {
  if (recipients === "staff") return eq(users.role, "ADMIN");
  // One JSON value: D1 binds at most 100 values a statement.
  if ("users" in recipients)
    return sql`${users.id} in (select value from json_each(${JSON.stringify(recipients.users)}))`;
  const assignee = db
    .select({ id: orders.assignedToId })
    .from(orders)
    .where(eq(orders.id, recipients.assigneeElseStaffOfOrder));
  // A deleted assignee is nobody: the order's news must not be lost with the account.
  const hasAssignee = sql`exists (select 1 from users assignee where assignee.id in ${assignee} and assignee.deleted_at is null)`;
  return or(inArray(users.id, assignee), and(eq(users.role, "ADMIN"), sql`not ${hasAssignee}`));
}
