import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { firstIdOf, newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { notificationChoices, notifications, outbox, users } from "~db/schema";
import type { Context } from "../context";
import { NOTICE_WINDOW_MS } from "./noticeWindow";
import type { NoticeKind, NotificationType } from "./notificationTypes";
import { byDefault } from "./notifyStatements";

/** What one person reads about one record. See Notice. */
export interface EachNotice {
  userId: string;
  description: string;
  kind: NoticeKind;
  typeSystemId: string;
  dedupeKey: string;
}

/**
 * notifyStatements for many records at a time, in three statements however many there are. `onlyIf` is a condition on
 * the notice, as the JSON value `posted.value`.
 */
export function notifyEach<Notice extends EachNotice>(
  { db, now, settings }: Pick<Context, "db" | "now" | "settings">,
  type: NotificationType,
  notices: readonly Notice[],
  onlyIf: SQL,
): BatchStatement[] {
  if (notices.length === 0) return [];
  const named = notices.map((notice) => ({ ...notice, id: newId(now) }));
  const kinds = [...new Set(named.map(({ kind }) => kind))];
  const wanted = (channel: "inApp" | "email") => {
    const way = channel === "inApp" ? notificationChoices.inApp : notificationChoices.email;
    const cases = kinds.map((kind) => sql`when ${kind} then ${byDefault(settings, kind, channel)}`);
    return sql<boolean>`coalesce(${way}, case posted.value ->> 'kind' ${sql.join(cases, sql` `)} end)`;
  };
  const key = sql`posted.value ->> 'dedupeKey' || ':' || users.id`;
  const notify = insertFrom(
    db,
    notifications,
    {
      id: sql`posted.value ->> 'id'`,
      userId: sql`users.id`,
      description: sql`posted.value ->> 'description'`,
      type,
      typeSystemId: sql`posted.value ->> 'typeSystemId'`,
      dedupeKey: key,
      createdAt: now,
      mailWantedAt: sql`case when ${wanted("email")} then ${now} end`,
      mailOnly: sql`not ${wanted("inApp")}`,
    },
    sql`from json_each(${JSON.stringify(named)}) posted
      cross join ${users} on ${and(sql`${users.id} = posted.value ->> 'userId'`, isNull(users.deletedAt))}
      left join ${notificationChoices} on ${and(eq(notificationChoices.userId, users.id), sql`${notificationChoices.kind} = posted.value ->> 'kind'`)}
      where ${and(onlyIf, or(wanted("inApp"), wanted("email")))}`,
  ).onConflictDoNothing();
  const written = sql`json_each(${JSON.stringify(named.map(({ userId, id }) => [userId, id]))}) posted cross join ${notifications} on ${notifications.userId} = posted.value ->> 0 and ${notifications.id} = posted.value ->> 1`;
  const first = named[0]!.id;
  const waiting = { createdAt: now, attempts: 0 };
  const push = insertFrom(
    db,
    outbox,
    {
      id: first,
      kind: "push",
      dedupeKey: `push:${first}`,
      payload: sql`json_object('kind', 'push', 'notifications', json_group_array(json_array(${notifications.userId}, ${notifications.id})))`,
      ...waiting,
      availableAt: now,
    },
    sql`from ${written} where ${eq(notifications.mailOnly, false)} having count(*) > 0`,
  ).onConflictDoNothing();
  const about = sql`'notice:' || ${notifications.typeSystemId} || ':'`;
  const gathering = sql`select 1 from outbox gathering, json_each(gathering.payload, '$.users') reader
    where gathering.dedupe_key >= ${about} || ${firstIdOf(now - NOTICE_WINDOW_MS + 1)} and gathering.dedupe_key < ${about} || '~' and reader.value = ${notifications.userId}`;
  // A mail for each record, as for a single one.
  const mail = insertFrom(
    db,
    outbox,
    {
      id: sql`'M' || min(${notifications.id})`,
      kind: "noticeMail",
      dedupeKey: sql`${about} || min(${notifications.id})`,
      payload: sql`json_object('kind', 'noticeMail', 'users', json_group_array(distinct ${notifications.userId}), 'typeSystemId', ${notifications.typeSystemId}, 'since', ${now})`,
      ...waiting,
      availableAt: now + NOTICE_WINDOW_MS,
    },
    sql`from ${written} where ${notifications.mailWantedAt} is not null and not exists (${gathering}) group by ${notifications.typeSystemId}`,
  ).onConflictDoNothing();
  return [notify, push, mail];
}
