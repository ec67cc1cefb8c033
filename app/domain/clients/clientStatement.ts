import { type SQL, sql } from "drizzle-orm";
import { defineSheet, type Sheet, sheetOf } from "~/list/defineSheet";
import { batchRaw } from "~db/client.server";
import { authorize } from "../access";
import { type Context, readerZone } from "../context";
import type { Cents } from "../money";
import { STATEMENT_SIZE, type StatementRange } from "./statementRange";
import { storedClient } from "./storedClient";

type StatementKind = "order" | "payment" | "refund" | "dispute";

/** One line of an account statement. Cents and ms UTC. */
export interface StatementLine {
  id: string;
  kind: StatementKind;
  at: number;
  orderId: string;
  orderNumber: number;
  /** The service name, the payment reference, or empty. */
  words: string;
  bought: Cents;
  paid: Cents;
  refunded: Cents;
  /** The amount still due after this line: bought minus paid. */
  balance: Cents;
}

export interface StatementTotals {
  lines: number;
  bought: Cents;
  paid: Cents;
  refunded: Cents;
  /** The balance before the first and after the last line of the range. */
  opening: Cents;
  closing: Cents;
}

/**
 * Purchases, payments and refunds of a client's paid orders (rules.md orders/unpaid). Uses the same rows as the order
 * list, so both agree to the cent. A refund reverses the purchase and returns the money, so it leaves the balance
 * unchanged. So does a dispute; its line is negative when the money came back. A purchase never follows its payment,
 * even when staff backdate the payment.
 */
const linesOf = (clientId: string, { from, to }: StatementRange): SQL => sql`
  select * from (
    select id || '-1' as id, 'order' as kind, 1 as rank, min(created_at, coalesce(paid_at, created_at)) as at, id as order_id,
      number, service_name as words, total as bought, 0 as paid, 0 as refunded
    from orders where client_id = ${clientId} and pay_state <> 'unpaid'
    union all
    select id || '-2', 'payment', 2, coalesce(paid_at, created_at), id, number, '', 0, total, 0
    from orders where client_id = ${clientId} and pay_state <> 'unpaid' and total > 0
    union all
    select refunds.id, iif(refunds.dispute_id is null, 'refund', 'dispute'), 3, refunds.refunded_at, orders.id, orders.number, orders.service_name, 0, 0, refunds.amount
    from orders join refunds on refunds.order_id = orders.id
    where orders.client_id = ${clientId} and refunds.refunded_at is not null
  ) where at between ${from} and ${to} order by at, rank, id`;

const fields = {
  id: sql<string>`m.id`.as("id"),
  kind: sql<StatementKind>`m.kind`.as("kind"),
  at: sql<number>`m.at`.as("at"),
  orderId: sql<string>`m.order_id`.as("orderId"),
  orderNumber: sql<number>`m.number`.as("orderNumber"),
  // A payment's reference is read for the lines of the page only.
  words:
    sql<string>`iif(m.kind = 'payment', coalesce((select transaction_id from invoices where invoices.order_id = m.order_id), ''), m.words)`.as(
      "words",
    ),
  bought: sql<number>`m.bought`.as("bought"),
  paid: sql<number>`m.paid`.as("paid"),
  refunded: sql<number>`m.refunded`.as("refunded"),
};

const selectLines = (ctx: Context, clientId: string, range: StatementRange, page: number) =>
  ctx.db
    .select(fields)
    .from(sql`(${linesOf(clientId, range)} ${sql.raw(`limit ${STATEMENT_SIZE} offset ${page * STATEMENT_SIZE}`)}) m`)
    .orderBy(sql`m.at, m.rank, m.id`);

/** What the lines of the range before this page leave due. */
const selectBefore = (ctx: Context, clientId: string, range: StatementRange, page: number) =>
  ctx.db
    .select({ due: sql<number>`coalesce(sum(m.bought - m.paid), 0)`.as("due") })
    .from(sql`(${linesOf(clientId, range)} ${sql.raw(`limit ${page * STATEMENT_SIZE}`)}) m`);

/**
 * The totals of the lines, from the orders themselves: running over the lines would read every order several times. The
 * amount due at a moment is bought and not yet paid.
 */
