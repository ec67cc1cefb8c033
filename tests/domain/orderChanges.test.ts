import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { cancelWithRefund } from "~/domain/cancellations/cancelWithRefund";
import { reopenCancelledOrder } from "~/domain/cancellations/reopenCancelledOrder";
import type { ActorUser } from "~/domain/context";
import { Conflict, Forbidden, Invalid, NotFound } from "~/domain/errors";
import { orderCancellation } from "~/domain/orders/orderCancellation";
import { orderHistory } from "~/domain/orders/orderHistory";
import { type OrderStatus, orderStatuses, staffTransitions } from "~/domain/orders/orderStates";
import { updateOrder } from "~/domain/orders/updateOrder";
import { assigneeOptions } from "~/domain/team/assigneeOptions";
import { newId } from "~db/ids";
import { history, notifications, orders, outbox, refunds, subscriptions } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let customer: ActorUser;
let member: ActorUser;
let serviceId: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  customer = await aCustomer(database.db, { firstName: "Cleo" });
  member = await aStaffMember(database.db, { firstName: "Mia", privileges: "Manager" });
  serviceId = (await aService(database.db)).service.id;
});
afterAll(() => database.dispose());

const asStaff = (now = TEST_NOW) => testContext(database.db, actingAs(member), { now });
const stored = async (id: string) => (await database.db.select().from(orders).where(eq(orders.id, id)).get())!;
const ofCustomer = (values: Partial<typeof orders.$inferInsert> = {}) =>
  anOrder(database.db, { clientId: customer.id, serviceId, ...values });
const notices = async () =>
  (await database.db.select().from(notifications).orderBy(asc(notifications.id))).map((row) => [
    row.userId,
    row.description,
  ]);

const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as [OrderStatus, OrderStatus]));
test("staff may set only the statuses that the table allows", async () => {
  for (const [from, to] of pairs) {
    const name = `${from} -> ${to}`;
    const order = await ofCustomer({ status: from });
    const result = await updateOrder(asStaff(), { id: order.id, status: to }).then(
      () => "saved",
      (error) => error,
    );
    const after = await stored(order.id);
    if (from === to) {
      expect(result, name).toBe("saved");
      expect(after, name).toEqual(order);
    } else if (to === "Cancelled" && staffTransitions[from].includes(to)) {
      expect(result, name).toBeInstanceOf(Invalid);
      expect(after, name).toEqual(order);
    } else if (staffTransitions[from].includes(to)) {
      expect(result, name).toBe("saved");
      expect([after.status, after.version], name).toEqual([to, order.version + 1]);
    } else {
      expect(result, name).toBeInstanceOf(Conflict);
      expect(result.message, name).toContain("cannot become");
      expect(after, name).toEqual(order);
    }
  }
});

test.each(orderStatuses)("cancels or refuses to cancel an order that is %s", async (from) => {
  const order = await ofCustomer({ status: from });
  const result = await cancelOrder(asStaff(), { id: order.id, reason: "Asked by mail", stopSubscription: false }).then(
    () => "cancelled",
    (error) => error,
  );
  const after = await stored(order.id);
  if (staffTransitions[from].includes("Cancelled")) {
    expect(result).toBe("cancelled");
    expect(after).toMatchObject({ status: "Cancelled", statusBeforeCancel: from, cancelReason: "Asked by mail" });
    expect(await notices()).toEqual([[customer.id, `Order ${order.number} is now Cancelled: ${order.serviceName}`]]);
  } else {
    expect(result).toBeInstanceOf(Conflict);
    expect(after).toEqual(order);
    expect(await notices()).toEqual([]);
  }
});

test("cancelling with a refund gives back what is left, once", async () => {
  const paid = { payState: "paid", status: "Working", total: 140_00, paidAt: TEST_NOW - 1 } as const;
  const order = await ofCustomer(paid);
  const input = { id: order.id, version: order.version, reason: "Out of stock", stopSubscription: false };
  const refund = { ...input, refund: true, refundAmount: 140_00, requestKey: "cancel-form-1" };
  await expect(cancelWithRefund(asStaff(), refund)).rejects.toBeInstanceOf(Forbidden);
  expect(await stored(order.id)).toEqual(order);
  const admin = await aStaffMember(database.db, { privileges: "Admin" });
  const asAdmin = testContext(database.db, actingAs(admin));
  await expect(cancelWithRefund(asAdmin, { ...refund, refundAmount: 150_00 })).rejects.toBeInstanceOf(Invalid);
  await cancelWithRefund(asAdmin, refund);
  expect(await stored(order.id)).toMatchObject({ status: "Cancelled", payState: "refunded", refunded: 140_00 });
  await expect(cancelWithRefund(asAdmin, refund)).rejects.toBeInstanceOf(Conflict);
  expect(await database.db.$count(refunds)).toBe(1);
});

