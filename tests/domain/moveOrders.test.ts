import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { orderInvoicePdf } from "~/domain/invoices/orderInvoicePdf";
import { findMessages } from "~/domain/messages/findMessages";
import { sendMessage } from "~/domain/messages/sendMessage";
import { findOrders } from "~/domain/orders/findOrders";
import { moveOrders } from "~/domain/orders/moveOrders";
import { MoveOrdersForm, MoveOrdersInput } from "~/domain/orders/moveOrdersInput";
import { orderCancellation } from "~/domain/orders/orderCancellation";
import { orderDetails } from "~/domain/orders/orderDetails";
import { orderHistory } from "~/domain/orders/orderHistory";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import { orderList } from "~/domain/orders/orderList";
import type { PrintedInvoice } from "~/domain/ports/printer";
import { listFromUrl } from "~/list/listFromUrl";
import { newId } from "~db/ids";
import { history, invoices, notifications, orderCounters, subscriptions, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });

async function scene() {
  const { db } = database;
  const staff = await aStaffMember(db, { privileges: "Manager" });
  const from = await aCustomer(db, { firstName: "Oldowner", lastName: "Before" });
  const to = await aCustomer(db, { firstName: "Newowner", lastName: "After" });
  return { db, ctx: as(staff), staff, from, to };
}

const idsOf = async (user: ActorUser) =>
  (await findOrders(as(user), listFromUrl(orderList, "http://localhost/orders?size=100"))).content.map(({ id }) => id);

test("moves orders with messages, but keeps invoice and subscription", async () => {
  const { db, ctx, from, to } = await scene();
  const subscriptionId = newId(TEST_NOW);
  const order = await anOrder(db, { clientId: from.id, subscriptionId, cycle: 1 });
  await db.insert(subscriptions).values({
    id: subscriptionId,
    clientId: from.id,
    serviceId: order.serviceId,
    serviceName: order.serviceName,
    initialOrderId: order.id,
    account: "regular",
    customerId: "cus_1",
    paymentMethodId: "pm_1",
    status: "Active",
    renewalAmount: 100_00,
    orderDuration: 1,
    frequency: "MONTH",
    anchorDay: 1,
    previousPayment: TEST_NOW,
    nextPayment: TEST_NOW,
    createdAt: TEST_NOW,
  });
  await db.insert(invoices).values({
    id: "invoice-of-old",
    orderId: order.id,
    clientId: from.id,
    clientName: "Oldowner Before",
    clientEmail: from.email,
    account: "regular",
    number: 1001,
    issuer: "US",
    subtotal: 100_00,
    charged: 100_00,
    transactionId: "pi_1",
    paidAt: TEST_NOW,
    createdAt: TEST_NOW,
  });
  await sendMessage(as(from), { orderId: order.id, thread: "Customer", body: "Our brief is attached", key: "k1" });
  expect(await moveOrders(ctx, { orderIds: [order.id], oldClientId: from.id, clientId: to.id })).toEqual({ moved: 1 });

  expect([await idsOf(from), await idsOf(to)]).toEqual([[], [order.id]]);
  const seen = await orderDetails(as(to), order.id);
  expect(seen).toMatchObject({ clientName: "Newowner After", invoiceId: null });
  await expect(orderDetails(as(from), order.id)).rejects.toMatchObject({ kind: "NotFound" });
  // The new client reads the messages without the previous client's name (rules.md security/internal-text).
  const [message] = await findMessages(as(to), { orderId: order.id, thread: "Customer" });
  expect(message).toMatchObject({ fromName: "Previous client", own: false });
  expect(message?.body).toContain("Our brief is attached");
  expect((await findMessages(ctx, { orderId: order.id, thread: "Customer" }))[0]?.fromName).toBe("Oldowner Before");
  expect(JSON.stringify([seen, await findMessages(as(to), { orderId: order.id, thread: "Customer" })])).not.toMatch(
    /Oldowner|Before/,
  );

  // The invoice stays with the old client, and a PDF printed now names that client.
  await expect(orderInvoice(as(to), { orderId: order.id })).rejects.toMatchObject({ kind: "NotFound" });
  await expect(orderInvoicePdf(as(to), order.id)).rejects.toMatchObject({ kind: "NotFound" });
  expect(await orderInvoice(as(from), { orderId: order.id })).toMatchObject({ number: 1001 });
  let printed: PrintedInvoice | undefined;
  const printing = {
    ...as(from),
    printer: {
      ...as(from).printer,
      invoice: async (invoice: PrintedInvoice) => {
        printed = invoice;
        return new TextEncoder().encode("%PDF-1.7");
      },
    },
  };
  await orderInvoicePdf(printing, order.id);
  expect(printed?.client).toMatchObject({ name: "Oldowner Before", email: from.email });
  expect(await orderDetails(ctx, order.id)).toMatchObject({ invoiceId: "invoice-of-old" });

  const [subscription] = await db.select().from(subscriptions);
  expect(subscription?.clientId).toBe(from.id);
  // Cancelling does not offer to stop a subscription of another client.
  expect((await orderCancellation(ctx, order.id)).subscription).toBeNull();

  const [entry] = await orderHistory(ctx, order.id);
  expect(entry).toMatchObject({
    action: "Moved to another client",
    modifiedByName: "Staff Example",
    changes: [{ field: "client", before: `Oldowner Before (${from.email})`, after: `Newowner After (${to.email})` }],
  });
  const notices = await db.select().from(notifications);
  expect(
    notices
      .filter(({ userId }) => [from.id, to.id].includes(userId))
      .map(({ userId, description, type }) => [userId === to.id ? "to" : "from", type, description]),
  ).toEqual(
    expect.arrayContaining([
      ["to", "ORDER", `Order ${order.number} was moved to your account`],
      ["from", "USER", `Order ${order.number} is no longer in your account`],
    ]),
  );
  const [target] = await db.select().from(users).where(eq(users.id, to.id));
  expect(target?.userStatus).toBe("ACTIVE");
});