function selectTotals(ctx: Context, clientId: string, { from, to }: StatementRange) {
  const sums = sql`
    select min(created_at, coalesce(paid_at, created_at)) as bought_at, coalesce(paid_at, created_at) as paid_at, total
    from orders where client_id = ${clientId} and pay_state <> 'unpaid'`;
  const refunded = sql`
    select count(*) as lines, coalesce(sum(refunds.amount), 0) as amount from orders join refunds on refunds.order_id = orders.id
    where orders.client_id = ${clientId} and refunds.refunded_at between ${from} and ${to}`;
  const inside = (at: SQL) => sql`${at} between ${from} and ${to}`;
  const [bought, paid] = [sql`m.bought_at`, sql`m.paid_at`];
  const total = (of: SQL) => sql<number>`coalesce(sum(m.total) filter (where ${of}), 0)`;
  return ctx.db
    .select({
      lines:
        sql<number>`count(*) filter (where ${inside(bought)}) + count(*) filter (where m.total > 0 and ${inside(paid)}) + coalesce(max(r.lines), 0)`.as(
          "lines",
        ),
      bought: total(inside(bought)).as("bought"),
      paid: total(inside(paid)).as("paid"),
      refunded: sql<number>`coalesce(max(r.amount), 0)`.as("refunded"),
      opening: total(sql`m.bought_at < ${from} and m.paid_at >= ${from}`).as("opening"),
      closing: total(sql`m.bought_at <= ${to} and m.paid_at > ${to}`).as("closing"),
    })
    .from(sql`(${sums}) m cross join (${refunded}) r`);
}

type Line = Omit<StatementLine, "balance">;

/** Adds to each line what is due after it. */
function withBalances(lines: readonly Line[], due: Cents): StatementLine[] {
  let balance = due;
  return lines.map((line) => {
    balance += line.bought - line.paid;
    return { ...line, balance };
  });
}

/**
 * One page of a client's statement, oldest first, with the totals of the range. Throws NotFound for anyone who is not
 * a client.
 */
export async function clientStatement(
  ctx: Context,
  clientId: string,
  range: StatementRange,
  page: number,
): Promise<{ lines: StatementLine[]; totals: StatementTotals }> {
  authorize(ctx, "clients.read");
  const client = await storedClient(ctx, { id: clientId });
  const [lines, [totals], [before]] = await batchRaw(
    ctx.db,
    selectLines(ctx, client.id, range, page),
    selectTotals(ctx, client.id, range),
    selectBefore(ctx, client.id, range, page),
  );
  return { lines: withBalances(lines, totals!.opening + before!.due), totals: totals! };
}

const kindLabels: Record<StatementKind, string> = {
  order: "Order",
  payment: "Payment",
  refund: "Refund",
  dispute: "Card dispute",
};

/** 'Order', 'Payment', 'Refund' or 'Card dispute', followed by the details. */
export const statementLineText = ({ kind, words }: Pick<StatementLine, "kind" | "words">) =>
  words ? `${kindLabels[kind]}: ${words}` : kindLabels[kind];

const columns = defineSheet<StatementLine>([
  { label: "Date", kind: "time", width: 24, value: (line) => line.at },
  { label: "Entry", kind: "text", width: 44, value: statementLineText },
  { label: "Order ID", kind: "number", width: 12, value: (line) => line.orderNumber },
  { label: "Bought", kind: "cents", width: 14, value: (line) => line.bought },
  { label: "Paid", kind: "cents", width: 14, value: (line) => line.paid },
  { label: "Refunded", kind: "cents", width: 14, value: (line) => line.refunded },
  { label: "Balance", kind: "cents", width: 14, value: (line) => line.balance },
]);

/** A client's statement as a spreadsheet. Throws NotFound for anyone who is not a client. */
export async function exportStatement(ctx: Context, clientId: string, range: StatementRange): Promise<Sheet> {
  authorize(ctx, "clients.export");
  const client = await storedClient(ctx, { id: clientId });
  const [totals] = await selectTotals(ctx, client.id, range);
  const total = totals?.lines ?? 0;
  async function* pages() {
    let due = totals?.opening ?? 0;
    for (let page = 0; page * STATEMENT_SIZE < total; page++) {
      const lines = withBalances(await selectLines(ctx, client.id, range, page), due);
      due = lines.at(-1)?.balance ?? due;
      yield lines;
    }
  }
  return { ...sheetOf("Statement", columns, { total, pages: pages() }), zone: readerZone(ctx) };
}
