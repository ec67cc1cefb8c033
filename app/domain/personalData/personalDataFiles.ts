import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { csvText } from "~/format/csvText";
import { invoices, uploads, users } from "~db/schema";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { chunksOf, type EvidenceFile, jsonFile, jsonRows, plainName, textFile } from "../evidence/evidenceFile";
import { orderInvoicePdf } from "../invoices/orderInvoicePdf";
import { savedCardsOf } from "../payments/savedCards";
import { payeesOf } from "../payouts/payeeDetails";
import { PaymentsUnavailable } from "../ports/paymentFailures";
import { paymentAccounts } from "../ports/payments";
import { filesOf, tablesOfPeople } from "./dataTables";

const PAGE = 500;

type Row = Record<string, unknown>;

/**
 * Everything that concerns a client, one file after the other, so that memory holds a part of one: each table as JSON
 * and CSV, their files and invoices (rules.md privacy/download). `sealed` is false in Workers, which cannot open
 * bank details. The caller must authorize.
 */
export async function* personalDataFiles(
  ctx: Context,
  clientId: string,
  { sealed = true }: { sealed?: boolean } = {},
): AsyncGenerator<EvidenceFile> {
  yield textFile("README.txt", readme(ctx));
  for (const data of tablesOfPeople) {
    if (!data.download) continue;
    const name = getTableConfig(data.table).name;
    yield jsonRows(`data/${name}.json`, rowsOf(ctx, data, clientId));
    yield { name: `data/${name}.csv`, body: csvOf(data.download.columns, rowsOf(ctx, data, clientId)), packed: false };
  }
  yield await cardFile(ctx, clientId);
  if (sealed) yield* payeeFile(ctx, clientId);
  yield* ownFiles(ctx, clientId);
  yield* invoiceFiles(ctx, clientId);
}

async function* rowsOf(
  { db }: Context,
  { table, download }: (typeof tablesOfPeople)[number],
  clientId: string,
): AsyncGenerator<Row[]> {
  const { rows, columns } = download!;
  const all: Record<string, SQLiteColumn> = getTableColumns(table);
  const { primaryKeys } = getTableConfig(table);
  const keys = primaryKeys[0]?.columns ?? Object.values(all).filter(({ primary }) => primary);
  const shown = Object.fromEntries(columns.map((name) => [name, all[name]!]));
  for (let offset = 0; ; offset += PAGE) {
    const page = await db
      .select(shown)
      .from(table)
      .where(rows(clientId))
      .orderBy(...keys.map((key) => asc(key)))
      .limit(PAGE)
      .offset(offset);
    yield page.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shownValue(name, value)])),
    );
    if (page.length < PAGE) return;
  }
}

/** Times are stored in ms UTC. */
const isTime = (name: string) => /(At|By|Login|Payment|startsOn|clickedAt)$/.test(name) || name === "at";
const shownValue = (name: string, value: unknown) =>
  typeof value === "number" && value > 1e11 && isTime(name) ? new Date(value).toISOString() : value;

const encoder = new TextEncoder();

async function* csvOf(columns: readonly string[], pages: AsyncIterable<Row[]>) {
  yield encoder.encode(`\ufeff${csvText([[...columns]])}`);
  for await (const rows of pages)
    if (rows.length > 0)
      yield encoder.encode(csvText(rows.map((row) => columns.map((column) => csvCell(row[column])))));
}

const csvCell = (value: unknown) =>
  value === null || value === undefined ? null : typeof value === "object" ? JSON.stringify(value) : String(value);

/** Brand, last four digits and expiry of the cards at the provider, nothing else (rules.md payments/saved-cards). */
async function cardFile(ctx: Context, clientId: string): Promise<EvidenceFile> {
  const lists = await Promise.all(paymentAccounts.map((account) => savedCardsOf(ctx, clientId, account))).catch(
    (error) => {
      if (error instanceof PaymentsUnavailable) return null;
      throw error;
    },
  );
  return jsonFile(
    "data/saved_cards.json",
    lists?.flat().map(({ brand, last4, expMonth, expYear }) => ({ brand, last4, expMonth, expYear })) ??
      "The card provider did not answer. Download your data again later to see your saved cards.",
  );
}

async function* payeeFile(ctx: Context, clientId: string): AsyncGenerator<EvidenceFile> {
  const payee = (await payeesOf(ctx, [clientId])).get(clientId);
  if (payee) yield jsonFile("data/bank_details.json", payee);
}

async function* ownFiles(ctx: Context, clientId: string): AsyncGenerator<EvidenceFile> {
  for (let after = ""; ; ) {
    const rows = await ctx.db
      .select({ key: uploads.key, name: uploads.fileName })
      .from(uploads)
      .where(
        sql`${uploads.attachedTo} in ${filesOf(clientId)} and ${uploads.storedAt} is not null and ${uploads.key} > ${after}`,
      )
      .orderBy(asc(uploads.key))
      .limit(PAGE);
    for (const { key, name } of rows) {
      const object = await ctx.files.get(key);
      // The key keeps files of one name apart, and is in data/uploads.json.
      if (object)
        yield { name: `files/${key.slice(0, 8)}-${plainName(name)}`, body: chunksOf(object.body), packed: true };
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.key;
  }
}

async function* invoiceFiles(ctx: Context, clientId: string): AsyncGenerator<EvidenceFile> {
  const rows = await ctx.db
    .select({ orderId: invoices.orderId })
    .from(invoices)
    .where(eq(invoices.clientId, clientId))
    .orderBy(asc(invoices.createdAt), asc(invoices.id));
  for (const { orderId } of rows) {
    const invoice = await orderInvoicePdf(ctx, orderId).catch((error) => {
      if (error instanceof NotFound) return null;
      throw error;
    });
    if (invoice)
      yield {
        name: `invoices/${plainName(invoice.name)}`,
        body: invoice.body instanceof Uint8Array ? [invoice.body] : chunksOf(invoice.body),
        packed: true,
      };
  }
}

const readme = (ctx: Context) => `Your data at ${ctx.settings.brand.name}
Made ${new Date(ctx.now).toISOString()}

data/ has one list per table of our database, as JSON and as CSV. Amounts are in cents, times in UTC.
files/ has the files of your orders and your profile, invoices/ the invoices that we issued to you.
Cards that the card provider keeps for you are in data/saved_cards.json.
Some lists are empty. Internal notes of our team and data of other people are not included.
Bank details that you gave us as an affiliate are in data/bank_details.json, or on your Affiliate page.
`;

/** 'personal-data-20261121.zip' */
export const personalDataName = (at: number) =>
  `personal-data-${new Date(at).toISOString().slice(0, 10).replaceAll("-", "")}.zip`;

/** How much a download would hold: files with their bytes, and invoices to print. Throws NotFound. */
export async function personalDataSize(ctx: Context, clientId: string): Promise<{ files: number; bytes: number }> {
  const [[client], [held], [issued]] = await ctx.db.batch([
    ctx.db
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.id} = ${clientId} and ${users.role} = 'CUSTOMER' and ${users.deletedAt} is null`),
    ctx.db
      .select({ files: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(${uploads.size}), 0)` })
      .from(uploads)
      .where(sql`${uploads.attachedTo} in ${filesOf(clientId)} and ${uploads.storedAt} is not null`),
    ctx.db.select({ invoices: sql<number>`count(*)` }).from(invoices).where(eq(invoices.clientId, clientId)),
  ]);
  if (!client) throw new NotFound();
  return { files: (held?.files ?? 0) + (issued?.invoices ?? 0), bytes: held?.bytes ?? 0 };
}