test("moves all orders or none and updates the counters", async () => {
  const { db, ctx, from, to } = await scene();
  const ownOrders = [];
  for (let n = 0; n < 30; n++)
    ownOrders.push(await anOrder(db, { clientId: from.id, status: n % 2 ? "Active" : "Completed" }));
  const unpaid = await anOrder(db, {
    clientId: from.id,
    payState: "unpaid",
    status: "Abandoned_Checkout",
    paidAt: null,
  });
  const foreign = await anOrder(db, { clientId: to.id });
  const move = (orderIds: string[], values: Partial<MoveOrdersInput> = {}) =>
    moveOrders(ctx, { orderIds, oldClientId: from.id, clientId: to.id, ...values });
  const first = ownOrders.slice(0, 3).map(({ id }) => id);
  await expect(move([...first, unpaid.id])).rejects.toMatchObject({
    kind: "Conflict",
    message: `Only paid orders can be moved: ${unpaid.number} is not paid`,
  });
  for (const other of [foreign.id, "nothing"])
    await expect(move([...first, other])).rejects.toMatchObject({ kind: "NotFound" });
  const staff = await aStaffMember(db);
  const deleted = await aCustomer(db, { deletedAt: TEST_NOW });
  for (const clientId of [staff.id, deleted.id, "nobody"])
    await expect(move(first, { clientId })).rejects.toMatchObject({
      kind: "Invalid",
      fieldErrors: { clientId: ["Select a client"] },
    });
  await expect(move(first, { clientId: from.id })).rejects.toMatchObject({ kind: "Invalid" });
  expect((await idsOf(from)).length).toBe(31);
  expect(await db.select().from(history)).toEqual([]);

  expect(await move(ownOrders.map(({ id }) => id))).toEqual({ moved: 30 });
  expect(await db.select().from(history)).toHaveLength(30);
  const totalOf = async (scope: string) =>
    (await db.select().from(orderCounters).where(eq(orderCounters.scope, scope))).reduce(
      (sum, row) => sum + row.count,
      0,
    );
  expect([await totalOf(from.id), await totalOf(to.id), await totalOf("all")]).toEqual([1, 31, 32]);
  const counters = await db.select().from(orderCounters).where(eq(orderCounters.scope, to.id));
  expect(counters.map(({ status, count }) => [status, count]).sort()).toEqual([
    ["Active", 16],
    ["Completed", 15],
  ]);
  const notices = await db.select({ text: notifications.description }).from(notifications);
  expect(notices.map(({ text }) => text).sort()).toEqual([
    "30 orders are no longer in your account",
    "30 orders were moved to your account",
  ]);
});

test("two concurrent moves give an order to one client", async () => {
  const { db, ctx, from, to } = await scene();
  const third = await aCustomer(db);
  const order = await anOrder(db, { clientId: from.id });
  const results = await Promise.allSettled(
    [to, third].map(({ id }) => moveOrders(ctx, { orderIds: [order.id], oldClientId: from.id, clientId: id })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db.select().from(history)).toHaveLength(1);
});

test("reports form errors and forbids customers to move orders", async () => {
  const { db, from, to } = await scene();
  const order = await anOrder(db, { clientId: from.id });
  const messagesOf = (value: unknown) => MoveOrdersForm.safeParse(value).error?.issues.map(({ message }) => message);
  expect(messagesOf({ order: [order.id] })).toEqual(["Select a client"]);
  expect(messagesOf({ clientId: "x" })).toEqual(["Select at least one order"]);
  expect(MoveOrdersInput.safeParse({ orderIds: [], oldClientId: "a", clientId: "b" }).success).toBe(false);
  const input = { orderIds: [order.id], oldClientId: from.id, clientId: to.id };
  for (const person of [from, to])
    await expect(moveOrders(as(person), input)).rejects.toMatchObject({ kind: "Forbidden" });
});

test("activates a lead who gets a paid order, but keeps INACTIVE", async () => {
  const { db, ctx, from, to } = await scene();
  for (const [before, after] of [
    ["LEAD", "ACTIVE"],
    ["INACTIVE", "INACTIVE"],
  ] as const) {
    await db.update(users).set({ userStatus: before }).where(eq(users.id, to.id));
    const { id } = await anOrder(db, { clientId: from.id });
    await moveOrders(ctx, { orderIds: [id], oldClientId: from.id, clientId: to.id });
    const [client] = await db.select().from(users).where(eq(users.id, to.id));
    expect(client?.userStatus).toBe(after);
  }
});
