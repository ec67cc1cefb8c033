import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { Forbidden } from "~/domain/errors";
import { sendMessage } from "~/domain/messages/sendMessage";
import { readReport } from "~/domain/reports/readReport";
import { hoursOf, medianOf, ninetiethOf, responseReport } from "~/domain/reports/responseReport";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

const HOUR_MS = 3_600_000;
/** Monday, 16 November 2026, 00:00 UTC. */
const MONDAY = Date.UTC(2026, 10, 16);

let database: TestDatabase;
let client: ActorUser;
let mia: ActorUser;
let noor: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  client = await aCustomer(database.db);
  mia = await aStaffMember(database.db, { firstName: "Mia", privileges: "Manager" });
  noor = await aStaffMember(database.db, { firstName: "Noor", privileges: "Admin" });
});
afterAll(() => database.dispose());

/** Monday to Friday in UTC, and the Wednesday is a holiday. */
const settings = {
  ...defaultSettings,
  company: { ...defaultSettings.company, timeZone: "UTC" },
  orders: {
    ...defaultSettings.orders,
    workingDays: [1, 2, 3, 4, 5],
    holidays: [{ day: "2026-11-18", name: "Holiday" }],
  },
};
const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now, settings });
const range = { from: MONDAY, to: MONDAY + 14 * DAY_MS };

/** A conversation that the client begins, with an answer after so many hours. */
async function talk(serviceId: string, agent: ActorUser, asked: number, hours: number) {
  const order = await anOrder(database.db, { clientId: client.id, serviceId });
  const say = (user: ActorUser, at: number, body: string) =>
    sendMessage(as(user, at), { orderId: order.id, thread: "Customer", body });
  await say(client, asked, "A question");
  await say(agent, asked + hours * HOUR_MS, "An answer");
  await say(client, asked + (hours + 1) * HOUR_MS, "Another question");
  await say(agent, asked + (hours + 100) * HOUR_MS, "A late answer");
}

test("counts first responses in working hours by service and agent", async () => {
  const { service } = await aService(database.db, { name: "Guest Posts" });
  await talk(service.id, mia, MONDAY + 9 * HOUR_MS, 2);
  // From Friday, 20:00, to Monday, 06:00.
  await talk(service.id, mia, MONDAY + 4 * DAY_MS + 20 * HOUR_MS, 58);
  // From Tuesday, 22:00, to Thursday, 03:00, around the holiday.
  await talk(service.id, mia, MONDAY + DAY_MS + 22 * HOUR_MS, 29);
  await talk(service.id, noor, MONDAY + 12 * HOUR_MS, 1);
  const lines = await responseReport(as(noor), range);
  const hours = lines.map(({ agentName, waits }) => [agentName, waits.map((wait) => wait / HOUR_MS)]);
  expect(hours).toEqual([
    ["Mia Example", [2, 5, 10]],
    ["Noor Example", [1]],
  ]);
  const report = await readReport(as(noor), "response", { range, second: null });
  expect(report.rows.map(({ values }) => values)).toEqual([
    ["Guest Posts", "Mia Example", 3, 5, 10],
    ["Guest Posts", "Noor Example", 1, 1, 1],
  ]);
  expect(report.totals).toEqual([null, null, 4, 3.5, 10]);
  expect(report.figures.map(({ now }) => now)).toEqual([4, 4]);
  expect(await responseReport(as(noor), { from: MONDAY - DAY_MS, to: MONDAY })).toEqual([]);
});

test("median and 90th percentile follow the nearest rank", () => {
  const hours = (...values: number[]) => values.map((value) => value * HOUR_MS);
  const both = (values: number[]) => [hoursOf(medianOf(values)), hoursOf(ninetiethOf(values))];
  expect(both([])).toEqual([null, null]);
  expect(both(hours(4))).toEqual([4, 4]);
  expect(both(hours(1, 2))).toEqual([1.5, 2]);
  expect(both(hours(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))).toEqual([5.5, 9]);
  expect(both(hours(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))).toEqual([6, 10]);
});

test("shows the report to admins alone", async () => {
  await expect(responseReport(as(mia), range)).rejects.toThrow(Forbidden);
  await expect(responseReport(as(client), range)).rejects.toThrow(Forbidden);
});

test("reads two rows for each response, of the latest 10,000 at most", async () => {
  const { service } = await aService(database.db);
  await database.binding
    .prepare(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000)
      insert into orders (id, number, service_id, service_name, client_id, billing, status, sub_statuses, payment_type,
        account, order_duration, frequency, subtotal, tiered_total, total, source, created_by, created_at)
      select printf('O%025d', i), 500000 + i, ?1, 'Service', ?2, '{}', 'Working', '[]', 'DIRECT', 'regular', 1, 'MONTH',
        100, 100, 100, '{}', 'test', i from n`)
    .bind(service.id, client.id)
    .run();
  await database.binding
    .prepare(`insert into message_threads (order_number, service_id, state, last_message_at, first_client_at, first_response_at, first_responder_id)
      select number, service_id, 'waiting', ?1 + created_at, ?1, ?1 + created_at, ?2 from orders`)
    .bind(MONDAY, mia.id)
    .run();
  const count = newStatementCount();
  const ctx = testContext(openDb(countStatements(database.binding, count)), actingAs(noor), { settings });
  const started = performance.now();
  const [line] = await responseReport(ctx, range);
  console.log(`Response: ${count.rowsRead} rows in ${Math.round(performance.now() - started)} ms`);
  expect(line!.waits).toHaveLength(10_000);
  expect(count.rowsRead).toBeLessThanOrEqual(20_100);
}, 60_000);
