import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { Forbidden } from "~/domain/errors";
import { exportableLists } from "~/domain/exports/exportableLists";
import { type AuditQuery, auditList } from "~/domain/history/auditList";
import { findAudit } from "~/domain/history/findAudit";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { newId } from "~db/ids";
import { history } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

const ROWS = 1_000_000;

let database: TestDatabase;
let boss: ActorUser;
let mia: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  boss = await aStaffMember(database.db, { firstName: "Boss" });
  mia = await aStaffMember(database.db, { firstName: "Mia", lastName: "Lee", privileges: "Admin" });
  client = await aCustomer(database.db, { firstName: "Ada", lastName: "Byron" });
});
afterAll(() => database.dispose());

const query = (search = "") => listFromUrl(auditList, `http://localhost/settings/audit${search}`) as AuditQuery;
const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const written = (at: number, row: Partial<typeof history.$inferInsert>) => ({
  id: newId(at),
  entity: "user" as const,
  entityId: "one",
  action: "Changed",
  actorId: mia.id,
  createdAt: at,
  changes: [],
  ...row,
});

test("filters by person, record and day, and shows both people", async () => {
  await database.db.delete(history);
  await database.db.insert(history).values([
    written(TEST_NOW, { action: "Renamed", entity: "service" }),
    written(TEST_NOW - DAY_MS, {
      action: "Approved",
      actorId: client.id,
      realActorId: mia.id,
      changes: [{ field: "status", before: "Working", after: "Completed" }],
    }),
    written(TEST_NOW - 2 * DAY_MS, { action: "Charged", actorId: "Billing", entity: "subscription" }),
    written(TEST_NOW - 2 * DAY_MS, { action: "Moved", entity: "order" }),
    written(TEST_NOW - 100 * DAY_MS, { action: "Long ago" }),
  ]);
  const actions = async (search: string) =>
    (await findAudit(as(boss), query(search))).content.map(({ action }) => action);
  expect(await actions("")).toEqual(["Renamed", "Approved", "Charged", "Long ago"]);
  expect(await actions(`?email=${mia.email.toUpperCase()}`)).toEqual(["Renamed", "Approved"]);
  expect(await actions(`?email=${client.email}`)).toEqual(["Approved"]);
  expect(await actions("?email=Billing")).toEqual(["Charged"]);
  expect(await actions("?email=nobody@example.com")).toEqual([]);
  expect(await actions("?email=a'b")).toEqual([]);
  expect(await actions("?kind=service&kind=subscription")).toEqual(["Renamed", "Charged"]);
  expect(await actions("?dateField=createdTime&from=2026-11-20&to=2026-11-20")).toEqual(["Approved"]);
  expect(await actions(`?email=${mia.email}&dateField=createdTime&from=2026-01-01&to=2026-11-21`)).toEqual([
    "Renamed",
    "Approved",
    "Long ago",
  ]);
  const [, acted] = (await findAudit(as(boss), query())).content;
  expect(acted).toMatchObject({ actor: { name: "Ada Byron", staff: false }, realActor: { name: "Mia Lee" } });
});

test("exports what the screen shows, with both people", async () => {
  const sheet = await exportableLists.audit.fromSearch(as(boss), new URLSearchParams(`email=${mia.email}`));
  const rows = [];
  for await (const page of sheet.pages) rows.push(...page);
  const shown = (await findAudit(as(boss), query(`?email=${mia.email}`))).content;
  expect(rows.map((row) => row[3])).toEqual(shown.map(({ action }) => action));
  expect(rows[1]).toEqual([
    TEST_NOW - DAY_MS,
    `Mia Lee (${mia.email})`,
    `Ada Byron (${client.email})`,
    "Approved",
    "Person",
    "one",
    "Status: Working → Completed",
  ]);
});

test("only super admins read it", async () => {
  for (const user of [mia, client]) await expect(findAudit(as(user), query())).rejects.toThrow(Forbidden);
  await expect(exportableLists.audit.fromSearch(as(mia), new URLSearchParams())).rejects.toThrow(Forbidden);
});

test("at a million rows a page reads its rows and counts what pages reach", async () => {
  const { db, binding } = database;
  await db.delete(history);
  await db.run(
    sql.raw(`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS - 1})
      insert into history (id, entity, entity_id, action, actor_id, changes, created_at)
      select printf('01M7%022d', i), case i % 20 when 0 then 'coupon' when 1 then 'service' when 2 then 'order' else 'user' end,
        'record-' || (i / 8), 'Changed', '${mia.id}', '[]', ${TEST_NOW} from n`),
  );
  for (const size of auditList.pageSizes) {
    const counted = newStatementCount();
    const page = await findAudit(
      { ...as(boss), db: openDb(countStatements(binding, counted)) },
      query(`?size=${size}`),
    );
    expect(page.content).toHaveLength(size);
    expect(page.totalElements).toBeGreaterThan(1000);
    expect(counted.rowsRead, `${size}`).toBeLessThanOrEqual(1001 + 4 * size);
    expect(counted.rowsRead).toBeGreaterThan(size);
  }
  // A kind of record, and days: as many rows as match, counted to what pages reach.
  const counted = newStatementCount();
  await findAudit({ ...as(boss), db: openDb(countStatements(binding, counted)) }, query("?kind=coupon"));
  expect(counted.rowsRead).toBeLessThanOrEqual(1001 + 4 * 25);
}, 60_000);
