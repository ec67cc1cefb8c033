import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { Forbidden } from "~/domain/errors";
import { onTimeReport } from "~/domain/reports/onTimeReport";
import { readReport } from "~/domain/reports/readReport";
import type { orders, services } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
let service: typeof services.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { privileges: "Admin" });
  client = await aCustomer(database.db);
  service = (await aService(database.db)).service;
});

const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const range = { from: TEST_NOW - 6 * DAY_MS, to: TEST_NOW };

/** A completed order whose clock used `worked` days and had `left` days left. */
const completed = (worked: number, left: number | null, values: Partial<typeof orders.$inferInsert> = {}) =>
  anOrder(database.db, {
    clientId: client.id,
    serviceId: service.id,
    status: "Completed",
    completedAt: TEST_NOW - DAY_MS,
    workedMs: worked * DAY_MS,
    clockLeftMs: left === null ? null : left * DAY_MS,
    ...values,
  });

test("counts completed and timely orders by service and agent", async () => {
  await completed(2, 1, { assignedToId: staff.id });
  await completed(4.44, -1.44, { assignedToId: staff.id });
  await completed(9, 0, { assignedToId: staff.id });
  await completed(3, null);
  await completed(1, 1, { completedAt: range.from - 1 });
  await completed(1, 1, { completedAt: range.to + 1 });
  await anOrder(database.db, { clientId: client.id, serviceId: service.id, status: "Working", workedMs: 0 });
  const of = { serviceId: service.id, serviceName: service.name };
  const agent = { agentId: staff.id, agentName: `${staff.firstName} ${staff.lastName}` };
  expect(await onTimeReport(as(staff), range)).toEqual([
    { ...of, ...agent, completed: 3, withDeadline: 3, onTime: 2, medianDays: 4.4 },
    { ...of, agentId: null, agentName: null, completed: 1, withDeadline: 0, onTime: 0, medianDays: 3 },
  ]);
});

test("orders that were never timed have no median", async () => {
  await completed(0, null, { workedMs: null });
  expect((await onTimeReport(as(staff), range)).map(({ medianDays }) => medianDays)).toEqual([null]);
});

test("compares with the range before, and totals the share", async () => {
  await completed(2, 1);
  await completed(2, -1);
  await completed(2, 1, { completedAt: range.from - DAY_MS });
  const { figures, totals, columns } = await readReport(as(staff), "on-time", { range, second: null });
  expect(figures).toMatchObject([
    { label: "Completed", now: 2, before: 1 },
    { label: "On time", now: 1, before: 1 },
  ]);
  expect(totals[columns.findIndex(({ key }) => key === "onTimeShare")]).toBe(0.5);
});

test("managers and clients cannot read it", async () => {
  const manager = await aStaffMember(database.db, { privileges: "Manager" });
  for (const actor of [manager, client]) await expect(onTimeReport(as(actor), range)).rejects.toThrow(Forbidden);
});
