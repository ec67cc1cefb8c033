import { and, eq, gte, inArray, is, isNotNull, isNull, lt, ne, or, type SQL, SQL as SqlClass, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { firstIdOf, newId } from "~db/ids";
import { notificationChoices, notifications, orders, outbox, users } from "~db/schema";
import type { OutboxPayload } from "~db/schema/notifications";
import { type Context, userOf } from "../context";
import type { Role } from "../roles";
import { NOTICE_WINDOW_MS } from "./noticeWindow";
import { choiceOf, defaultWay, type NoticeKind, type NotificationType } from "./notificationTypes";

/**
 * Named users, all staff, or the order's assignee with all staff as fallback; of staff, never the one who acts
 * (rules.md notifications/recipients). Deleted accounts are excluded.
 */
export type Recipients = { users: string[] } | "staff" | { assigneeElseStaffOfOrder: string };

/** Who acts; the system when left out. */
type Acting = Partial<Pick<Context, "actor">>;
const SYSTEM = { kind: "system", name: "" } as const;

export interface Notice {
  recipients: Recipients;
  /**
   * The text that the recipient reads. Customers see it unchanged, so no internal notes and no other client's name
   * (rules.md security/internal-text).
   * By user id where each recipient reads another text; SQL where only the database knows it.
   */
  description: string | SQL | Readonly<Record<string, string>>;
  type: NotificationType;
  /** System id of the record that the notification opens; for EXPORT the file key. */
  typeSystemId: string;
  /** Identifies the event, e.g. `order.paid:${orderId}`. Repeating it adds nothing for a person who already has it. */
  dedupeKey: string;
  /**
   * Lets each person choose the channel (rules.md notifications/recipients). Absent when it cannot be switched off:
   * then it appears in the portal, and the caller sends its own mail if needed.
   */
  kind?: NoticeKind;
  /** The caller sends a mail of its own, so this one is for the portal alone. */
  mailedApart?: boolean;
  /** Notifies only if this holds when the batch runs, for events that only the database knows. */
  onlyIf?: SQL;
}

/**
 * Statements for the caller's batch (rules.md notifications/outbox): a notification per recipient, one outbox push for
 * the new ones, and one for their delayed mails, which collect more. SQL resolves recipients and choices, so an order
 * inserted earlier in the batch counts. The choice 'none' writes nothing. After the batch, call `ctx.after(() =>
 * ctx.publish.outboxWaiting())`.
 */
export function notifyStatements(
  ctx: Pick<Context, "db" | "now" | "settings"> & Acting,
  notice: Notice,
): BatchStatement[] {
  const { db, now, kind = null } = { ...ctx, kind: notice.kind };
  const mails = kind !== null && !notice.mailedApart;
  // Ids are one prefix per call plus the user id: unique, sorted by time.
  const prefix = newId(now);
  // Read by the unique key of the event, and only what this call wrote: another one may have told the same event with a
  // later id. '~' sorts after every character in an id.
  const justWritten = and(
    gte(notifications.dedupeKey, `${notice.dedupeKey}:`),
    lt(notifications.dedupeKey, `${notice.dedupeKey}:~`),
    gte(notifications.id, prefix),
    lt(notifications.id, `${prefix}~`),
  );
  const description =
    typeof notice.description === "string" || is(notice.description, SqlClass)
      ? sql<string>`${notice.description}`
      : sql<string>`(select texts.value from json_each(${JSON.stringify(notice.description)}) texts where texts.key = ${users.id})`;
  const wanted = (way: typeof notificationChoices.inApp | typeof notificationChoices.email) =>
    sql<boolean>`coalesce(${way}, ${byDefault(ctx.settings, kind, way === notificationChoices.inApp ? "inApp" : "email")})`;
  const notify = db
    .insert(notifications)
    .select(
      db
        .select({
          id: sql<string>`${prefix} || ${users.id}`.as("id"),
          userId: users.id,
          description: description.as("description"),
          type: sql<NotificationType>`${notice.type}`.as("type"),
          typeSystemId: sql<string>`${notice.typeSystemId}`.as("type_system_id"),
          dedupeKey: sql<string>`${notice.dedupeKey} || ':' || ${users.id}`.as("dedupe_key"),
          readAt: sql<number | null>`null`.as("read_at"),
          createdAt: sql<number>`${now}`.as("created_at"),
          mailWantedAt: sql<
            number | null
          >`case when ${mails} and ${wanted(notificationChoices.email)} then ${now} end`.as("mail_wanted_at"),
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
            notice.onlyIf,
            notice.mailedApart
              ? wanted(notificationChoices.inApp)
              : or(wanted(notificationChoices.inApp), wanted(notificationChoices.email)),
          ),
        ),
    )
    .onConflictDoNothing();
  // One row for all recipients: an event of a large team would otherwise write, lease and mark one for each of them.
  const push = db
    .insert(outbox)
    .select(
      db
        .select({
          id: sql<string>`${prefix}`.as("id"),
          kind: sql<"push">`'push'`.as("kind"),
          dedupeKey: sql<string>`${`push:${prefix}`}`.as("dedupe_key"),
          payload:
            sql<OutboxPayload>`json_object('kind', 'push', 'notifications', json_group_array(json_array(${notifications.userId}, ${notifications.id})))`.as(
              "payload",
            ),
          ...waitingSince(now, now),
        })
        .from(notifications)
        .where(and(justWritten, eq(notifications.mailOnly, false)))
        .having(sql`count(*) > 0`),
    )
    .onConflictDoNothing();
  if (!mails) return [notify, push];
  const about = `notice:${notice.typeSystemId}:`;
  // One row for all recipients, as above. It leaves out those for whom an earlier mail on this subject still collects:
  // that depends on when the row was written, not on its retries, so a mail that failed to send collects no more.
  const mail = db
    .insert(outbox)
    .select(
      db
        .select({
          id: sql<string>`${`M${prefix}`}`.as("id"),
          kind: sql<"noticeMail">`'noticeMail'`.as("kind"),
          dedupeKey: sql<string>`${about + prefix}`.as("dedupe_key"),
          payload:
            sql<OutboxPayload>`json_object('kind', 'noticeMail', 'users', json_group_array(${notifications.userId}), 'typeSystemId', ${notice.typeSystemId}, 'since', ${now})`.as(
              "payload",
            ),
          ...waitingSince(now, now + NOTICE_WINDOW_MS),
        })
        .from(notifications)
        .where(
          and(
            justWritten,
            isNotNull(notifications.mailWantedAt),
            sql`not exists (select 1 from outbox gathering, json_each(gathering.payload, '$.users') reader where gathering.dedupe_key >= ${about + firstIdOf(now - NOTICE_WINDOW_MS + 1)} and gathering.dedupe_key < ${`${about}~`} and reader.value = ${notifications.userId})`,
          ),
        )
        .having(sql`count(*) > 0`),
    )
    .onConflictDoNothing();
  return [notify, push, mail];
}

/** Whether a channel is on for people until they choose for themselves. */
export function byDefault(settings: Context["settings"], kind: NoticeKind | null, channel: "inApp" | "email"): SQL {
  const isOn = (role: Role) => (kind === null || choiceOf(defaultWay(settings, kind, role))[channel] ? sql`1` : sql`0`);
  return sql`case ${users.role} when 'ADMIN' then ${isOn("ADMIN")} else ${isOn("CUSTOMER")} end`;
}

/** The state of an outbox row that nobody tried to deliver. */
const waitingSince = (createdAt: number, availableAt: number) => ({
  createdAt: sql<number>`${createdAt}`.as("created_at"),
  availableAt: sql<number>`${availableAt}`.as("available_at"),
  leaseUntil: sql<number | null>`null`.as("lease_until"),
  attempts: sql<number>`0`.as("attempts"),
  deliveredAt: sql<number | null>`null`.as("delivered_at"),
  lastError: sql<string | null>`null`.as("last_error"),
  urgent: sql<boolean>`0`.as("urgent"),
});

function isRecipient({ db, actor = SYSTEM }: Pick<Context, "db"> & Acting, recipients: Recipients): SQL | undefined {
  // Also the admin who acts as the client.
  const author = actor.kind === "impersonated" ? actor.adminId : userOf(actor)?.id;
  const isOther = author === undefined ? undefined : ne(users.id, author);
  if (recipients === "staff") return and(eq(users.role, "ADMIN"), isOther);
  // One bound value: D1 takes at most 100 per statement.
  if ("users" in recipients)
    return sql`${users.id} in (select value from json_each(${JSON.stringify(recipients.users)}))`;
  const assignee = db
    .select({ id: orders.assignedToId })
    .from(orders)
    .where(eq(orders.id, recipients.assigneeElseStaffOfOrder));
  // A deleted assignee counts as none, so the notification is not lost.
  const hasAssignee = sql`exists (select 1 from users assignee where assignee.id in ${assignee} and assignee.deleted_at is null)`;
  return and(or(inArray(users.id, assignee), and(eq(users.role, "ADMIN"), sql`not ${hasAssignee}`)), isOther);
}