test("a manager who cancels asks the admins to refund", async () => {
  const admin = await aStaffMember(database.db, { privileges: "Admin" });
  const order = await ofCustomer({ payState: "paid", total: 140_00, paidAt: TEST_NOW - 1 });
  const input = { id: order.id, reason: "Out of stock", stopSubscription: false };
  await cancelWithRefund(asStaff(), { ...input, refund: false, askRefund: true });
  expect(await notices()).toContainEqual([
    admin.id,
    `Mia Example canceled order ${order.number} and asks you to refund $140.00. The order has the reason.`,
  ]);
  expect(await stored(order.id)).toMatchObject({ status: "Cancelled", refunded: 0 });
});

test("completing an order asks to mark its open steps done", async () => {
  const steps = ["Research", "Writing"].map((name, sequence) => ({ name, sequence, completed: sequence === 0 }));
  const done = steps.map((step) => ({ ...step, completed: true }));
  const inWork = () => ofCustomer({ status: "Working", subStatuses: steps });
  const order = await inWork();
  const complete = { id: order.id, status: "Completed" } as const;
  await expect(updateOrder(asStaff(), { ...complete, subStatuses: [0], completeSteps: false })).rejects.toMatchObject({
    fieldErrors: { completeSteps: ["1 step is open. Tick 'Mark the open steps done' to complete the order."] },
  });
  expect(await stored(order.id)).toEqual(order);
  await updateOrder(asStaff(), { ...complete, subStatuses: [0], completeSteps: true });
  expect(await stored(order.id)).toMatchObject({ status: "Completed", subStatuses: done });
  // A call that names its ticks keeps them; one that names none completes them.
  const named = await inWork();
  await updateOrder(asStaff(), { id: named.id, status: "Completed", subStatuses: [0] });
  expect((await stored(named.id)).subStatuses).toEqual(steps);
  const silent = await inWork();
  await updateOrder(asStaff(), { id: silent.id, status: "Completed" });
  expect((await stored(silent.id)).subStatuses).toEqual(done);
});

test("keeps the first start date and clears completion on reopening", async () => {
  const { id } = await ofCustomer({ status: "Active" });
  const at = (day: number) => TEST_NOW + day * 86_400_000;
  await updateOrder(asStaff(at(1)), { id, status: "Working" });
  expect(await stored(id)).toMatchObject({ startedAt: at(1), completedAt: null });
  await updateOrder(asStaff(at(2)), { id, status: "Active" });
  await updateOrder(asStaff(at(3)), { id, status: "Working" });
  await updateOrder(asStaff(at(4)), { id, status: "Completed" });
  expect(await stored(id)).toMatchObject({ startedAt: at(1), completedAt: at(4) });
  await updateOrder(asStaff(at(5)), { id, status: "Working" });
  expect(await stored(id)).toMatchObject({ startedAt: at(1), completedAt: null });
  const [reopened, completed] = await orderHistory(asStaff(), id);
  expect(reopened?.changes).toEqual([
    { field: "status", before: "Completed", after: "Working" },
    { field: "completedDate", before: at(4), after: null },
  ]);
  expect(completed).toMatchObject({ action: "Order updated", modifiedByName: "Mia Example", modifiedAt: at(4) });
});

