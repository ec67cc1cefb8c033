import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { exportableLists } from "~/domain/exports/exportableLists";
import { spreadsheet } from "~/exports/spreadsheet";
import { users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { bulkUser, manyOrders } from "../support/manyOrders";
import { bytesOf, readSheet } from "../support/readSheet";
import { actingAs, testContext } from "../support/testContext";
import { isGate } from "../support/tier";

/** Each client has one paid order, so the report has as many lines. */
const CLIENTS = isGate ? 20_000 : 100_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const run = (sql: string) => database.binding.prepare(sql).run();
  const { results } = await database.binding
    .prepare(
      "select type, name, sql from sqlite_master where tbl_name = 'orders' and sql is not null and type in ('trigger', 'index') and sql not like 'CREATE UNIQUE%'",
    )
    .all<{ type: string; name: string; sql: string }>();
  // Maintaining them row by row would take longer than the export itself. Threads refer to an order's number.
  for (const { type, name } of results) await run(`drop ${type} "${name}"`);
  await manyOrders(database, { staff: 5, customers: CLIENTS, services: 40, orders: CLIENTS });
  await run("update orders set paid_at = created_at, pay_state = 'paid', status = 'Completed'");
  for (const { type, sql } of results) if (type === "index") await run(sql);
}, 300_000);
afterAll(() => database.dispose());

test(`exports ${CLIENTS} client report lines, largest first`, async () => {
  const staff = await database.db
    .select()
    .from(users)
    .where(eq(users.id, bulkUser(1)))
    .get();
  const ctx = testContext(database.db, actingAs({ ...staff, privileges: "SuperAdmin" } as unknown as ActorUser));
  const sheet = await exportableLists["report-clients"].fromSearch(
    ctx,
    new URLSearchParams({ fromDate: "2025-01-01", toDate: "2040-01-01" }),
  );
  expect(sheet.total).toBe(CLIENTS);
  const [head, ...lines] = readSheet(await bytesOf(await spreadsheet(sheet)));
  const column = (label: string) => head!.indexOf(label);
  expect(lines).toHaveLength(CLIENTS);
  expect(new Set(lines.map((line) => line[column("Client ID")])).size).toBe(CLIENTS);
  const revenue = lines.map((line) => Math.round(Number(line[column("Total Revenue")]) * 100));
  expect(revenue).toEqual([...revenue].sort((a, b) => b - a));
  const paid = await database.binding.prepare("select sum(total) as total from orders").first<number>("total");
  expect(revenue.reduce((sum, amount) => sum + amount, 0)).toBe(paid);
}, 300_000);
