import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { reopenCancelledOrder } from "~/domain/cancellations/reopenCancelledOrder";
import { duplicateService } from "~/domain/catalogue/duplicateService";
import { saveService } from "~/domain/catalogue/saveService";
import { ServiceInput } from "~/domain/catalogue/serviceInput";
import { createManualOrder } from "~/domain/checkout/createManualOrder";
import { importMigratedOrder } from "~/domain/checkout/importMigratedOrder";
import { ManualOrderInput } from "~/domain/checkout/manualOrderInput";
import { MigratedOrderInput } from "~/domain/checkout/migratedOrderInput";
import type { ActorUser } from "~/domain/context";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { requestChanges } from "~/domain/delivery/requestChanges";
import { Conflict, Forbidden, Invalid, NotFound } from "~/domain/errors";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import { updatePlacement } from "~/domain/intake/updatePlacement";
import { addReports } from "~/domain/orderReports/addReports";
import { deleteReport } from "~/domain/orderReports/deleteReport";
import { changeDeadline } from "~/domain/orders/changeDeadline";
import { findOrders } from "~/domain/orders/findOrders";
import { moveOrders } from "~/domain/orders/moveOrders";
import { orderDetails } from "~/domain/orders/orderDetails";
import { orderHistory } from "~/domain/orders/orderHistory";
import { orderList } from "~/domain/orders/orderList";
import { updateOrder } from "~/domain/orders/updateOrder";
import { markLive } from "~/domain/placements/markLive";
import { storeUpload } from "~/files/storeUpload";
import { listFromUrl } from "~/list/listFromUrl";
import { intakeFields, orders, placements, services } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, pdfBytes } from "../support/fileBytes";
import { actingAs, memoryFiles, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

/** A Monday, at 10:00. */
const MONDAY = Date.parse("2026-11-23T10:00Z");
const day = (n: number) => MONDAY + n * 86_400_000;
const [TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [day(1), day(2), day(3), day(4)];
const NEXT_MONDAY = day(7);

let database: TestDatabase;
let client: ActorUser;
let member: ActorUser;
let service: typeof services.$inferSelect;
let packageId: string;
const files = memoryFiles();
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  client = await aCustomer(database.db);
  member = await aStaffMember(database.db);
  const made = await aService(database.db, { turnaroundDays: 3, showExpectedDate: true });
  service = made.service;
  packageId = made.packages[0]!.id;
});
afterAll(() => database.dispose());

const staff = (now = MONDAY) => testContext(database.db, actingAs(member), { now, files });
const buyer = (now = MONDAY) => testContext(database.db, actingAs(client), { now, files });
const stored = async (id: string) => (await database.db.select().from(orders).where(eq(orders.id, id)).get())!;
const due = async (id: string) => (await stored(id)).dueAt;
const workedDays = async (id: string) => ((await stored(id)).workedMs ?? Number.NaN) / 86_400_000;
const set = (id: string, status: "Active" | "Working" | "Inputs_Required" | "Completed", now: number) =>
  updateOrder(staff(now), { id, status });
const deliver = async (orderId: string, now: number) => {
  const { key } = await storeUpload(staff(now), "report", aFile(pdfBytes(), "report.pdf"));
  const reports = await addReports(staff(now), { orderId, uploadKeys: [key] });
  return { key, reportId: reports.at(-1)!.id };
};
let forms = 0;
/** A paid order that staff entered; Active, unless the service asks for something. */
const anEntered = async (now = MONDAY) =>
  (
    await createManualOrder(
      staff(now),
      ManualOrderInput.parse({
        checkoutKey: `deadline-form-${++forms}`,
        clientId: client.id,
        serviceId: service.id,
        packageCounts: [{ packageId, count: 1 }],
        paidDate: new Date(now).toISOString().slice(0, 10),
        transactionDetails: "Wire",
        totalPrice: 100_00,
      }),
    )
  ).id;

