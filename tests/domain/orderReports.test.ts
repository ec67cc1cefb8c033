import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { requestChanges } from "~/domain/delivery/requestChanges";
import { Conflict, Forbidden, Invalid, NotFound, Unauthenticated } from "~/domain/errors";
import { findMessages } from "~/domain/messages/findMessages";
import { addReports } from "~/domain/orderReports/addReports";
import { deleteReport } from "~/domain/orderReports/deleteReport";
import { findReports } from "~/domain/orderReports/findReports";
import { orderHistory } from "~/domain/orders/orderHistory";
import { type OrderStatus, orderStatuses } from "~/domain/orders/orderStates";
import { updateOrder } from "~/domain/orders/updateOrder";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { serveFile } from "~/files/serveFile";
import { storeUpload } from "~/files/storeUpload";
import type { UploadKind } from "~/files/uploadKinds";
import { notifications, orderReports, orders, uploads } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, pdfBytes, xlsxBytes } from "../support/fileBytes";
import { actingAs, actingSystem, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

let database: TestDatabase;
let files: ReturnType<typeof memoryFiles>;
let customer: ActorUser;
let other: ActorUser;
let member: ActorUser;
let colleague: ActorUser;
let serviceId: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  files = memoryFiles();
  const { db } = database;
  customer = await aCustomer(db, { firstName: "Cleo" });
  other = await aCustomer(db, { firstName: "Otto" });
  member = await aStaffMember(db, { firstName: "Mia", privileges: "Manager" });
  colleague = await aStaffMember(db, { firstName: "Noor", privileges: "Admin" });
  serviceId = (await aService(db)).service.id;
});
afterAll(() => database.dispose());

const as = (user: ActorUser | null, now = TEST_NOW) =>
  testContext(database.db, user ? actingAs(user) : anonymous, { now, files });
const anOrderOf = (status: OrderStatus = "Working", values: Partial<typeof orders.$inferInsert> = {}) =>
  anOrder(database.db, { clientId: customer.id, serviceId, status, assignedToId: member.id, ...values });
const stored = async (id: string) => (await database.db.select().from(orders).where(eq(orders.id, id)).get())!;
const upload = async (name = "report.pdf", who = member, kind: UploadKind = "report") =>
  (await storeUpload(as(who), kind, aFile(name.endsWith("pdf") ? pdfBytes() : xlsxBytes(), name))).key;
/** An order with one delivered report. */
async function delivered(status: OrderStatus = "Working", values: Partial<typeof orders.$inferInsert> = {}) {
  const order = await anOrderOf(status, values);
  const [report] = await addReports(as(member), { orderId: order.id, uploadKeys: [await upload()] });
  await database.db.delete(notifications);
  return { order, report: report! };
}
const notices = async () =>
  (await database.db.select().from(notifications).orderBy(asc(notifications.id))).map((row) => [
    row.userId,
    row.description,
  ]);
const statusOf = async (who: ActorUser | null, url: string) =>
  (await serveFile(as(who), url.slice("/files/".length), new Request(`http://localhost${url}`))).status;

test("delivers several files and notifies customer and assignee", async () => {
  const order = await anOrderOf();
  const keys = [await upload("audit.pdf", colleague), await upload("links.xlsx", colleague)];
  const reports = await addReports(as(colleague), { orderId: order.id, uploadKeys: keys });
  expect(reports.map((report) => report.fileName)).toEqual(["audit.pdf", "links.xlsx"]);
  expect(await findReports(as(customer), order.id)).toEqual(reports);
  const text = `2 new reports are ready on order ${order.number}: ${order.serviceName}`;
  expect((await notices()).sort()).toEqual(
    [
      [customer.id, text],
      [member.id, text],
    ].sort(),
  );
  expect((await orderHistory(as(member), order.id))[0]).toMatchObject({
    action: "Report uploaded",
    modifiedByName: "Noor Example",
    changes: [
      { field: "report", before: null, after: "audit.pdf" },
      { field: "report", before: null, after: "links.xlsx" },
    ],
  });
  for (const { url } of reports)
    expect([
      await statusOf(customer, url),
      await statusOf(member, url),
      await statusOf(other, url),
      await statusOf(null, url),
    ]).toEqual([200, 200, 404, 404]);
  // Posting the same files again changes nothing.
  await addReports(as(colleague), { orderId: order.id, uploadKeys: keys });
  expect(await findReports(as(customer), order.id)).toEqual(reports);
  expect(await notices()).toHaveLength(2);
});

