import { sql } from "drizzle-orm";
import type { Context } from "../context";
import type { BookDifference } from "./check";

/** Rows per statement: 100,000 clients have some 700,000 counters, and a Worker may send 1,000 statements. */
const PAGE_ROWS = 8_000;

type Counts = Map<string, number>;
interface StatusCount {
  status: string;
  count: number;
}

/** The records of a difference, in the order of `countersOfAll`. */
export const counterRecords = ["all", "subscriptions"] as const;

/**
 * Adds up what the portal's counters count, a page at a time: the clients' order counters, and the subscriptions.
 * Changes meanwhile change the portal's counters as well: then it returns null, and the next run decides.
 */
export async function countersOfAll(ctx: Context): Promise<BookDifference[] | null> {
  const checks = {
    all: { stored: () => orderTotals(ctx), counted: () => sumOfClients(ctx) },
    subscriptions: { stored: () => subscriptionTotals(ctx), counted: () => countSubscriptions(ctx) },
  };
  const differences: BookDifference[] = [];
  for (const record of counterRecords) {
    const { stored, counted } = checks[record];
    const before = await stored();
    const sums = await counted();
    if (JSON.stringify(before) !== JSON.stringify(await stored())) return null;
    differences.push(...differenceOf(record, before, sums));
  }
  return differences;
}

function differenceOf(record: string, stored: StatusCount[], sums: Counts): BookDifference[] {
  const countOf = (status: string) => stored.find((row) => row.status === status)?.count ?? 0;
  const statuses = [...new Set([...stored.map(({ status }) => status), ...sums.keys()])];
  const differing = statuses.filter((status) => countOf(status) !== (sums.get(status) ?? 0));
  if (differing.length === 0) return [];
  const text = (of: (status: string) => number) =>
    differing.map((status) => `${of(status)} ${status.replaceAll("_", " ")}`).join(", ");
  return [{ record, expected: text((status) => sums.get(status) ?? 0), actual: text(countOf) }];
}

interface OrderCounter extends StatusCount {
  paid: number;
  cents: number;
}
const orderCounter = sql`status, count, paid_count as paid, paid_amount as cents`;

/** A counter row's three figures, each under a name of its own. */
const figuresOf = ({ status, count, paid, cents }: OrderCounter): StatusCount[] => [
  { status, count },
  { status: `paid ${status}`, count: paid },
  { status: `cents of paid ${status}`, count: cents },
];

const orderTotals = async ({ db }: Context) =>
  (
    await db.all<OrderCounter>(sql`select ${orderCounter} from order_counters where scope = 'all' order by status`)
  ).flatMap(figuresOf);

const subscriptionTotals = ({ db }: Context) =>
  db.all<StatusCount>(sql`select status, count from subscription_counters order by status`);

const page = sql.raw(`limit ${PAGE_ROWS}`);

async function sumOfClients({ db }: Context): Promise<Counts> {
  const sums: Counts = new Map();
  for (let scope = "", status = "", more = true; more; ) {
    const rows = await db.all<OrderCounter & { scope: string }>(
      sql`select scope, ${orderCounter} from order_counters where (scope, status) > (${scope}, ${status}) order by scope, status ${page}`,
    );
    for (const row of rows.filter((counter) => counter.scope !== "all"))
      for (const figure of figuresOf(row)) sums.set(figure.status, (sums.get(figure.status) ?? 0) + figure.count);
    more = rows.length === PAGE_ROWS;
    ({ scope, status } = rows.at(-1) ?? { scope, status });
  }
  return sums;
}

async function countSubscriptions({ db }: Context): Promise<Counts> {
  const sums: Counts = new Map();
  for (let last = "", more = true; more; ) {
    const rows = await db.all<{ id: string; status: string }>(
      sql`select id, status from subscriptions where id > ${last} order by id ${page}`,
    );
    for (const { status } of rows) sums.set(status, (sums.get(status) ?? 0) + 1);
    more = rows.length === PAGE_ROWS;
    last = rows.at(-1)?.id ?? last;
  }
  return sums;
}