test("a paid order is due after the turnaround of its service", async () => {
  const id = await anEntered();
  expect(await due(id)).toBe(THURSDAY);
  expect(await stored(id)).toMatchObject({ status: "Active", payState: "paid", runningSince: MONDAY, workedMs: 0 });
});

test("an order keeps the turnaround that its service had", async () => {
  const id = await anEntered();
  await set(id, "Inputs_Required", TUESDAY);
  await database.db.update(services).set({ turnaroundDays: 30 }).where(eq(services.id, service.id));
  await set(id, "Active", WEDNESDAY);
  expect(await due(id)).toBe(FRIDAY);
});

test("the clock starts when the intake form is complete", async () => {
  const field = { id: "field-1", serviceId: service.id, name: "Site", itemType: "TEXT", mandatory: true } as const;
  await database.db.insert(intakeFields).values({ ...field, sequence: 0 });
  const id = await anEntered();
  expect(await stored(id)).toMatchObject({ status: "Inputs_Required", dueAt: null, runningSince: null });
  const values = [{ items: [{ id: field.id, value: "https://example.com" }] }];
  await saveProjectDetails(buyer(TUESDAY), { orderId: id, projectPackageData: [{ packageId, values }] } as never);
  expect(await stored(id)).toMatchObject({ status: "Active", dueAt: FRIDAY, runningSince: TUESDAY });
});

test("a delivery stops the clock until the client answers", async () => {
  const id = await anEntered();
  await deliver(id, TUESDAY);
  expect(await due(id)).toBeNull();
  await set(id, "Working", WEDNESDAY);
  expect(await due(id)).toBeNull();
  await requestChanges(buyer(THURSDAY), { orderId: id, body: "Shorter, please", key: "k1" } as never);
  expect(await due(id)).toBe(NEXT_MONDAY);
  await deliver(id, FRIDAY);
  await approveDelivery(buyer(NEXT_MONDAY), { orderId: id });
  expect(await stored(id)).toMatchObject({ status: "Completed", dueAt: null });
  expect(await workedDays(id)).toBe(2);
});

test("a file that is posted again does not stop the clock again", async () => {
  const id = await anEntered();
  const { key } = await deliver(id, TUESDAY);
  await requestChanges(buyer(TUESDAY), { orderId: id, body: "Shorter, please", key: "k2" } as never);
  await addReports(staff(WEDNESDAY), { orderId: id, uploadKeys: [key] });
  expect(await due(id)).toBe(THURSDAY);
});

test("withdrawing the last report starts the clock", async () => {
  const id = await anEntered();
  const first = await deliver(id, TUESDAY);
  const second = await deliver(id, TUESDAY);
  await deleteReport(staff(WEDNESDAY), { orderId: id, reportId: first.reportId });
  expect(await due(id)).toBeNull();
  await deleteReport(staff(WEDNESDAY), { orderId: id, reportId: second.reportId });
  expect(await due(id)).toBe(FRIDAY);
});

test("reopening and returning a cancelled order goes on with the rest", async () => {
  const id = await anEntered();
  await set(id, "Completed", TUESDAY);
  await set(id, "Working", THURSDAY);
  expect(await due(id)).toBe(NEXT_MONDAY);
  await cancelOrder(staff(THURSDAY), { id, reason: "Paused", stopSubscription: false });
  expect(await due(id)).toBeNull();
  await reopenCancelledOrder(staff(FRIDAY), { id, reason: "On again" });
  expect(await due(id)).toBe(day(8));
});

test("moving an order keeps its deadline", async () => {
  const id = await anEntered();
  const other = await aCustomer(database.db);
  await moveOrders(staff(TUESDAY), { clientId: other.id, oldClientId: client.id, orderIds: [id] });
  expect(await due(id)).toBe(THURSDAY);
});