test("saves steps, notes and assignee as one version and history row", async () => {
  const colleague = await aStaffMember(database.db, { firstName: "Noor" });
  const steps = ["Research", "Writing", "Links"].map((name, sequence) => ({ name, sequence, completed: false }));
  const order = await ofCustomer({ status: "Working", subStatuses: steps });
  const ctx = asStaff();
  await updateOrder(ctx, {
    id: order.id,
    version: order.version,
    subStatuses: [1],
    assignedToId: colleague.id,
    notes: "Call before noon",
  });
  const after = await stored(order.id);
  expect(after.subStatuses.map((step) => step.completed)).toEqual([true, true, false]);
  expect(after).toMatchObject({ assignedToId: colleague.id, notes: "Call before noon", version: order.version + 1 });
  const entries = await orderHistory(ctx, order.id);
  expect(entries).toHaveLength(1);
  expect(entries[0]?.changes).toEqual([
    { field: "subStatuses", before: "", after: "Research, Writing" },
    { field: "assignedTo", before: null, after: "Noor Example" },
    { field: "notes", before: "", after: "Call before noon" },
  ]);
  // The customer is not notified of notes or assignee.
  expect(await notices()).toEqual([
    [colleague.id, `Order ${order.number} was assigned to you by Mia Example: ${order.serviceName}, $100.00`],
  ]);

  await updateOrder(ctx, { id: order.id, assignedToId: null, notes: "" });
  expect(await stored(order.id)).toMatchObject({ assignedToId: null, notes: "" });
});

test("notifies customer and assignee of a new status, not its author", async () => {
  const assignee = await aStaffMember(database.db, { firstName: "Noor" });
  const order = await ofCustomer({ status: "Active", assignedToId: assignee.id, notes: "difficult client" });
  const ctx = asStaff();
  await updateOrder(ctx, { id: order.id, status: "Working" });
  const text = `Order ${order.number} is now Working: ${order.serviceName}`;
  expect((await notices()).sort()).toEqual(
    [
      [assignee.id, text],
      [customer.id, text],
    ].sort(),
  );
  await ctx.settled();
  expect(ctx.announced()).toBe(1);
  const [push] = await database.db.select().from(outbox).where(eq(outbox.kind, "push"));
  expect(push?.payload).toMatchObject({ notifications: [expect.anything(), expect.anything()] });
  await database.db.delete(notifications);
  const own = testContext(database.db, actingAs(assignee));
  await updateOrder(own, { id: order.id, status: "Inputs_Required" });
  expect(await notices()).toEqual([
    [customer.id, `Order ${order.number} is now Inputs Required: ${order.serviceName}`],
  ]);
});

test("assigns only active team members", async () => {
  const deletedMember = await aStaffMember(database.db, { deletedAt: TEST_NOW });
  const order = await ofCustomer();
  for (const assignedToId of [deletedMember.id, customer.id, "nobody"])
    await expect(updateOrder(asStaff(), { id: order.id, assignedToId })).rejects.toMatchObject({
      kind: "Invalid",
      fieldErrors: { assignedToId: ["Choose a team member"] },
    });
  expect(await stored(order.id)).toEqual(order);
  expect((await assigneeOptions(asStaff())).map((option) => option.name)).toEqual(["Mia Example"]);
});

test("lets one of ten concurrent writers win", async () => {
  const order = await ofCustomer({ status: "Working" });
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      updateOrder(asStaff(), { id: order.id, version: order.version, notes: `Note ${n}`, status: "Completed" }),
    ),
  );
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(9);
  for (const { reason } of refused)
    expect(reason.message).toBe("This record was changed by someone else. Please reload and try again.");
  expect((await stored(order.id)).version).toBe(order.version + 1);
  expect(await database.db.$count(history)).toBe(1);
  expect(await database.db.$count(notifications)).toBe(1);
});

test("refuses customers and answers NotFound for unknown orders", async () => {
  const order = await ofCustomer({ status: "Active" });
  const asCustomer = testContext(database.db, actingAs(customer));
  await expect(updateOrder(asCustomer, { id: order.id, notes: "mine" })).rejects.toBeInstanceOf(Forbidden);
  await expect(
    cancelOrder(asCustomer, { id: order.id, reason: "mine", stopSubscription: false }),
  ).rejects.toBeInstanceOf(Forbidden);
  await expect(orderHistory(asCustomer, order.id)).rejects.toBeInstanceOf(Forbidden);
  await expect(orderCancellation(asCustomer, order.id)).rejects.toBeInstanceOf(Forbidden);
  await expect(assigneeOptions(asCustomer)).rejects.toBeInstanceOf(Forbidden);
  await expect(updateOrder(asStaff(), { id: newId(TEST_NOW), notes: "x" })).rejects.toBeInstanceOf(NotFound);
  await expect(orderHistory(asStaff(), newId(TEST_NOW))).rejects.toBeInstanceOf(NotFound);
  expect(await stored(order.id)).toEqual(order);
});

