import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { exportableLists } from "~/domain/exports/exportableLists";
import { spreadsheet } from "~/exports/spreadsheet";
import { users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { bulkUser, manyOrders } from "../support/manyOrders";
import { findOffice, officeRows } from "../support/readSheet";
import { actingAs, testContext } from "../support/testContext";
import { isGate } from "../support/tier";

const ORDERS = isGate ? 20_000 : 100_000;
const LIMIT_BYTES = 100 * 1024 * 1024;
const HOSTILE = ['=HYPERLINK("http://example.com")', "@SUM(A1)", "+1", "-1"];

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const { results } = await database.binding
    .prepare(
      "select type, name from sqlite_master where tbl_name = 'orders' and sql is not null and (type = 'trigger' or (type = 'index' and name <> 'orders_created' and sql not like 'CREATE UNIQUE%'))",
    )
    .all<{ type: string; name: string }>();
  // Maintaining them row by row would take longer than the export itself. Threads refer to an order's number.
  for (const { type, name } of results) await database.binding.prepare(`drop ${type} "${name}"`).run();
  await manyOrders(database, { staff: 5, customers: 1000, services: 40, orders: ORDERS });
  await database.binding
    .prepare(
      "insert into order_counters (scope, status, count) select 'all', status, count(*) from orders group by status",
    )
    .run();
  for (const [n, name] of HOSTILE.entries())
    await database.binding
      .prepare("update orders set service_name = ? where number = ?")
      .bind(name, 10_001 + n)
      .run();
}, 300_000);
afterAll(() => database.dispose());

test(`exports ${ORDERS} orders in bounded memory without formulas`, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const memoryUsed = () => {
    collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + Math.max(external, arrayBuffers);
  };
  const staff = (await database.db
    .select()
    .from(users)
    .where(eq(users.id, bulkUser(1)))
    .get()) as unknown as ActorUser;
  const ctx = testContext(database.db, actingAs(staff));
  const before = memoryUsed();
  const sheet = await exportableLists.orders.fromSearch(ctx, new URLSearchParams("sort=createdTime.asc"));
  const file = (await spreadsheet(sheet)) as ReadableStream<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let peak = 0;
  let samples = 0;
  for await (const chunk of file as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (samples++ % 20 === 0) peak = Math.max(peak, memoryUsed() - before - size);
  }
  expect(sheet.total).toBe(ORDERS);
  expect(peak).toBeLessThan(LIMIT_BYTES);

  const office = findOffice();
  if (!office) {
    console.log("skipped: 1 (LibreOffice is not installed)");
    return;
  }
  const rows = await officeRows(office, Buffer.concat(chunks));
  expect(rows).toHaveLength(ORDERS + 1);
  expect(rows[0]!.slice(0, 4)).toEqual(["Service Details", "Order ID", "Client Name", "Amount"]);
  expect(rows.slice(1, 5).map((row) => row[0])).toEqual(HOSTILE);
  const total = rows.slice(1).reduce((sum, row) => sum + Math.round(Number(row[3]!.replaceAll(",", "")) * 100), 0);
  const stored = await database.binding.prepare("select sum(total) as total from orders").first<{ total: number }>();
  expect(total).toBe(stored!.total);
  expect(rows[1]![4]).toBe("2025-01-01 01:00:00 UTC");
}, 400_000);
