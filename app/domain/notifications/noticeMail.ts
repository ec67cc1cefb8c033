import { and, asc, eq, gte, isNotNull, isNull, lt } from "drizzle-orm";
import { paths } from "~/paths";
import { firstIdOf } from "~db/ids";
import { notifications, users } from "~db/schema";
import type { Context } from "../context";
import { greeting } from "./greeting";
import { mailBody } from "./mailBody";
import { threadOfKey } from "./notification";
import { notificationTarget } from "./notificationTarget";
import type { NotificationType } from "./notificationTypes";

/** Notifications on one subject within this time share one mail (rules.md notifications/recipients). */
export const NOTICE_WINDOW_MS = 5 * 60_000;

interface GatheredNotices {
  userId: string;
  typeSystemId: string;
  /** ms UTC of the first one. The mail covers NOTICE_WINDOW_MS from then. */
  since: number;
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
 * The mail for a group of notifications, built when it is sent. Leaves out those already read; null when none is left
 * or the account was deleted (rules.md notifications/recipients). A retry builds the same mail from the same rows.
 */
export async function noticeMail(
  ctx: Pick<Context, "db" | "siteUrl">,
  notices: GatheredNotices,
  { brandName }: { brandName: string },
) {
  const rows = await ctx.db
    .select({
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
    .orderBy(asc(notifications.id));
  const [first] = rows;
  if (!first) return null;
  return {
    to: first.email,
    subject: rows.length === 1 ? first.description : `${rows.length} updates: ${rows.at(-1)!.description}`,
    ...mailBody({
      greeting: greeting(first.firstName),
      paragraphs: rows.map(({ description }) => description),
      action: {
        label: actionLabels[first.type],
        url:
          ctx.siteUrl + notificationTarget({ ...first, thread: threadOfKey(first.dedupeKey) }, first.role === "ADMIN"),
      },
      choice: { label: "Choose which emails you get", url: ctx.siteUrl + paths.profile() },
      brand: { name: brandName },
    }),
  };
}

/** Marks mail-only notifications as read once their mail is sent. */
export const mailOnlyRead = (ctx: Pick<Context, "db" | "now">, notices: GatheredNotices) =>
  ctx.db
    .update(notifications)
    .set({ readAt: ctx.now })
    .where(and(isGathered(notices), eq(notifications.mailOnly, true), isNull(notifications.readAt)));

const isGathered = ({ userId, typeSystemId, since }: GatheredNotices) =>
  and(
    eq(notifications.userId, userId),
    gte(notifications.id, firstIdOf(since)),
    lt(notifications.id, firstIdOf(since + NOTICE_WINDOW_MS)),
    eq(notifications.typeSystemId, typeSystemId),
    isNotNull(notifications.mailWantedAt),
  );
