import { and, asc, eq, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { paths } from "~/paths";
import { firstIdOf } from "~db/ids";
import { notifications, orders, users } from "~db/schema";
import type { Context } from "../context";
import type { Role } from "../roles";
import { composeMail } from "./composeMail";
import type { MailContent } from "./mailBody";
import { NOTICE_WINDOW_MS, QUESTION_KEY } from "./noticeWindow";
import { threadOfKey } from "./notification";
import { notificationTarget } from "./notificationTarget";
import type { NotificationType } from "./notificationTypes";
import { type ReplyThread, replyAddress } from "./replyAddress";

export interface GatheredNotices {
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
  /** Takes answers, in a mail about a message. */
  replyTo?: string;
}

/** What a person is still asked when the mail is sent, in place of the notices that asked. */
export interface OpenQuestions extends Pick<MailContent, "paragraphs" | "links"> {
  subject: string;
}

type NoticeContext = Pick<Context, "db" | "now" | "signer" | "siteUrl" | "settings" | "replyDomain">;

interface NoticeMailParts {
  /** Reads them by user id, for the notices whose key begins with QUESTION_KEY. */
  openQuestions?: (notices: GatheredNotices) => Promise<Map<string, OpenQuestions>>;
}

const asks = ({ dedupeKey }: Pick<MailedNotice, "dedupeKey">) => dedupeKey?.startsWith(QUESTION_KEY) === true;

const actionLabels: Record<NotificationType, string> = {
  ORDER: "View order",
  SERVICE: "View service",
  USER: "View account",
  EXPORT: "Open file",
  PAYOUT: "View payouts",
  BILLING: "View health",
  AFFILIATE: "View your affiliate page",
  PLACEMENT: "View links",
};

/**
 * The mails for a group of notifications by user id, built when they are sent. Leaves out notifications already read,
 * people without unread ones, deleted accounts and questions that were answered (rules.md notifications/recipients). A
 * retry builds the same mails from the same rows.
 */
export async function noticeMails(
  ctx: NoticeContext,
  notices: GatheredNotices,
  { openQuestions }: NoticeMailParts,
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
  const questions = openQuestions && rows.some(asks) ? await openQuestions(notices) : new Map<string, OpenQuestions>();
  const orderNumber = ctx.replyDomain && rows.some(threadOfRow) ? await numberOfOrder(ctx, notices.typeSystemId) : null;
  const mails = new Map<string, NoticeMail>();
  for (const [userId, own] of byUser) {
    const open = own.some(asks) ? questions.get(userId) : undefined;
    const shown = open || !openQuestions ? own : own.filter((row) => !asks(row));
    if (shown.length === 0) continue;
    mails.set(userId, mailOf(ctx, shown, open, await replyOf(ctx, userId, shown, orderNumber)));
  }
  return mails;
}

const threadOfRow = ({ dedupeKey }: Pick<MailedNotice, "dedupeKey">) => threadOfKey(dedupeKey);

async function numberOfOrder({ db }: NoticeContext, id: string): Promise<number | null> {
  const order = await db.select({ number: orders.number }).from(orders).where(eq(orders.id, id)).get();
  return order?.number ?? null;
}

interface Reply {
  address: string;
  hint: string;
}

const replyHints: Record<Role, Record<ReplyThread, string>> = {
  CUSTOMER: { Customer: "Reply to this email to answer.", Admin: "" },
  ADMIN: {
    Customer: "Reply to this email to answer the client.",
    Admin: "Reply to this email to answer the team. The client does not see your answer.",
  },
};

/** Where the mail can be answered. One about both threads is answered to the team, so nothing internal gets out. */
async function replyOf(
  ctx: NoticeContext,
  userId: string,
  rows: MailedNotice[],
  number: number | null,
): Promise<Reply | undefined> {
  const threads = rows.map(threadOfRow);
  const thread = threads.includes("Admin") ? "Admin" : threads.includes("Customer") ? "Customer" : null;
  if (thread === null || number === null) return undefined;
  const { email, role } = rows[0]!;
  const address = await replyAddress(ctx, { userId, email }, { number, thread });
  return address ? { address, hint: replyHints[role][thread] } : undefined;
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

function mailOf(ctx: NoticeContext, rows: MailedNotice[], open?: OpenQuestions, reply?: Reply): NoticeMail {
  const first = (open && rows.find(asks)) ?? rows[0]!;
  const told = open ? rows.filter((row) => !asks(row)).map(({ description }) => description) : [];
  const texts = open ? [...told, open.subject] : rows.map(({ description }) => description);
  return {
    to: first.email,
    ...(reply ? { replyTo: reply.address } : {}),
    ...composeMail(ctx, "notices", {
      firstName: first.firstName,
      values: { summary: texts.length === 1 ? texts[0]! : `${texts.length} updates: ${texts.at(-1)}` },
      block: {
        paragraphs: [...(open ? [...told, ...open.paragraphs] : texts), ...(reply?.hint ? [reply.hint] : [])],
        ...(open?.links ? { links: open.links } : {}),
      },
      action: {
        label: actionLabels[first.type],
        url:
          ctx.siteUrl + notificationTarget({ ...first, thread: threadOfKey(first.dedupeKey) }, first.role === "ADMIN"),
      },
      choice: { label: "Choose which emails you get", url: ctx.siteUrl + paths.profile() },
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