test("rejects missing files and those of another owner or kind", async () => {
  const order = await anOrderOf();
  const invalidKeys = [
    await upload("mine.pdf", colleague),
    await upload("brief.pdf", member, "projectFile"),
    "A".repeat(32),
  ];
  for (const key of invalidKeys)
    await expect(addReports(as(member), { orderId: order.id, uploadKeys: [await upload(), key] })).rejects.toThrow(
      "A file is no longer available",
    );
  await expect(addReports(as(member), { orderId: order.id, uploadKeys: [] })).rejects.toThrow(Invalid);
  await expect(addReports(as(member), { orderId: "nothing", uploadKeys: [await upload()] })).rejects.toThrow(NotFound);
  expect(await database.db.select().from(orderReports)).toEqual([]);
});

test("refuses report changes by customers and any access by strangers", async () => {
  const { order, report } = await delivered();
  const before = await database.db.select().from(orderReports);
  const add = { orderId: order.id, uploadKeys: [await upload()] };
  const remove = { orderId: order.id, reportId: report.id };
  await expect(addReports(as(customer), add)).rejects.toThrow(Forbidden);
  await expect(deleteReport(as(customer), remove)).rejects.toThrow(Forbidden);
  await expect(findReports(as(other), order.id)).rejects.toThrow(NotFound);
  await expect(findReports(as(null), order.id)).rejects.toThrow(Unauthenticated);
  await expect(approveDelivery(as(other), { orderId: order.id })).rejects.toThrow(NotFound);
  await expect(requestChanges(as(other), { orderId: order.id, body: "Mine" })).rejects.toThrow(NotFound);
  await expect(approveDelivery(as(member), { orderId: order.id })).rejects.toThrow(Forbidden);
  await expect(requestChanges(as(member), { orderId: order.id, body: "Ours" })).rejects.toThrow(Forbidden);
  expect(await database.db.select().from(orderReports)).toEqual(before);
  expect((await stored(order.id)).version).toBe(order.version);
});

test("hides a deleted report immediately and sweeps its file later", async () => {
  const { order, report } = await delivered();
  const elsewhere = await anOrderOf();
  await expect(deleteReport(as(member), { orderId: elsewhere.id, reportId: report.id })).rejects.toThrow(NotFound);
  expect(await deleteReport(as(colleague), { orderId: order.id, reportId: report.id })).toEqual([]);
  expect(await statusOf(customer, report.url)).toBe(404);
  expect((await orderHistory(as(member), order.id))[0]).toMatchObject({
    action: "Report deleted",
    changes: [{ field: "report", before: "report.pdf", after: null }],
  });
  await expect(deleteReport(as(member), { orderId: order.id, reportId: report.id })).rejects.toThrow(NotFound);
  const later = testContext(database.db, actingSystem, { now: TEST_NOW + 25 * 3_600_000, files });
  expect(await sweepUploads(later)).toBe(1);
  expect([files.objects.size, (await database.db.select().from(uploads)).length]).toEqual([0, 0]);
});

test("approves once, notifies staff and resets with a new report", async () => {
  const { order } = await delivered("Completed");
  await approveDelivery(as(customer), { orderId: order.id });
  await approveDelivery(as(customer), { orderId: order.id });
  expect(await stored(order.id)).toMatchObject({ approvedAt: TEST_NOW, status: "Completed", changeRequests: 0 });
  expect(await notices()).toEqual([[member.id, `Cleo Example approved order ${order.number}: ${order.serviceName}`]]);
  const history = await orderHistory(as(member), order.id);
  expect(history.filter(({ action }) => action === "Delivery approved")).toHaveLength(1);
  await expect(requestChanges(as(customer), { orderId: order.id, body: "Wait" })).rejects.toThrow(Conflict);
  await addReports(as(member), { orderId: order.id, uploadKeys: [await upload()] });
  expect((await stored(order.id)).approvedAt).toBeNull();
});

test("approving after requested changes completes the order", async () => {
  const steps = [{ name: "Writing", sequence: 0, completed: false }];
  const { order } = await delivered("Completed", { completedAt: TEST_NOW - 5, subStatuses: steps });
  await requestChanges(as(customer), { orderId: order.id, body: "Wait" });
  expect(await stored(order.id)).toMatchObject({ status: "Working" });
  await approveDelivery(as(customer), { orderId: order.id });
  expect(await stored(order.id)).toMatchObject({
    status: "Completed",
    completedAt: TEST_NOW,
    approvedAt: TEST_NOW,
    subStatuses: [{ ...steps[0], completed: true }],
  });
  expect(await notices()).toContainEqual([
    member.id,
    `Cleo Example approved order ${order.number}: ${order.serviceName}. The order is now Completed.`,
  ]);
});

