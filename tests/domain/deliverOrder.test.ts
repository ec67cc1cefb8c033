import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { deliverOrder } from "~/domain/delivery/deliverOrder";
import { DeliverOrderForm, DeliverOrderInput } from "~/domain/delivery/deliverOrderInput";
import { Conflict, Forbidden, Invalid, NotFound, Unauthenticated } from "~/domain/errors";
import { findReports } from "~/domain/orderReports/findReports";
import { nextOwnOrder } from "~/domain/orders/nextOwnOrder";
import { orderHistory } from "~/domain/orders/orderHistory";
import { storeUpload } from "~/files/storeUpload";
import { history, notifications, orderMessages, orderReports, orders, outbox, placements, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, pdfBytes } from "../support/fileBytes";
import { killedAt } from "../support/killing";
import { actingAs, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

const DAY_MS = 86_400_000;
const steps = ["Research", "Write", "Publish"].map((name, sequence) => ({ name, sequence, completed: false }));

let database: TestDatabase;
let files: ReturnType<typeof memoryFiles>;
let customer: ActorUser;
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
  member = await aStaffMember(db, { firstName: "Mia" });
  colleague = await aStaffMember(db, { firstName: "Noor" });
  serviceId = (await aService(db)).service.id;
});
afterAll(() => database.dispose());

const as = (user: ActorUser | null, now = TEST_NOW) =>
  testContext(database.db, user ? actingAs(user) : anonymous, { now, files });
const anOrderOf = (values: Partial<typeof orders.$inferInsert> = {}) =>
  anOrder(database.db, {
    clientId: customer.id,
    serviceId,
    status: "Working",
    assignedToId: member.id,
    subStatuses: steps,
    ...values,
  });
const upload = async (name = "audit.pdf", who = colleague) =>
  (await storeUpload(as(who), "report", aFile(pdfBytes(), name))).key;
const stored = async (id: string) => (await database.db.select().from(orders).where(eq(orders.id, id)).get())!;
const deliver = (id: string, input: Partial<DeliverOrderInput> = {}, who: ActorUser | null = colleague) =>
  deliverOrder(as(who), DeliverOrderInput.parse({ id, ...input }));
/** What a delivery writes. */
async function written() {
  const { db } = database;
  const [reports, messages, notices, mails, entries, attached] = await Promise.all([
    db.select().from(orderReports).orderBy(asc(orderReports.id)),
    db.select().from(orderMessages),
    db.select().from(notifications),
    db.select().from(outbox).where(eq(outbox.kind, "noticeMail")),
    db.select().from(history).where(eq(history.action, "Order delivered")),
    db.select().from(uploads).where(eq(uploads.kind, "report")),
  ]);
  return {
    reports: reports.map(({ fileName }) => fileName),
    messages: messages.map(({ bodySource }) => bodySource),
    notices: notices.map(({ userId, description }) => [userId, description]).sort(),
    mails: mails.length,
    history: entries.length,
    attached: attached.filter(({ attachedTo }) => attachedTo !== null).length,
  };
}

test("delivers files, links, steps, status and a message together", async () => {
  const order = await anOrderOf();
  const links = ["docs.example.com/audit/"];
  const input = {
    files: [await upload()],
    links,
    subStatuses: [2],
    status: "Completed",
    message: "Here **it** is",
  } as const;
  await deliver(order.id, { ...input, files: [...input.files], subStatuses: [2], version: order.version });
  const text = `2 new reports are ready on order ${order.number}: ${order.serviceName}. The order is now Completed. “Here it is”`;
  expect(await written()).toEqual({
    reports: ["audit.pdf", "docs.example.com/audit"],
    messages: ["Here **it** is"],
    notices: [
      [customer.id, text],
      [member.id, text],
    ].sort(),
    mails: 1,
    history: 1,
    attached: 1,
  });
  expect(await stored(order.id)).toMatchObject({
    status: "Completed",
    completedAt: TEST_NOW,
    subStatuses: steps.map((step) => ({ ...step, completed: true })),
    version: order.version + 1,
  });
  const [file, link] = await findReports(as(customer), order.id);
  expect([file?.size, link?.size, link?.url]).toEqual([pdfBytes().length, null, "https://docs.example.com/audit/"]);
  expect((await orderHistory(as(member), order.id))[0]?.changes.map(({ field }) => field)).toEqual([
    ...["report", "report", "status", "subStatuses", "completedDate"],
  ]);
  await approveDelivery(as(customer), { orderId: order.id, reportId: link!.id });
  expect(await stored(order.id)).toMatchObject({ approvedAt: TEST_NOW });
});

test("a new delivery waits for an approval of its own", async () => {
  const order = await anOrderOf({ status: "Completed", approvedAt: TEST_NOW - 1 });
  await deliver(order.id, { links: ["example.com/second"] });
  expect(await stored(order.id)).toMatchObject({ status: "Completed", approvedAt: null });
});

