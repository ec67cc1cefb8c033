import { type SQL, sql } from "drizzle-orm";
import type { SafeHtml } from "~/richtext/renderRichText";
import { batchRaw, rawSelect } from "~db/client.server";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { firstWords } from "../notifications/firstWords";
import { type InboxTab, type ThreadState, threadStates } from "./threadStates";

export type InboxThread = {
  orderId: string;
  orderNumber: number;
  serviceName: string;
  clientName: string;
  state: ThreadState;
  assigned: boolean;
  /** ms UTC. */
  lastMessageAt: number;
  /** The client has waited since then; null when nobody has to answer. ms UTC. */
  firstUnansweredAt: number | null;
  /** ms UTC, when it lies ahead. */
  snoozedUntil: number | null;
  /** The first words of the last message, and whether staff wrote it. */
  words: string;
  fromStaff: boolean;
};

export interface InboxPage {
  threads: InboxThread[];
  /** Where the next page of the tab begins; null on the last one. */
  older: string | null;
}

/** Threads on a page of the inbox. */
const INBOX_PAGE = 20;

interface InboxQuery {
  tab: InboxTab;
  /** The `older` of the page before. */
  after: InboxPlace | null;
}

interface InboxPlace {
  at: number;
  orderNumber: number;
}

/** `older` of an address; null for anything else. */
export function readInboxPlace(text: string | null): InboxPlace | null {
  const [, at, orderNumber] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? "") ?? [];
  return at && orderNumber ? { at: Number(at), orderNumber: Number(orderNumber) } : null;
}

type ThreadRow = Omit<InboxThread, "assigned" | "words" | "fromStaff"> & {
  assignedToId: string | null;
  body: SafeHtml | null;
};

/**
 * A page of one tab of the inbox, latest message first; snoozed threads by the end of the snooze (rules.md
 * inbox/states). One round trip, at most nine rows for each thread of the page, at any size.
 */
export async function findInbox(ctx: Context, { tab, after }: InboxQuery): Promise<InboxPage> {
  authorize(ctx, "inbox.view");
  const order = tab === "snoozed" ? sql`snoozedUntil, orderNumber` : sql`lastMessageAt desc, orderNumber desc`;
  const read = sql`with page as materialized (${pageOf(ctx, tab, after)} limit ${INBOX_PAGE + 1})
    select orders.id as orderId, thread.order_number as orderNumber, orders.service_name as serviceName,
      trim(client.first_name || ' ' || client.last_name) as clientName, thread.state as state,
      thread.assigned_to_id as assignedToId, thread.last_message_at as lastMessageAt,
      thread.first_unanswered_at as firstUnansweredAt, thread.snoozed_until as snoozedUntil, message.body as body
    from page cross join message_threads thread on thread.order_number = page.order_number
      cross join orders on orders.number = thread.order_number cross join users client on client.id = orders.client_id
      left join order_messages message on message.rowid = (select rowid from order_messages
        where order_id = orders.id and thread = 'Customer' order by created_at desc, id desc limit 1)
    order by ${order}`;
  const [rows] = await batchRaw(ctx.db, rawSelect<ThreadRow>(read));
  const threads = rows.slice(0, INBOX_PAGE).map((row) => threadOf(ctx, row));
  const last = rows.length > INBOX_PAGE ? threads.at(-1) : undefined;
  const place = last && (tab === "snoozed" ? last.snoozedUntil : last.lastMessageAt);
  return { threads, older: last ? `${place}.${last.orderNumber}` : null };
}

function pageOf(ctx: Context, tab: InboxTab, after: InboxPlace | null): SQL {
  const before = after ? sql`and (last_message_at, order_number) < (${after.at}, ${after.orderNumber})` : sql``;
  const later = after ? sql`and (snoozed_until, order_number) > (${after.at}, ${after.orderNumber})` : sql``;
  const newest = sql`order by last_message_at desc, order_number desc`;
  const awake = sql`(snoozed_until is null or snoozed_until <= ${ctx.now})`;
  const toAnswer = (assignee: SQL) => sql`select order_number from message_threads indexed by message_threads_to_answer
    where assigned_to_id ${assignee} and state in ('unread', 'open') and ${awake} ${before} ${newest}`;
  const inState = (state: ThreadState) => sql`select order_number, last_message_at from message_threads
    indexed by message_threads_state where state = ${sql.raw(`'${state}'`)} ${before}`;
  switch (tab) {
    case "unread":
      return sql`${inState("unread")} ${newest}`;
    case "mine":
      return toAnswer(sql`= ${actorId(ctx)}`);
    case "unassigned":
      return toAnswer(sql`is null`);
    case "waiting":
      return sql`${inState("waiting")} and ${awake} ${newest}`;
    case "snoozed":
      return sql`select order_number from message_threads indexed by message_threads_snoozed
        where snoozed_until > ${ctx.now} ${later} order by snoozed_until, order_number`;
    case "all":
      // Without limits of their own the states are merged in order, so that only the page is read.
      return sql`${sql.join(threadStates.map(inState), sql` union all `)} ${newest}`;
  }
}

const threadOf = (ctx: Context, { assignedToId, body, snoozedUntil, ...row }: ThreadRow): InboxThread => ({
  ...row,
  assigned: assignedToId !== null,
  snoozedUntil: snoozedUntil !== null && snoozedUntil > ctx.now ? snoozedUntil : null,
  words: body === null ? "" : firstWords(body),
  fromStaff: row.firstUnansweredAt === null,
});
