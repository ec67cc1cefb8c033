import { and, asc, eq, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { paths } from "~/paths";
import { firstIdOf } from "~db/ids";
import { notifications, users } from "~db/schema";
import type { Context } from "../context";
import type { Role } from "../roles";
import { greeting } from "./greeting";
import { mailBody } from "./mailBody";
import { threadOfKey } from "./notification";
import { notificationTarget } from "./notificationTarget";
import type { NotificationType } from "./notificationTypes";

/** Notifications on one subject within this time share one mail (rules.md notifications/recipients). */
export const NOTICE_WINDOW_MS = 5 * 60_000;

interface GatheredNotices {
  users: string[];
  typeSystemId: string;
  /** ms UTC of the first one. The mails cover NOTICE_WINDOW_MS from then. */
  since: number;
}

export interface NoticeMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

const actionLabels: Record<NotificationType, string> = {
  ORDER: "View order",
  SERVICE: "View service",
  USER: "View account",
  EXPORT: "Open file",
  PAYOUT: "View payouts",
  BILLING: "View billing health",
  AFFILIATE: "View your affiliate page",
};

/**
 * The mails for a group of notifications by user id, built when they are sent. Leaves out notifications already read,
 * people without unread ones and deleted accounts (rules.md notifications/recipients). A retry builds the same mails
 * from the same rows.
 */
export async function noticeMails(
  ctx: Pick<Context, "db" | "siteUrl">,
  notices: GatheredNotices,
  { brandName }: { brandName: string },
): Promise<Map<string, NoticeMail>> {
  const rows = await ctx.db
    .select({
      userId: notifications.userId,
      description: notifications.description,
      type: notifications.type,
      typeSystemId: notifications.typeSystemId,
      dedupeKey: notifications.dedupeKey,
      email: users.email,
      firstName: users.firstName,
      role: users.role,
    })
    .from(notifications)
    .innerJoin(users, eq(users.id, notifications.userId))
    .where(and(isGathered(notices), isNull(notifications.readAt), isNull(users.deletedAt)))
    .orderBy(asc(notifications.userId), asc(notifications.id));
  const byUser = new Map<string, typeof rows>();
  for (const row of rows) byUser.set(row.userId, [...(byUser.get(row.userId) ?? []), row]);
  return new Map([...byUser].map(([userId, own]) => [userId, mailOf(ctx, own, brandName)]));
}

interface MailedNotice {
  description: string;
  type: NotificationType;
  typeSystemId: string;
  dedupeKey: string | null;
  email: string;
  firstName: string;
  role: Role;
}

function mailOf({ siteUrl }: Pick<Context, "siteUrl">, rows: MailedNotice[], brandName: string): NoticeMail {
  const first = rows[0]!;
  return {
    to: first.email,
    subject: rows.length === 1 ? first.description : `${rows.length} updates: ${rows.at(-1)!.description}`,
    ...mailBody({
      greeting: greeting(first.firstName),
      paragraphs: rows.map(({ description }) => description),
      action: {
        label: actionLabels[first.type],
        url: siteUrl + notificationTarget({ ...first, thread: threadOfKey(first.dedupeKey) }, first.role === "ADMIN"),
      },
      choice: { label: "Choose which emails you get", url: siteUrl + paths.profile() },
      brand: { name: brandName },
    }),
  };
}

/** Marks mail-only notifications as read once their mails are sent. */
export const mailOnlyRead = (ctx: Pick<Context, "db" | "now">, notices: GatheredNotices) =>
  ctx.db
    .update(notifications)
    .set({ readAt: ctx.now })
    .where(and(isGathered(notices), eq(notifications.mailOnly, true), isNull(notifications.readAt)));

const isGathered = ({ users: readers, typeSystemId, since }: GatheredNotices) =>
  and(
    // One bound value: D1 takes at most 100 per statement.
    sql`${notifications.userId} in (select value from json_each(${JSON.stringify(readers)}))`,
    gte(notifications.id, firstIdOf(since)),
    lt(notifications.id, firstIdOf(since + NOTICE_WINDOW_MS)),
    eq(notifications.typeSystemId, typeSystemId),
    isNotNull(notifications.mailWantedAt),
  );
