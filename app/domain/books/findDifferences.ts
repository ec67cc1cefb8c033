import { eq, type SQL, sql } from "drizzle-orm";
import type { ListFilter, Page } from "~/list/defineList";
import { fullNameById } from "~db/fullName";
import { type ListRow, listSource, runList } from "~db/runList.server";
import { bookDifferences } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { allChecks } from "./checks";
import { type DifferenceQuery, type DifferenceState, differenceList } from "./differenceList";

/** The page that shows the record of a difference. */
export interface RecordTarget {
  kind: "order" | "subscription" | "coupon" | "payout" | "client";
  id: string;
}

export interface DifferenceRow {
  id: string;
  checkId: string;
  checkName: string;
  sentence: string;
  recordKind: string;
  recordId: string;
  /** A name for people, e.g. '10412' or 'WELCOME10'. */
  label: string;
  target: RecordTarget | null;
  expected: string;
  actual: string;
  state: DifferenceState;
  /** ms UTC. */
  firstSeenAt: number;
  lastSeenAt: number;
  note: string | null;
  notedByName: string | null;
}

type Filter = ListFilter<DifferenceQuery["filters"][number]["key"]>;

const isInState: Record<DifferenceState, SQL> = {
  open: sql`(${bookDifferences.goneAt} is null and ${bookDifferences.note} is null)`,
  explained: sql`(${bookDifferences.goneAt} is null and ${bookDifferences.note} is not null)`,
  gone: sql`${bookDifferences.goneAt} is not null`,
};

const inStates = (filter: Filter) =>
  filter.operation === "in"
    ? sql`(${sql.join(
        filter.values.map((state) => isInState[state as DifferenceState]),
        sql` or `,
      )})`
    : undefined;

const is = (kind: string) => sql`${bookDifferences.recordKind} = ${sql.raw(`'${kind}'`)}`;
const record = sql`${bookDifferences.recordId}`;
const movement = (column: string) =>
  sql`(select o.${sql.raw(column)} from balance_transactions b join orders o on o.account = b.account and o.payment_intent_id = b.payment_intent_id where b.id = ${record})`;
const fileOrder = sql`(select substr(u.attached_to, 7) from uploads u where u.key = ${record} and u.attached_to like 'order:%')`;
const reader = sql`substr(${record}, 1, instr(${record}, '.') - 1)`;

const source = listSource({
  table: bookDifferences,
  id: bookDifferences.id,
  columns: {
    id: bookDifferences.id,
    checkId: bookDifferences.checkId,
    recordKind: bookDifferences.recordKind,
    recordId: bookDifferences.recordId,
    label: sql<string | number | null>`case
      when ${is("order")} then (select number from orders where id = ${record})
      when ${is("subscription")} then (select service_name from subscriptions where id = ${record})
      when ${is("coupon")} then (select code from coupons where id = ${record})
      when ${is("payout")} then (select date(created_at / 1000, 'unixepoch') from payouts where id = ${record})
      when ${is("client")} then ${fullNameById(record)}
      when ${is("notification")} then ${fullNameById(reader)}
      when ${is("movement")} then ${movement("number")}
      when ${is("file")} then (select file_name from uploads where key = ${record}) end`,
    targetId: sql<string | null>`case
      when ${is("notification")} then ${reader}
      when ${is("movement")} then ${movement("id")}
      when ${is("file")} then ${fileOrder}
      else ${record} end`,
    expected: bookDifferences.expected,
    actual: bookDifferences.actual,
    firstSeenAt: bookDifferences.firstSeenAt,
    lastSeenAt: bookDifferences.lastSeenAt,
    goneAt: bookDifferences.goneAt,
    note: bookDifferences.note,
    notedByName: fullNameById(bookDifferences.notedById),
  },
  filters: { check: bookDifferences.checkId, state: inStates },
  sorts: { lastSeen: bookDifferences.lastSeenAt },
});

const targetKinds: Record<string, RecordTarget["kind"]> = {
  order: "order",
  movement: "order",
  file: "order",
  subscription: "subscription",
  coupon: "coupon",
  payout: "payout",
  client: "client",
  notification: "client",
};

function toRow(row: ListRow<typeof source>): DifferenceRow {
  const { goneAt, targetId, label, ...rest } = row;
  const kind = targetKinds[row.recordKind];
  const check = allChecks.find(({ id }) => id === row.checkId);
  return {
    ...rest,
    checkName: check?.name ?? row.checkId,
    sentence: check?.sentence ?? row.checkId,
    label: label === null ? row.recordId : String(label),
    target: kind && targetId ? { kind, id: targetId } : null,
    state: goneAt !== null ? "gone" : row.note === null ? "open" : "explained",
    notedByName: row.notedByName ?? null,
  };
}

/** A page of differences, the last seen first. Super admins only. */
export async function findDifferences(ctx: Context, query: DifferenceQuery): Promise<Page<DifferenceRow>> {
  authorize(ctx, "books.read");
  return await runList(ctx.db, source, query, { toRow });
}

/** The content of the note dialog. Throws NotFound. */
export async function findDifference(ctx: Context, id: string): Promise<DifferenceRow> {
  authorize(ctx, "books.read");
  const query: DifferenceQuery = {
    page: 0,
    pageSize: 1,
    filters: [],
    sort: differenceList.defaultSort,
  };
  const { content } = await runList(ctx.db, source, query, { where: eq(bookDifferences.id, id), toRow });
  if (!content[0]) throw new NotFound();
  return content[0];
}