async function aSubscription(orderId: string, values: Partial<typeof subscriptions.$inferInsert> = {}) {
  const [row] = await database.db
    .insert(subscriptions)
    .values({
      id: newId(TEST_NOW),
      clientId: customer.id,
      serviceId,
      serviceName: "Links",
      initialOrderId: orderId,
      account: "regular",
      customerId: "cus_test",
      paymentMethodId: "pm_test",
      status: "Active",
      renewalAmount: 250_00,
      orderDuration: 1,
      frequency: "MONTH",
      anchorDay: 21,
      previousPayment: TEST_NOW,
      nextPayment: TEST_NOW + 86_400_000,
      createdAt: TEST_NOW,
      ...values,
    })
    .returning();
  await database.db.update(orders).set({ subscriptionId: row!.id, cycle: 1 }).where(eq(orders.id, orderId));
  return row!;
}

test("cancels the subscription only on request", async () => {
  const keptOrder = await ofCustomer({ total: 300_00, refunded: 50_00, payState: "partly_refunded" });
  const keptSubscription = await aSubscription(keptOrder.id);
  expect(await orderCancellation(asStaff(), keptOrder.id)).toEqual({
    id: keptOrder.id,
    number: keptOrder.number,
    version: keptOrder.version,
    status: "Active",
    allowed: true,
    payState: "partly_refunded",
    kept: 250_00,
    openLinks: 0,
    subscription: {
      id: keptSubscription.id,
      status: "Active",
      renewalAmount: 250_00,
      nextPayment: keptSubscription.nextPayment,
    },
  });
  await cancelOrder(asStaff(), { id: keptOrder.id, reason: "Wrong site", stopSubscription: false });
  const stopped = await ofCustomer();
  const stoppedSubscription = await aSubscription(stopped.id);
  await cancelOrder(asStaff(), { id: stopped.id, reason: "Wrong site", stopSubscription: true });
  const status = async (id: string) =>
    (await database.db.select().from(subscriptions).where(eq(subscriptions.id, id)).get())!;
  expect(await status(keptSubscription.id)).toMatchObject({ status: "Active", cancelledAt: null });
  expect(await status(stoppedSubscription.id)).toMatchObject({ status: "Cancelled", cancelledAt: TEST_NOW });
  expect((await orderCancellation(asStaff(), stopped.id)).subscription).toBeNull();
  const rows = await database.db.select().from(history).where(eq(history.entity, "subscription"));
  expect(rows.map((row) => [row.entityId, row.action, row.actorId])).toEqual([
    [stoppedSubscription.id, "Subscription cancelled", member.id],
  ]);
});

test("only a SuperAdmin reopens a cancelled order", async () => {
  const superAdmin = await aStaffMember(database.db, { firstName: "Sue", privileges: "SuperAdmin" });
  const asSuperAdmin = testContext(database.db, actingAs(superAdmin));
  const order = await ofCustomer({ status: "Working", startedAt: TEST_NOW - 1 });
  const reopen = { id: order.id, reason: "Cancelled by mistake" };
  await expect(reopenCancelledOrder(asSuperAdmin, reopen)).rejects.toBeInstanceOf(Conflict);
  await cancelOrder(asStaff(), { id: order.id, reason: "Wrong order", stopSubscription: false });
  await expect(reopenCancelledOrder(asStaff(), reopen)).rejects.toBeInstanceOf(Forbidden);
  await reopenCancelledOrder(asSuperAdmin, reopen);
  expect(await stored(order.id)).toMatchObject({
    status: "Working",
    statusBeforeCancel: null,
    cancelReason: null,
    startedAt: TEST_NOW - 1,
  });
  const [entry] = await orderHistory(asSuperAdmin, order.id);
  expect(entry).toMatchObject({
    action: "Cancelled order reopened",
    modifiedByName: "Sue Example",
    changes: [
      { field: "status", before: "Cancelled", after: "Working" },
      { field: "comment", before: "Wrong order", after: null },
      { field: "reason", before: null, after: "Cancelled by mistake" },
    ],
  });
});