test("delivers once when the same call comes five times in parallel", async () => {
  const order = await anOrderOf();
  const input = { files: [await upload()], status: "Completed", message: "Done", key: "delivery-1" } as const;
  const call = () => deliver(order.id, { ...input, files: [...input.files] });
  await Promise.all(Array.from({ length: 5 }, call));
  await call();
  expect(await written()).toMatchObject({ reports: ["audit.pdf"], messages: ["Done"], mails: 1, history: 1 });
  expect((await stored(order.id)).version).toBe(order.version + 1);
});

test("leaves nothing half-written when it is killed at any step", async () => {
  const nothing = { reports: [], messages: [], notices: [], mails: 0, history: 0, attached: 0 };
  let kills = 0;
  for (const when of ["before", "after"] as const)
    for (let step = 1; step < 12; step++) {
      await database.clear();
      customer = await aCustomer(database.db);
      member = await aStaffMember(database.db);
      serviceId = (await aService(database.db)).service.id;
      const order = await anOrderOf();
      const kill = killedAt(step, when);
      const ctx = kill.context(as(member), database.binding);
      const input = { id: order.id, files: [await upload("audit.pdf", member)], status: "Completed", message: "Done" };
      await deliverOrder(ctx, DeliverOrderInput.parse(input)).catch(() => undefined);
      kills += Number(kill.state.dead);
      const { status } = await stored(order.id);
      const result = await written();
      if (status === "Working") expect(result).toEqual(nothing);
      else
        expect(result).toMatchObject({ reports: ["audit.pdf"], messages: ["Done"], mails: 1, history: 1, attached: 1 });
    }
  expect(kills).toBeGreaterThan(6);
});

test("refuses a stale version, a foreign file and nothing to deliver", async () => {
  const order = await anOrderOf();
  await expect(deliver(order.id, { message: "Done", version: order.version + 1 })).rejects.toThrow(Conflict);
  await expect(deliver(order.id, { files: [await upload("mine.pdf", member)] })).rejects.toThrow(Invalid);
  await expect(deliver(order.id)).rejects.toThrow("Choose a file, add a link or write a message");
  await expect(deliver(order.id, { message: "[](x)" })).rejects.toThrow(Invalid);
  expect(await stored(order.id)).toEqual(order);
});

test("is for staff alone", async () => {
  const order = await anOrderOf();
  await expect(deliver(order.id, { message: "Done" }, customer)).rejects.toThrow(Forbidden);
  await expect(deliver(order.id, { message: "Done" }, null)).rejects.toThrow(Unauthenticated);
  await expect(deliver("nothing", { message: "Done" })).rejects.toThrow(NotFound);
});

test("says what to do with an order that cannot be delivered", async () => {
  const unpaid = await anOrderOf({ status: "Abandoned_Checkout", payState: "unpaid", paidAt: null });
  const cancelled = await anOrderOf({ status: "Cancelled" });
  await expect(deliver(unpaid.id, { message: "Done" })).rejects.toThrow("after the client has paid");
  await expect(deliver(cancelled.id, { message: "Done" })).rejects.toThrow("A super admin can reopen it");
  const waiting = await anOrderOf({ status: "Inputs_Required" });
  await expect(deliver(waiting.id, { status: "Completed" })).rejects.toThrow(Conflict);
});

test("completes an order with open links only with a tick", async () => {
  const order = await aTrackedOrder(database.db, { staff: member, client: customer, count: 2 });
  await database.db.update(orders).set({ status: "Working" }).where(eq(orders.id, order.id));
  await expect(deliver(order.id, { status: "Completed", message: "Done" })).rejects.toThrow(/2 links are not live yet/);
  await deliver(order.id, { links: ["example.com/plan"] });
  const states = async () =>
    (await database.db.select().from(placements).where(eq(placements.orderId, order.id))).map(({ state }) => state);
  expect(await states()).not.toContain("cancelled");
  await deliver(order.id, { status: "Completed", closeOpenRows: true });
  expect(await states()).toEqual(["cancelled", "cancelled"]);
});

test("leads to the own open order that is due first", async () => {
  const at = (days: number) => TEST_NOW + days * DAY_MS;
  const delivered = await anOrderOf({ dueAt: at(0) });
  await anOrderOf({ createdAt: at(-9) });
  await anOrderOf({ dueAt: at(1), assignedToId: colleague.id });
  await anOrderOf({ dueAt: at(1), snoozedUntil: at(2) });
  const second = await anOrderOf({ dueAt: at(3) });
  const first = await anOrderOf({ dueAt: at(2), status: "Active" });
  expect(await nextOwnOrder(as(member), delivered.id)).toBe(first.id);
  await database.db.update(orders).set({ status: "Completed" }).where(eq(orders.id, first.id));
  expect(await nextOwnOrder(as(member), delivered.id)).toBe(second.id);
  expect(await nextOwnOrder(as(await aStaffMember(database.db)), delivered.id)).toBeNull();
});

test("reads one link a line and names the line that is none", () => {
  const links = (text: string) => DeliverOrderForm.safeParse({ version: 1, links: text });
  expect(links("example.com/a\r\n\n https://example.com/b ").data?.links).toEqual([
    "https://example.com/a",
    "https://example.com/b",
  ]);
  expect(links("example.com\nhttp://localhost/x").error?.issues.map(({ message }) => message)).toEqual([
    "'http://localhost/x' is not a web address",
  ]);
});