test("an imported order in progress is due from its import", async () => {
  const open = MigratedOrderInput.parse({
    sourceId: "old-1",
    clientId: client.id,
    serviceId: service.id,
    status: "Working",
    transactionDetails: "",
    items: [{ packageId, quantity: 1, unitPrice: 100 }],
    messages: [],
    assignedToId: null,
    createdAt: MONDAY - 30 * 86_400_000,
  });
  const system = testContext(database.db, { kind: "system", name: "test" }, { now: MONDAY });
  expect(await due(await importMigratedOrder(system, open))).toBe(THURSDAY);
  const done = { ...open, sourceId: "old-2", status: "Completed" as const };
  expect(await stored(await importMigratedOrder(system, done))).toMatchObject({ dueAt: null, workedMs: null });
});

test("an order with tracked links is due with its latest one", async () => {
  const { id, service: sold } = await aTrackedOrder(database.db, {
    staff: member,
    client,
    count: 2,
    tracking: { turnaroundDays: 2 },
    now: MONDAY,
  });
  await database.db.update(services).set({ turnaroundDays: 30 }).where(eq(services.id, sold.id));
  expect(await stored(id)).toMatchObject({ status: "Inputs_Required", dueAt: null });
  const [first, second] = await linksOf(database.db, member, id);
  const fill = (link: { id: string }, now: number) =>
    updatePlacement(staff(now), { id: link.id, targetUrl: "https://example.com/page" } as never);
  await fill(first!, MONDAY);
  expect(await due(id)).toBe(WEDNESDAY);
  await fill(second!, TUESDAY);
  expect(await stored(id)).toMatchObject({ status: "Active", dueAt: THURSDAY, runningSince: TUESDAY });
  await updatePlacement(staff(TUESDAY), { id: first!.id, dueAt: FRIDAY } as never);
  expect(await due(id)).toBe(FRIDAY);
  await markLive(staff(WEDNESDAY), [{ id: first!.id, liveUrl: "https://site.example/a" }]);
  expect(await due(id)).toBe(THURSDAY);
  await markLive(staff(FRIDAY), [{ id: second!.id, liveUrl: "https://site.example/b" }]);
  expect(await due(id)).toBeNull();
  // The second link was late, and so is the order.
  await set(id, "Completed", FRIDAY);
  expect((await stored(id)).clockLeftMs).toBe(-1);
  const change = { id, dueAt: day(9), reason: "Later" };
  await expect(changeDeadline(staff(FRIDAY), change)).rejects.toThrow(Conflict);
  expect((await database.db.select().from(placements)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
});

test("staff change the deadline with a reason", async () => {
  const id = await anEntered();
  await changeDeadline(staff(TUESDAY), { id, dueAt: NEXT_MONDAY, reason: "Holiday of the author" });
  expect(await due(id)).toBe(NEXT_MONDAY);
  const [entry] = await orderHistory(staff(), id);
  expect(entry).toMatchObject({
    action: "Deadline changed",
    changes: [
      { field: "dueAt", before: THURSDAY, after: NEXT_MONDAY },
      { field: "reason", before: null, after: "Holiday of the author" },
    ],
  });
  // One day is left on Friday, and the pause of one day is added.
  await set(id, "Inputs_Required", FRIDAY);
  await set(id, "Active", NEXT_MONDAY);
  expect(await due(id)).toBe(day(8));
});

test("a deadline chosen during a pause starts with the work", async () => {
  const id = await anEntered();
  await set(id, "Inputs_Required", TUESDAY);
  await changeDeadline(staff(TUESDAY), { id, dueAt: WEDNESDAY, reason: "Rush" });
  expect(await due(id)).toBeNull();
  await set(id, "Active", THURSDAY);
  expect(await due(id)).toBe(FRIDAY);
});

test("an order from before deadlines can get one", async () => {
  const order = await anOrder(database.db, { clientId: client.id, status: "Working" });
  await changeDeadline(staff(), { id: order.id, dueAt: FRIDAY, reason: "Agreed by phone" });
  expect(await stored(order.id)).toMatchObject({ dueAt: FRIDAY, runningSince: MONDAY });
});

test("refuses a past deadline, finished orders and clients", async () => {
  const id = await anEntered();
  const change = { id, dueAt: FRIDAY, reason: "Later" };
  await expect(changeDeadline(staff(), { ...change, dueAt: MONDAY - 1 })).rejects.toThrow(Invalid);
  await expect(changeDeadline(staff(), { ...change, version: 99 })).rejects.toThrow(Conflict);
  await expect(changeDeadline(staff(), { ...change, id: "unknown" })).rejects.toThrow(NotFound);
  await expect(changeDeadline(buyer(), change)).rejects.toThrow(Forbidden);
  await set(id, "Completed", TUESDAY);
  await expect(changeDeadline(staff(TUESDAY), change)).rejects.toThrow(Conflict);
});

test("clients see the date only when the service shows it", async () => {
  const id = await anEntered();
  const listed = async () => (await findOrders(buyer(), listFromUrl(orderList, "http://localhost/orders"))).content;
  expect((await orderDetails(buyer(), id)).dueAt).toBe(THURSDAY);
  expect((await listed())[0]!.dueAt).toBe(THURSDAY);
  await database.db.update(services).set({ showExpectedDate: false }).where(eq(services.id, service.id));
  expect((await orderDetails(buyer(), id)).dueAt).toBeNull();
  expect((await listed())[0]!.dueAt).toBeNull();
  expect((await orderDetails(staff(), id)).dueAt).toBe(THURSDAY);
});

test("staff filter and sort by due date, clients do not", async () => {
  const late = await anEntered(MONDAY);
  const later = await anEntered(TUESDAY);
  await set(await anEntered(MONDAY), "Completed", TUESDAY);
  const search = (query: string) => listFromUrl(orderList, `http://localhost/orders?${query}`);
  const idsOf = async (ctx: ReturnType<typeof staff>, query: string) => {
    const { content, totalElements } = await findOrders(ctx, search(query));
    expect(totalElements).toBe(content.length);
    return content.map(({ id }) => id);
  };
  const range = "dateField=dueAt&from=2026-11-26&to=2026-11-27";
  expect(await idsOf(staff(), `${range}&sort=dueAt.asc`)).toEqual([late, later]);
  expect(await idsOf(staff(), `${range}&sort=dueAt.desc`)).toEqual([later, late]);
  expect(await idsOf(staff(), "dateField=dueAt&from=2026-11-27&to=2026-11-27")).toEqual([later]);
  expect(await idsOf(staff(), `${range}&status=Active&assignedToAdminId=none`)).toHaveLength(2);
  expect(await idsOf(buyer(), "dateField=dueAt&from=2026-11-27&to=2026-11-27")).toHaveLength(3);
  expect(await idsOf(staff(), "sort=dueAt.asc")).toHaveLength(3);
});

test("a service keeps its turnaround in a save without one, and in a copy", async () => {
  const input = { id: service.id, name: service.name, paymentTypes: ["DIRECT"] };
  const kept = await saveService(staff(), ServiceInput.parse(input));
  expect(kept).toMatchObject({ turnaroundDays: 3, showExpectedDate: true });
  expect(await duplicateService(staff(), service.id)).toMatchObject({ turnaroundDays: 3, showExpectedDate: true });
  const cleared = await saveService(staff(), ServiceInput.parse({ ...input, turnaroundDays: null }));
  expect(cleared.turnaroundDays).toBeNull();
  for (const turnaroundDays of [0, 366, 1.5])
    expect(ServiceInput.safeParse({ ...input, turnaroundDays }).success).toBe(false);
});

test("a delivery at the moment of another change counts the time once", async () => {
  const id = await anEntered();
  const results = await Promise.allSettled([
    deliver(id, TUESDAY),
    set(id, "Working", TUESDAY),
    updateOrder(staff(TUESDAY), { id, notes: "Called" }),
    changeDeadline(staff(TUESDAY), { id, dueAt: FRIDAY, reason: "Rush" }),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
  const after = await stored(id);
  expect(after.dueAt === null).toBe(after.runningSince === null);
  await set(id, "Inputs_Required", TUESDAY).catch(() => undefined);
  expect((await stored(id)).workedMs).toBe(86_400_000);
});