test("refuses to approve reports the customer has not seen", async () => {
  const { order, report } = await delivered("Completed");
  const [, newer] = await addReports(as(member), { orderId: order.id, uploadKeys: [await upload("newer.pdf")] });
  const approve = (reportId?: string) => approveDelivery(as(customer), { orderId: order.id, reportId });
  await expect(approve(report.id)).rejects.toThrow("The reports for this order have changed.");
  // Also if the report they saw has been deleted.
  await deleteReport(as(member), { orderId: order.id, reportId: newer!.id });
  await expect(approve(newer!.id)).rejects.toThrow(Conflict);

  const key = await upload("late.pdf");
  const late = beforeBatch(as(customer), 1, () => addReports(as(member), { orderId: order.id, uploadKeys: [key] }));
  await expect(approveDelivery(late, { orderId: order.id, reportId: report.id })).rejects.toThrow(Conflict);
  expect((await stored(order.id)).approvedAt).toBeNull();

  const last = (await findReports(as(customer), order.id)).at(-1)!;
  await approve(last.id);
  expect((await stored(order.id)).approvedAt).toBe(TEST_NOW);
});

test("a change request reopens the order and posts the message once", async () => {
  const { order } = await delivered("Completed", { completedAt: TEST_NOW - 5, startedAt: TEST_NOW - 9 });
  const requestWith = (key: string, body = "The **second** link is wrong") =>
    requestChanges(as(customer), { orderId: order.id, body, key });
  await Promise.all(Array.from({ length: 6 }, () => requestWith("first-form")));
  expect(await stored(order.id)).toMatchObject({
    status: "Working",
    completedAt: null,
    startedAt: TEST_NOW - 9,
    changeRequests: 1,
  });
  expect(
    (await findMessages(as(member), { orderId: order.id, thread: "Customer" })).map(({ fromName, body }) => [
      fromName,
      body,
    ]),
  ).toEqual([["Cleo Example", "<p>The <strong>second</strong> link is wrong</p>"]]);
  expect(await notices()).toEqual([
    [member.id, `Cleo Example asked for changes on order ${order.number}: “The second link is wrong”`],
  ]);
  expect((await orderHistory(as(member), order.id))[0]).toMatchObject({
    action: "Changes requested",
    modifiedByName: "Cleo Example",
    changes: [
      { field: "changeRequests", before: 0, after: 1 },
      { field: "status", before: "Completed", after: "Working" },
      { field: "completedDate", before: TEST_NOW - 5, after: null },
    ],
  });
  await requestWith("second-form", "And the third");
  expect(await stored(order.id)).toMatchObject({ status: "Working", changeRequests: 2 });
  await expect(requestWith("third-form", "<p></p>")).rejects.toThrow(Invalid);
});

test("a change request brings back links that completing the order cancelled", async () => {
  const order = await aTrackedOrder(database.db, { staff: member, client: customer, count: 2 });
  await addReports(as(member), { orderId: order.id, uploadKeys: [await upload()] });
  await updateOrder(as(member), { id: order.id, status: "Working" });
  await updateOrder(as(member), { id: order.id, status: "Completed", closeOpenRows: true });
  const states = async () => (await linksOf(database.db, customer, order.id)).map(({ state }) => state);
  expect(await states()).toEqual(["cancelled", "cancelled"]);
  await requestChanges(as(customer), { orderId: order.id, body: "Both links are missing" });
  expect(await states()).toEqual(["needs_input", "needs_input"]);
});

test.each(orderStatuses)("allows or refuses a response to the delivery of a %s order", async (status) => {
  const { order } = await delivered(status);
  const answerable = ["Active", "Working", "Completed"].includes(status);
  const answers = [
    () => requestChanges(as(customer), { orderId: order.id, body: "Once more" }),
    () => approveDelivery(as(customer), { orderId: order.id }),
  ];
  for (const answer of answers)
    if (answerable) await answer();
    else await expect(answer()).rejects.toThrow("There is no delivered report to respond to.");
  const after = await stored(order.id);
  expect(after.status).toBe(answerable ? "Completed" : status);
  expect([after.changeRequests, after.approvedAt]).toEqual(answerable ? [1, TEST_NOW] : [0, null]);
});

test("refuses a response without a delivered report", async () => {
  const order = await anOrderOf("Completed");
  await expect(approveDelivery(as(customer), { orderId: order.id })).rejects.toThrow(Conflict);
  await expect(requestChanges(as(customer), { orderId: order.id, body: "What?" })).rejects.toThrow(Conflict);
});
