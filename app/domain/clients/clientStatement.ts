import { type SQL, sql } from "drizzle-orm";
import { defineSheet, type Sheet, sheetOf } from "~/list/defineSheet";
import { batchRaw } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import { STATEMENT_SIZE, type StatementRange } from "./statementRange";
import { storedClient } from "./storedClient";

export type StatementKind = "order" | "payment" | "refund" | "dispute";

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
const linesOf = (clientId: string): SQL => sql`
  with lines as (
    select id || '-1' as id, 'order' as kind, 1 as rank, min(created_at, coalesce(paid_at, created_at)) as at, id as order_id,
      number, service_name as words, total as bought, 0 as paid, 0 as refunded
    from orders where client_id = ${clientId} and pay_state <> 'unpaid'
    union all
    select orders.id || '-2', 'payment', 2, coalesce(orders.paid_at, orders.created_at), orders.id, orders.number,
      coalesce(invoices.transaction_id, ''), 0, orders.total, 0
    from orders left join invoices on invoices.order_id = orders.id
    where orders.client_id = ${clientId} and orders.pay_state <> 'unpaid' and orders.total > 0
    union all
    select refunds.id, iif(refunds.dispute_id is null, 'refund', 'dispute'), 3, refunds.refunded_at, orders.id, orders.number, orders.service_name, 0, 0, refunds.amount
    from orders join refunds on refunds.order_id = orders.id
    where orders.client_id = ${clientId} and refunds.refunded_at is not null
  ),
  balanced as (select *, sum(bought - paid) over (order by at, rank, id rows unbounded preceding) as balance from lines)`;

const fields = {
  id: sql<string>`m.id`.as("id"),
  kind: sql<StatementKind>`m.kind`.as("kind"),
  at: sql<number>`m.at`.as("at"),
  orderId: sql<string>`m.order_id`.as("orderId"),
  orderNumber: sql<number>`m.number`.as("orderNumber"),
  words: sql<string>`m.words`.as("words"),
  bought: sql<number>`m.bought`.as("bought"),
  paid: sql<number>`m.paid`.as("paid"),
  refunded: sql<number>`m.refunded`.as("refunded"),
  balance: sql<number>`m.balance`.as("balance"),
};

const selectLines = (ctx: Context, clientId: string, { from, to }: StatementRange, page: number) =>
  ctx.db
    .select(fields)
    .from(
      sql`(${linesOf(clientId)} select * from balanced where at between ${from} and ${to} order by at, rank, id ${sql.raw(`limit ${STATEMENT_SIZE} offset ${page * STATEMENT_SIZE}`)}) m`,
    );

const sum = (column: "bought" | "paid" | "refunded") =>
  sql<number>`coalesce(sum(m.${sql.raw(column)}) filter (where m.inside), 0)`.as(column);

const selectTotals = (ctx: Context, clientId: string, { from, to }: StatementRange) =>
  ctx.db
    .select({
      lines: sql<number>`count(*) filter (where m.inside)`.as("lines"),
      bought: sum("bought"),
      paid: sum("paid"),
      refunded: sum("refunded"),
      opening: sql<number>`coalesce(sum(m.bought - m.paid) filter (where m.at < ${from}), 0)`.as("opening"),
      closing: sql<number>`coalesce(sum(m.bought - m.paid), 0)`.as("closing"),
    })
    .from(sql`(${linesOf(clientId)} select *, at >= ${from} as inside from lines where at <= ${to}) m`);

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
  const [lines, [totals]] = await batchRaw(
    ctx.db,
    selectLines(ctx, client.id, range, page),
    selectTotals(ctx, client.id, range),
  );
  return { lines, totals: totals! };
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
    for (let page = 0; page * STATEMENT_SIZE < total; page++) yield await selectLines(ctx, client.id, range, page);
  }
  return sheetOf("Statement", columns, { total, pages: pages() });
}
