import { and, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { notificationChoices, notifications, orders, outbox, users } from "~db/schema";
import type { OutboxPayload } from "~db/schema/notifications";
import type { Context } from "../context";
import { NOTICE_WINDOW_MS } from "./noticeMail";
import type { NoticeKind, NotificationType } from "./notificationTypes";

/**
 * Who is told: named people, every staff member, or the order's assignee and, when it has none, every staff member
 * (rules.md notifications/recipients). Deleted accounts are never told.
 */
export type Recipients = { users: string[] } | "staff" | { assigneeElseStaffOfOrder: string };

export interface Notice {
  recipients: Recipients;
  /**
   * What the person reads. It reaches customers as it is: no internal note, no other client's name
   * (rules.md security/internal-text).
   */
  description: string;
  type: NotificationType;
  /** System id of what the notification leads to; for EXPORT the key of the file. */
  typeSystemId: string;
  /** Names the event, e.g. `order.paid:${orderId}`: written again, it adds nothing for a person who has it. */
  dedupeKey: string;
  /**
   * What each person has a choice for (rules.md notifications/recipients): in the portal, by e-mail, both or none. Left
   * out for what is not theirs to switch off: it stands in the portal, and whoever writes it sends its own mail if
   * there is one.
   */
  kind?: NoticeKind;
}

/**
 * Statements for the caller's batch (rules.md notifications/outbox): one notification row a person, one push row in the
 * outbox for each that is new, and for who wants e-mail the row of a mail that waits for more of the same. Recipients
 * and their choices are found inside the statement, so an order inserted earlier in the same batch counts, and a choice
 * 'none' writes nothing. After the batch: `ctx.after(() => ctx.publish.outboxWaiting())`.
 */
export function notifyStatements(ctx: Pick<Context, "db" | "now">, notice: Notice): BatchStatement[] {
  const { db, now, kind = null } = { ...ctx, kind: notice.kind };
  // One prefix a call, the person's id behind it: unique, sorted by time, and the rows just written are a range of ids.
  const prefix = newId(now);
  // '~' follows every character that an id may hold.
  const justWritten = and(gte(notifications.id, prefix), lt(notifications.id, `${prefix}~`));
  // No choice means both.
  const wanted = (way: typeof notificationChoices.inApp | typeof notificationChoices.email) =>
    sql<boolean>`coalesce(${way}, 1)`;
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
          mailWantedAt: sql<
            number | null
          >`case when ${kind} is not null and ${wanted(notificationChoices.email)} then ${now} end`.as(
            "mail_wanted_at",
          ),
          mailOnly: sql<boolean>`not ${wanted(notificationChoices.inApp)}`.as("mail_only"),
        })
        .from(users)
        .leftJoin(
          notificationChoices,
          and(eq(notificationChoices.userId, users.id), sql`${notificationChoices.kind} = ${kind}`),
        )
        .where(
          and(
            isNull(users.deletedAt),
            isRecipient(ctx, notice.recipients),
            or(wanted(notificationChoices.inApp), wanted(notificationChoices.email)),
          ),
        ),
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
        .where(and(justWritten, eq(notifications.mailOnly, false))),
    )
    .onConflictDoNothing();
  if (kind === null) return [notify, push];
  const about = sql<string>`'notice:' || ${notifications.userId} || ':' || ${notifications.typeSystemId} || ':'`;
  const mail = db
    .insert(outbox)
    .select(
      db
        .select({
          id: sql<string>`'M' || ${notifications.id}`.as("id"),
          kind: sql<"noticeMail">`'noticeMail'`.as("kind"),
          dedupeKey: sql<string>`${about} || ${notifications.id}`.as("dedupe_key"),
          payload:
            sql<OutboxPayload>`json_object('kind', 'noticeMail', 'userId', ${notifications.userId}, 'typeSystemId', ${notifications.typeSystemId}, 'since', ${notifications.createdAt})`.as(
              "payload",
            ),
          createdAt: notifications.createdAt,
          availableAt: sql<number>`${notifications.createdAt} + ${NOTICE_WINDOW_MS}`.as("available_at"),
          leaseUntil: sql<number | null>`null`.as("lease_until"),
          attempts: sql<number>`0`.as("attempts"),
          deliveredAt: sql<number | null>`null`.as("delivered_at"),
          lastError: sql<string | null>`null`.as("last_error"),
        })
        .from(notifications)
        .where(
          and(
            justWritten,
            isNotNull(notifications.mailWantedAt),
            // A mail about the same thing that still gathers takes this one along. Decided by when it began to gather,
            // never by when it will be tried: one that failed to leave is as closed as one that left.
            sql`not exists (select 1 from outbox gathering where gathering.dedupe_key >= ${about} and gathering.dedupe_key < ${about} || '~' and gathering.created_at > ${now - NOTICE_WINDOW_MS})`,
          ),
        ),
    )
    .onConflictDoNothing();
  return [notify, push, mail];
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
