import { asc, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { BY_RULE } from "~/domain/orders/handOverInput";
import { countOpenOrders, handOverOrders } from "~/domain/orders/handOverOrders";
import { settleOrder } from "~/domain/settlement/settleOrder";
import type { Assignment } from "~/domain/team/assignment";
import { history, notifications, orders, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let people: ActorUser[];
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  people = await Promise.all(["Ann", "Ben", "Cleo"].map((firstName) => aStaffMember(database.db, { firstName })));
  client = await aCustomer(database.db);
});
afterAll(() => database.dispose());

const idsOf = (...places: number[]) => places.map((place) => people[place]!.id);

async function serviceWith(rule: Assignment["rule"], assigned: string[]) {
  const { service } = await aService(database.db, { assignment: { rule, people: assigned } });
  return service.id;
}

/** Unpaid orders of nothing to pay, which settle without the provider. */
const unpaid = (serviceId: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      anOrder(database.db, {
        clientId: client.id,
        serviceId,
        status: "Abandoned_Checkout",
        payState: "unpaid",
        paidAt: null,
        subtotal: 0,
        tieredTotal: 0,
        total: 0,
      }),
    ),
  );

async function pay(serviceId: string, count: number) {
  const made = await unpaid(serviceId, count);
  const settle = ({ id }: { id: string }) =>
    settleOrder(testContext(database.db, actingSystem), { kind: "free", orderId: id });
  expect(new Set(await Promise.all(made.map(settle)))).toEqual(new Set(["settled"]));
  const ids = made.map(({ id }) => id);
  return await database.db
    .select({ id: orders.id, assignedToId: orders.assignedToId })
    .from(orders)
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.number));
}

const assigneesOf = (rows: readonly { assignedToId: string | null }[]) => rows.map((row) => row.assignedToId);
const shares = (rows: readonly { assignedToId: string | null }[], ids: string[]) =>
  ids.map((id) => assigneesOf(rows).filter((one) => one === id).length);

test("leaves orders to no one without a rule", async () => {
  expect(assigneesOf(await pay(await serviceWith("nobody", []), 1))).toEqual([null]);
});

test("notifies the person of the rule and records the assignment", async () => {
  const [order] = await pay(await serviceWith("person", idsOf(1)), 1);
  expect(order!.assignedToId).toBe(people[1]!.id);
  const told = await database.db.select().from(notifications).where(eq(notifications.typeSystemId, order!.id));
  expect(told.map(({ userId }) => userId).sort()).toEqual([client.id, people[1]!.id].sort());
  const entries = await database.db.select().from(history).where(eq(history.entityId, order!.id));
  expect(entries.flatMap(({ changes }) => changes)).toContainEqual({
    field: "assignedTo",
    before: null,
    after: "Ben Example",
  });
});

test("50 parallel payments give each person a fair share in turn", async () => {
  const rows = await pay(await serviceWith("roundRobin", idsOf(0, 1, 2)), 50);
  expect(shares(rows, idsOf(0, 1, 2)).sort()).toEqual([16, 17, 17]);
}, 60_000);

test("the turn passes over who is away, and comes back", async () => {
  const serviceId = await serviceWith("roundRobin", idsOf(0, 1, 2));
  const away = (awayUntil: number | null) =>
    database.db.update(users).set({ awayUntil }).where(eq(users.id, people[1]!.id));
  await away(TEST_NOW + DAY_MS);
  const next = async () => assigneesOf(await pay(serviceId, 1))[0];
  expect([await next(), await next(), await next()]).toEqual(idsOf(0, 2, 0));
  await away(TEST_NOW);
  expect(await next()).toBe(people[1]!.id);
  await away(null);
});

test("the rule of fewest open orders fills up evenly", async () => {
  const [busy, free] = [await aStaffMember(database.db), await aStaffMember(database.db)];
  const ids = [busy.id, free.id];
  const serviceId = await serviceWith("fewestOpen", ids);
  for (const status of ["Active", "Working", "Inputs_Required", "Completed"] as const)
    await anOrder(database.db, { clientId: client.id, serviceId, assignedToId: busy.id, status });
  expect(shares(await pay(serviceId, 5), ids)).toEqual([1, 4]);
});

test("hands open orders over to one person, with one notification", async () => {
  const leaving = await aStaffMember(database.db, { firstName: "Leo" });
  const to = await aStaffMember(database.db);
  const admin = testContext(database.db, actingAs(people[0]!));
  const open = await Promise.all(
    (["Active", "Working", "Inputs_Required"] as const).map((status) =>
      anOrder(database.db, { clientId: client.id, assignedToId: leaving.id, status }),
    ),
  );
  const done = await anOrder(database.db, { clientId: client.id, assignedToId: leaving.id, status: "Completed" });
  expect(await countOpenOrders(admin, leaving.id)).toBe(3);
  expect(await handOverOrders(admin, { from: leaving.id, to: to.id })).toBe(3);
  expect(await countOpenOrders(admin, leaving.id)).toBe(0);
  const rows = await database.db
    .select({ id: orders.id, assignedToId: orders.assignedToId, version: orders.version })
    .from(orders)
    .where(
      inArray(
        orders.id,
        [...open, done].map(({ id }) => id),
      ),
    );
  for (const row of rows)
    expect(row).toMatchObject(
      row.id === done.id ? { assignedToId: leaving.id, version: 1 } : { assignedToId: to.id, version: 2 },
    );
  const told = await database.db.select().from(notifications).where(eq(notifications.userId, to.id));
  expect(told.map(({ description }) => description)).toEqual(["3 open orders of Leo Example were handed over to you"]);
});

test("hands over by each service's rule, never back", async () => {
  const leaving = await aStaffMember(database.db);
  const admin = testContext(database.db, actingAs(people[0]!));
  const inTurn = await serviceWith("roundRobin", [leaving.id, ...idsOf(0, 1)]);
  const nobody = await serviceWith("nobody", []);
  const make = (serviceId: string) =>
    anOrder(database.db, { clientId: client.id, assignedToId: leaving.id, serviceId, status: "Working" });
  const shared = [await make(inTurn), await make(inTurn), await make(inTurn), await make(inTurn)];
  const left = await make(nobody);
  expect(await handOverOrders(admin, { from: leaving.id, to: BY_RULE })).toBe(5);
  const rows = await database.db
    .select()
    .from(orders)
    .where(
      inArray(
        orders.id,
        [...shared, left].map(({ id }) => id),
      ),
    );
  expect(shares(rows, idsOf(0, 1))).toEqual([2, 2]);
  expect(rows.find(({ id }) => id === left.id)!.assignedToId).toBeNull();
});

test("only super admins hand over, and only to the team", async () => {
  const manager = await aStaffMember(database.db, { privileges: "Manager" });
  const from = people[0]!.id;
  await expect(handOverOrders(testContext(database.db, actingAs(manager)), { from, to: BY_RULE })).rejects.toThrow(
    expect.objectContaining({ kind: "Forbidden" }),
  );
  const admin = testContext(database.db, actingAs(people[1]!));
  for (const to of [client.id, from, "missing"])
    await expect(handOverOrders(admin, { from, to })).rejects.toThrow("Choose a team member");
  await expect(handOverOrders(admin, { from: client.id, to: BY_RULE })).rejects.toThrow("does not exist");
});
