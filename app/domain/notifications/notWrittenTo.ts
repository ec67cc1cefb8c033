import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { notificationChoices, notifications, users } from "~db/schema";
import type { Context } from "../context";
import { defaultWay, type NoticeKind } from "./notificationTypes";

/**
 * For jobs that write notices of what they find: true until the person has the notice of that event. Never for someone
 * who gets no notice of the kind, so that such rows do not fill each run.
 */
export const notWrittenTo = (
  { settings }: Pick<Context, "settings">,
  userId: AnyColumn,
  kind: NoticeKind,
  dedupeKey: SQL,
): SQL => sql`(
  not exists (select 1 from ${notifications} n where n.dedupe_key = ${dedupeKey} || ':' || ${userId})
  and coalesce((select max(c.in_app, c.email) from ${notificationChoices} c
    where c.user_id = ${userId} and c.kind = ${kind}), ${defaultWay(settings, kind, "CUSTOMER") === "none" ? 0 : 1})
  and exists (select 1 from ${users} u where u.id = ${userId} and u.deleted_at is null))`;
