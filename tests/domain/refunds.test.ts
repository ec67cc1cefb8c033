import { and, asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import type { ActorUser } from "~/domain/context";
import { Conflict, Forbidden, Invalid, NotFound, PaymentFailed } from "~/domain/errors";
import { creditNotePdf } from "~/domain/invoices/creditNote";
import { moveOrders } from "~/domain/orders/moveOrders";
import { orderHistory } from "~/domain/orders/orderHistory";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import type { PrintedInvoice } from "~/domain/ports/printer";
import { orderRefund } from "~/domain/refunds/orderRefund";
import { orderRefunds } from "~/domain/refunds/orderRefunds";
import { reconcileRefunds } from "~/domain/refunds/reconcileRefunds";
import type { RefundInput } from "~/domain/refunds/refundInput";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { writeRefunds } from "~/domain/refunds/writeRefunds";
import { formatCents } from "~/format/money";
import { history, notifications, orders, outbox, refunds, webhookEvents } from "~db/schema";
import { aSession } from "../support/accounts";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aCustomer, anOrder, aRefund, aStaffMember } from "../support/factories";
import { overtaken } from "../support/overtaken";
import { callApi } from "../support/portal";
import { anonymous, memoryFiles } from "../support/testContext";
import { isGate } from "../support/tier";

let stack: CheckoutStack;
let admin: ActorUser;
beforeAll(async () => {
  stack = await startCheckoutStack();
  admin = await aStaffMember(stack.db, { firstName: "Mia", privileges: "Admin" });
});
afterAll(() => stack.stop());
afterEach(() => expect(stack.violations()).toEqual([]));

const MINUTE = 60_000;
const DAY = 25 * 60 * MINUTE;
const never = (error: unknown) => {
  throw error;
};
let keys = 0;
const aRefundInput = (id: string, values: Partial<RefundInput> = {}): RefundInput => ({
  id,
  amount: 30_00,
  reason: "Half of it was late",
  requestKey: `refund-of-test-${++keys}`,
  ...values,
});
const settledValue = <T>(work: Promise<T>) =>
  work.then(
    (value) => value,
    (error: unknown) => error,
  );
const fault = (route: string, kind: "drop_before" | "drop_after" | "429" | "500", times = 1) =>
  stack.sandbox.control("POST", "fault", { route, kind, times });

/** A paid order of $100.00 with its payment at the provider. */
async function aPaidOrder(card?: string) {
  const { buyer, ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed, card);
  await completeOrder(ctx, placed.orderSystemId);
  const id = placed.orderSystemId;
  return { id, buyer, intent: (await stack.orderRow(id)).paymentIntentId! };
}

const rowsOf = (orderId: string) =>
  stack.db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.createdAt), asc(refunds.id));
const atProvider = async (intent: string) =>
  (await stack.sandbox.regular.refunds.list({ payment_intent: intent, limit: 100 })).data;

/** Everything that refunds write about one order. */
async function traces(orderId: string, buyer: ActorUser) {
  const [row, rows, historyRows, notices, outboxRows] = await Promise.all([
    stack.orderRow(orderId),
    rowsOf(orderId),
    stack.db
      .select({ action: history.action })
      .from(history)
      .where(and(eq(history.entity, "order"), eq(history.entityId, orderId))),
    stack.db
      .select({ text: notifications.description })
      .from(notifications)
      .where(and(eq(notifications.userId, buyer.id), eq(notifications.typeSystemId, orderId))),
    stack.db.select({ payload: outbox.payload }).from(outbox),
  ]);
  return {
    refunded: row.refunded,
    payState: row.payState,
    rows: rows.map(({ amount, state }) => [amount, state]),
    refundedHistory: historyRows.filter(({ action }) => action === "Order refunded").length,
    notices: notices.filter(({ text }) => text.includes("was refunded")).length,
    mails: outboxRows.filter(
      ({ payload }) => payload.kind === "email" && payload.to === buyer.email && payload.subject.startsWith("Refund"),
    ).length,
  };
}

test("refunds a part and then the rest, with history and notices", async () => {
  const { id, buyer, intent } = await aPaidOrder();
  const ctx = stack.contextOf(admin);
  const part = await refundOrder(ctx, aRefundInput(id));
  expect(part).toMatchObject({ amount: 30_00, state: "succeeded", orderRefunded: 30_00, payState: "partly_refunded" });
  expect(await orderRefund(ctx, id)).toMatchObject({ refunded: 30_00, underWay: 0, left: 70_00, byCard: true });
  const rest = await refundOrder(ctx, aRefundInput(id, { amount: 70_00, reason: "Cancelled" }));
  expect(rest).toMatchObject({ orderRefunded: 100_00, payState: "refunded" });
  expect(await traces(id, buyer)).toEqual({
    refunded: 100_00,
    payState: "refunded",
    rows: [
      [30_00, "succeeded"],
      [70_00, "succeeded"],
    ],
    refundedHistory: 2,
    notices: 2,
    mails: 2,
  });
  expect((await stack.orderRow(id)).status).toBe("Active");
  expect((await atProvider(intent)).map(({ amount, status }) => [amount, status])).toEqual([
    [70_00, "succeeded"],
    [30_00, "succeeded"],
  ]);
  const entries = await orderHistory(ctx, id);
  expect(
    entries.slice(0, 2).map(({ action, modifiedByName, changes }) => ({ action, modifiedByName, changes })),
  ).toEqual([
    {
      action: "Order refunded",
      modifiedByName: "Mia Example",
      changes: [{ field: "refunded", before: 30_00, after: 100_00 }],
    },
    {
      action: "Refund requested",
      modifiedByName: "Mia Example",
      changes: [
        { field: "refundAmount", before: null, after: 70_00 },
        { field: "reason", before: null, after: "Cancelled" },
      ],
    },
  ]);
  expect(await settledValue(refundOrder(ctx, aRefundInput(id, { amount: 1 })))).toBeInstanceOf(Conflict);
});

test("each refund gets a numbered credit note, printed once and mailed", async () => {
  const { id, buyer } = await aPaidOrder();
  const ctx = stack.contextOf(admin);
  await refundOrder(ctx, aRefundInput(id));
  await refundOrder(ctx, aRefundInput(id, { amount: 70_00 }));
  const [first, second] = await rowsOf(id);
  expect(first!.creditNumber).toBeGreaterThanOrEqual(1001);
  expect(second!.creditNumber).toBe(first!.creditNumber! + 1);
  expect((await orderRefunds(stack.contextOf(buyer), id)).map(({ creditNumber }) => creditNumber)).toEqual([
    first!.creditNumber,
    second!.creditNumber,
  ]);

  const printed: PrintedInvoice[] = [];
  const printer = {
    ...ctx.printer,
    invoice: async (invoice: PrintedInvoice) => {
      printed.push(invoice);
      return new TextEncoder().encode("%PDF-1.7");
    },
  };
  const files = memoryFiles();
  const own = stack.contextOf(buyer, { printer, files });
  const note = { orderId: id, refundId: first!.id };
  expect((await creditNotePdf(own, note)).name).toBe(`CN-${first!.creditNumber}.pdf`);
  await creditNotePdf(stack.contextOf(admin, { printer, files }), note);
  expect(printed).toHaveLength(1);
  expect(printed[0]).toMatchObject({ total: 30_00, number: `CN-${first!.creditNumber}`, creditOf: expect.any(String) });
  const stranger = stack.contextOf(await aCustomer(stack.db), { printer });
  expect(await settledValue(creditNotePdf(stranger, note))).toBeInstanceOf(NotFound);
  expect(await settledValue(creditNotePdf(own, { ...note, orderId: "another" }))).toBeInstanceOf(NotFound);
  const mails = await stack.db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupeKey, `email:refund:${first!.id}`));
  expect(mails[0]!.payload).toMatchObject({ creditNoteOf: first!.id });
});

test("ignores provider events about the portal's own refunds", async () => {
  const { id, buyer } = await aPaidOrder();
  await refundOrder(stack.contextOf(admin), aRefundInput(id));
  const before = await traces(id, buyer);
  await readPaymentEvents(stack.system(), never);
  await stack.db.delete(webhookEvents);
  await Promise.all([readPaymentEvents(stack.system(), never), readPaymentEvents(stack.system(), never)]);
  expect(await traces(id, buyer)).toEqual(before);
});

test("records a refund made at the provider exactly once", async () => {
  const { id, buyer, intent } = await aPaidOrder();
  await stack.sandbox.regular.refunds.create({
    payment_intent: intent,
    amount: 25_00,
    reason: "requested_by_customer",
  });
  const events = (await stack.sandbox.control<{ events: { event: { id: string; type: string } }[] }>("GET", "events"))
    .events;
  expect(events.some(({ event: sent }) => sent.type === "refund.created")).toBe(true);
  const event = await stack.received(id, "charge.refunded");
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => stack.webhook("regular", event)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await readPaymentEvents(stack.system(), never);
  expect(await traces(id, buyer)).toEqual({
    refunded: 25_00,
    payState: "partly_refunded",
    rows: [[25_00, "succeeded"]],
    refundedHistory: 1,
    notices: 1,
    mails: 1,
  });
  const [row] = await rowsOf(id);
  expect(row).toMatchObject({ source: "provider", reason: "requested by customer", createdById: "Card provider" });
  // Together with a portal refund both are kept and summed.
  await refundOrder(stack.contextOf(admin), aRefundInput(id, { amount: 75_00 }));
  expect(await stack.orderRow(id)).toMatchObject({ refunded: 100_00, payState: "refunded" });
});

test("notifies the assignee or all staff of a refund at the provider", async () => {
  const { id, buyer, intent } = await aPaidOrder();
  const refundNotices = async (amount: number) => {
    await stack.sandbox.regular.refunds.create({ payment_intent: intent, amount });
    await readPaymentEvents(stack.system(), never);
    const rows = await stack.db
      .select({ userId: notifications.userId, text: notifications.description })
      .from(notifications)
      .where(eq(notifications.typeSystemId, id));
    return (userId: string) =>
      rows.filter((row) => row.userId === userId && row.text.includes(`${formatCents(amount)} was refunded`));
  };
  const first = await refundNotices(25_00);
  expect(first(admin.id).map(({ text }) => text)).toEqual([expect.stringMatching(/at the card provider$/)]);
  expect(first(buyer.id).map(({ text }) => text)).toEqual([expect.stringMatching(/was refunded for order \d+$/)]);
  const assignee = await aStaffMember(stack.db);
  await stack.db.update(orders).set({ assignedToId: assignee.id }).where(eq(orders.id, id));
  const second = await refundNotices(10_00);
  expect(second(assignee.id)).toHaveLength(1);
  expect(second(admin.id)).toEqual([]);
});

test("makes one refund per form and never exceeds the paid amount", async () => {
  const { id, buyer, intent } = await aPaidOrder();
  const input = aRefundInput(id);
  const same = await Promise.all(
    Array.from({ length: 20 }, () => settledValue(refundOrder(stack.contextOf(admin), input))),
  );
  const errors = same.filter((result) => result instanceof Error);
  expect(errors).toEqual([]);
  expect(await traces(id, buyer)).toMatchObject({
    rows: [[30_00, "succeeded"]],
    refunded: 30_00,
    notices: 1,
    mails: 1,
  });
  await Promise.all(
    Array.from({ length: 20 }, () => settledValue(refundOrder(stack.contextOf(admin), aRefundInput(id)))),
  );
  for (let attempts = 5; attempts > 0; attempts--)
    await settledValue(refundOrder(stack.contextOf(admin), aRefundInput(id)));
  expect((await stack.orderRow(id)).refunded).toBe(90_00);
  expect((await atProvider(intent)).reduce((sum, { amount }) => sum + amount, 0)).toBe(90_00);
});

test.each([100_00, 30_00])(
  "returns the same refund of %i cents when posted concurrently",
  async (amount) => {
    for (let k = 1, reached = true; reached; k++) {
      const { id, buyer, intent } = await aPaidOrder();
      const input = aRefundInput(id, { amount });
      const late = overtaken(stack.contextOf(admin), stack.binding, k, () =>
        refundOrder(stack.contextOf(admin), input),
      );
      expect(await refundOrder(late.ctx, input), `round trip ${k}`).toMatchObject({ state: "succeeded", amount });
      reached = late.reached();
      expect(await traces(id, buyer), `round trip ${k}`).toMatchObject({
        rows: [[amount, "succeeded"]],
        notices: 1,
        mails: 1,
      });
      expect(await atProvider(intent), `round trip ${k}`).toHaveLength(1);
    }
  },
  180_000,
);

test("rejects invalid refunds without writing anything", async () => {
  const { id, buyer } = await aPaidOrder();
  const ctx = stack.contextOf(admin);
  const tooMuch = await settledValue(refundOrder(ctx, aRefundInput(id, { amount: 100_01 })));
  expect(tooMuch).toBeInstanceOf(Invalid);
  expect(tooMuch).toMatchObject({ fieldErrors: { amount: ["At most $100.00 can be refunded"] } });
  expect(await settledValue(refundOrder(ctx, aRefundInput("nobody")))).toBeInstanceOf(NotFound);
  const stale = await settledValue(refundOrder(ctx, aRefundInput(id, { version: 1 })));
  expect(stale).toBeInstanceOf(Conflict);
  const unpaid = await anOrder(stack.db, { clientId: buyer.id, payState: "unpaid", status: "Abandoned_Checkout" });
  expect(await settledValue(refundOrder(ctx, aRefundInput(unpaid.id)))).toBeInstanceOf(Conflict);
  const manager = await aStaffMember(stack.db, { privileges: "Manager" });
  for (const actor of [manager, buyer])
    expect(await settledValue(refundOrder(stack.contextOf(actor), aRefundInput(id)))).toBeInstanceOf(Forbidden);
  expect(await rowsOf(id)).toEqual([]);
  expect(await rowsOf(unpaid.id)).toEqual([]);
});

test("records a refund of an order paid outside the portal", async () => {
  const { buyer } = await stack.aBuyer();
  const order = await anOrder(stack.db, { clientId: buyer.id, paymentType: "MANUAL", transactionDetails: "Wire 12" });
  const ctx = stack.contextOf(admin);
  expect(await orderRefund(ctx, order.id)).toMatchObject({ left: 100_00, byCard: false });
  expect(await refundOrder(ctx, aRefundInput(order.id))).toMatchObject({ state: "succeeded", orderRefunded: 30_00 });
  expect(await traces(order.id, buyer)).toMatchObject({
    refunded: 30_00,
    rows: [[30_00, "succeeded"]],
    notices: 1,
    mails: 1,
  });
  expect((await orderHistory(ctx, order.id))[0]?.action).toBe("Refund recorded");
});

test.each(["drop_before", "drop_after", "429", "500"] as const)(
  "completes a refund once after a lost provider answer (%s)",
  async (kind) => {
    for (const finish of ["form", "cron"] as const) {
      const { id, buyer, intent } = await aPaidOrder();
      const input = aRefundInput(id);
      // Covers every attempt of one call: three for a lost answer, two keys for a server error.
      await fault("POST /v1/refunds", kind, { drop_before: 3, drop_after: 3, "429": 3, "500": 2 }[kind]);
      const first = await settledValue(refundOrder(stack.contextOf(admin), input));
      expect(first).toBeInstanceOf(PaymentsUnavailable);
      expect(await rowsOf(id)).toMatchObject([{ state: "pending" }]);
      expect(await orderRefund(stack.contextOf(admin), id)).toMatchObject({ underWay: 30_00, left: 70_00 });
      // The provider forgets idempotency keys after a day.
      if (kind === "500") stack.sandbox.portal.offsetMs += DAY;
      if (finish === "form") await refundOrder(stack.contextOf(admin), input);
      else await reconcileRefunds(stack.system({ now: stack.now() + 11 * MINUTE }), never);
      expect(await traces(id, buyer), finish).toEqual({
        refunded: 30_00,
        payState: "partly_refunded",
        rows: [[30_00, "succeeded"]],
        refundedHistory: 1,
        notices: 1,
        mails: 1,
      });
      expect(await atProvider(intent), finish).toHaveLength(1);
    }
  },
);

test("reports a failed run and leaves the refund to the next", async () => {
  const { id } = await aPaidOrder();
  const input = aRefundInput(id);
  // Three attempts by the form and three by the run.
  await fault("POST /v1/refunds", "drop_before", 6);
  await settledValue(refundOrder(stack.contextOf(admin), input));
  const failures: unknown[] = [];
  const run = await reconcileRefunds(stack.system({ now: stack.now() + 11 * MINUTE }), (error) => failures.push(error));
  expect(run).toEqual({ done: 0, failed: 1 });
  expect(failures).toHaveLength(1);
  expect(await rowsOf(id)).toMatchObject([{ state: "pending" }]);
  await reconcileRefunds(stack.system({ now: stack.now() + 11 * MINUTE }), never);
  expect(await rowsOf(id)).toMatchObject([{ state: "succeeded" }]);
});

test("makes one refund after a provider error cached for its key", async () => {
  const { id, intent } = await aPaidOrder();
  await fault("POST /v1/refunds", "500");
  expect(await refundOrder(stack.contextOf(admin), aRefundInput(id))).toMatchObject({ state: "succeeded" });
  expect(await atProvider(intent)).toHaveLength(1);
});

/** The gate breaks every second statement. */
const STATEMENTS = isGate ? 2 : 1;

test("completes a refund once after a fault at any statement", async () => {
  for (let k = 1, reached = true; reached; k += STATEMENTS) {
    const { id, buyer, intent } = await aPaidOrder();
    const input = aRefundInput(id);
    const failing = stack.failingContext(admin, k);
    await settledValue(refundOrder(failing.ctx, input));
    reached = failing.reached();
    const stored = await rowsOf(id);
    const order = await stack.orderRow(id);
    const sum = stored.filter(({ state }) => state === "succeeded").reduce((all, { amount }) => all + amount, 0);
    expect(order.refunded, `statement ${k}`).toBe(sum);
    expect((await atProvider(intent)).length, `statement ${k}`).toBeLessThanOrEqual(stored.length);
    const recovery = k % 3;
    if (recovery === 0 || stored.length === 0) await refundOrder(stack.contextOf(admin), input);
    else if (recovery === 1) await reconcileRefunds(stack.system({ now: stack.now() + 11 * MINUTE }), never);
    else {
      await readPaymentEvents(stack.system(), never);
      // The provider sends no event if it has no refund.
      await reconcileRefunds(stack.system({ now: stack.now() + 11 * MINUTE }), never);
    }
    expect(await traces(id, buyer), `statement ${k}`).toEqual({
      refunded: 30_00,
      payState: "partly_refunded",
      rows: [[30_00, "succeeded"]],
      refundedHistory: 1,
      notices: 1,
      mails: 1,
    });
    expect(await atProvider(intent), `statement ${k}`).toHaveLength(1);
  }
}, 180_000);

test("the API validates refunds; a repeated refundKey is idempotent", async () => {
  const { id } = await aPaidOrder();
  const post = await apiOf(admin, { id, amount: 10, reason: "Late" });
  expect(await post({ reason: " " })).toMatchObject({
    status: 400,
    json: { fieldErrors: { reason: ["Give a reason"] } },
  });
  for (const amount of [0, -5, 1.234, "12", undefined])
    expect((await post({ amount })).json.fieldErrors.amount, String(amount)).toHaveLength(1);
  expect((await post({ amount: 100.01 })).json).toMatchObject({ message: "At most $100.00 can be refunded" });
  const done = await post({ amount: 12.34, refundKey: "key-of-the-caller" });
  expect(done).toMatchObject({ status: 200, json: { amount: 12.34, state: "succeeded", orderRefunded: 12.34 } });
  expect((await post({ amount: 12.34, refundKey: "key-of-the-caller" })).json).toEqual(done.json);
  expect((await post({ amount: 12.35, refundKey: "key-of-the-caller" })).status).toBe(409);
  expect(await rowsOf(id)).toHaveLength(1);
});

test("the API answers the fixed message on any database fault", async () => {
  const { id } = await aPaidOrder();
  for (let k = 1, reached = true; reached; k++) {
    const failing = stack.failingContext(admin, k);
    const post = await apiOf(admin, { id, amount: 0.01, reason: "Late", refundKey: `failing-${k}` }, failing.ctx.db);
    const answer = await post({});
    reached = failing.reached();
    if (reached) expect(answer, `statement ${k}`).toMatchObject(failedAnswer);
    else expect(answer.status).toBe(200);
  }
});
const failedAnswer = { status: 500, json: { message: "An error occurred. Please try again." } };

/** POST /order/refund with this user's bearer token. */
async function apiOf(user: ActorUser, body: object, db = stack.db) {
  const ctx = stack.context(anonymous);
  const { sessionId, generation } = await aSession(ctx, user, "api");
  const bearer = await ctx.signer.accessToken({ sessionId, generation }, ctx.now + ACCESS_MS);
  return (more: object) => callApi({ ...ctx, db }, "POST", "/order/refund", { body: { ...body, ...more }, bearer });
}

test("a pending refund holds its amount and counts once it succeeds", async () => {
  const { id, buyer } = await aPaidOrder("4000000000007726");
  const ctx = stack.contextOf(admin);
  expect(await refundOrder(ctx, aRefundInput(id))).toMatchObject({
    state: "pending",
    orderRefunded: 0,
    payState: "paid",
  });
  expect(await orderRefund(ctx, id)).toMatchObject({ refunded: 0, underWay: 30_00, left: 70_00 });
  expect(await settledValue(refundOrder(ctx, aRefundInput(id, { amount: 80_00 })))).toBeInstanceOf(Invalid);
  await expect
    .poll(
      async () => {
        await reconcileRefunds(stack.system({ now: stack.now() + 11 * MINUTE }), never);
        return await traces(id, buyer);
      },
      { timeout: 30_000 },
    )
    .toMatchObject({ refunded: 30_00, rows: [[30_00, "succeeded"]], refundedHistory: 1, notices: 1, mails: 1 });
});

test("reverts a refund that fails at the bank and notifies both sides", async () => {
  const { id, buyer } = await aPaidOrder("4000000000005126");
  const ctx = stack.contextOf(admin);
  const colleague = await aStaffMember(stack.db);
  await refundOrder(ctx, aRefundInput(id));
  await expect
    .poll(
      async () => {
        await readPaymentEvents(stack.system(), never);
        return (await stack.orderRow(id)).payState;
      },
      { timeout: 30_000 },
    )
    .toBe("paid");
  expect(await rowsOf(id)).toMatchObject([{ state: "failed", refundedAt: null }]);
  expect((await stack.orderRow(id)).refunded).toBe(0);
  // The failed refund no longer holds its amount.
  expect(await orderRefund(ctx, id)).toMatchObject({ refunded: 0, underWay: 0, left: 100_00 });
  const texts = async (userId: string) =>
    (
      await stack.db
        .select({ text: notifications.description })
        .from(notifications)
        .where(and(eq(notifications.userId, userId), eq(notifications.typeSystemId, id)))
    ).map(({ text }) => text);
  const { number } = await stack.orderRow(id);
  expect(await texts(admin.id)).toContain(`The $30.00 refund for order ${number} failed. Please check it.`);
  // Only the staff member who requested the refund is notified.
  expect(await texts(colleague.id)).not.toContainEqual(expect.stringContaining("failed"));
  expect(await texts(buyer.id)).toContain(
    `The $30.00 refund for order ${number} did not go through. We are looking into it.`,
  );
  expect(await orderRefunds(stack.contextOf(buyer), id)).toEqual([]);
  expect(await orderRefunds(ctx, id)).toMatchObject([{ state: "failed", inside: { byName: "Mia Example" } }]);
});

test("notifies all staff if a refund made at the provider fails", async () => {
  const order = await anOrder(stack.db, { clientId: (await aCustomer(stack.db)).id });
  const colleague = await aStaffMember(stack.db);
  const providerId = `re_of_test_${++keys}`;
  await aRefund(stack.db, order, { source: "provider", state: "pending", providerId, amount: 30_00 });
  await writeRefunds(stack.system(), order.id, [
    { id: providerId, amount: 30_00, state: "failed", reason: null, createdAt: stack.now(), metadata: {} },
  ]);
  const stored = await stack.db.select().from(notifications).where(eq(notifications.typeSystemId, order.id));
  const notified = stored.filter(({ description }) => description.includes("failed")).map(({ userId }) => userId);
  expect(notified).toEqual(expect.arrayContaining([admin.id, colleague.id]));
  expect(notified).not.toContain(order.clientId);
});

test("the dialog says whether a subscription continues", async () => {
  const continues = async (values: Partial<PlaceOrderInput>) => {
    const { ctx, form } = await stack.aBuyer();
    const placed = await placeOrder(ctx, form(values));
    await stack.confirm(placed);
    await completeOrder(ctx, placed.orderSystemId);
    return (await orderRefund(stack.contextOf(admin), placed.orderSystemId)).subscription;
  };
  expect(await continues({ paymentType: "DIRECT" })).toBe(false);
  expect(await continues({ paymentType: "SUBSCRIPTION" })).toBe(true);
});

test.each([
  ["given up without an answer", "failed", false, "succeeded", "succeeded"],
  ["failed at the bank", "failed", true, "succeeded", "failed"],
  ["succeeded", "succeeded", true, "pending", "succeeded"],
  ["succeeded but failing at the bank", "succeeded", true, "failed", "failed"],
  ["pending", "pending", true, "succeeded", "succeeded"],
] as const)("a refund %s (%s, sent: %s) reported as '%s' becomes %s", async (_, state, sent, reported, after) => {
  const order = await anOrder(stack.db, { clientId: (await aCustomer(stack.db)).id });
  const providerId = `re_of_test_${++keys}`;
  const { id } = await aRefund(stack.db, order, { state, providerId: sent ? providerId : null, amount: 30_00 });
  const metadata = { refund_id: id };
  await writeRefunds(stack.system(), order.id, [
    { id: providerId, amount: 30_00, state: reported, reason: null, createdAt: stack.now(), metadata },
  ]);
  expect(await rowsOf(order.id)).toMatchObject([{ id, state: after, providerId }]);
});

test("rejects a different refund under a used form key", async () => {
  const { id, buyer } = await aPaidOrder();
  const ctx = stack.contextOf(admin);
  const form = aRefundInput(id);
  await refundOrder(ctx, form);
  const other = await anOrder(stack.db, { clientId: buyer.id });
  for (const changed of [{ amount: 40_00 }, { id: other.id }])
    expect(await settledValue(refundOrder(ctx, { ...form, ...changed }))).toBeInstanceOf(Conflict);
  expect(await rowsOf(id)).toHaveLength(1);
  expect(await rowsOf(other.id)).toEqual([]);
});

test("emails the cardholder about a refund of a moved order", async () => {
  const { id, buyer } = await aPaidOrder("4000000000005126");
  const other = await aCustomer(stack.db);
  const ctx = stack.contextOf(admin);
  await moveOrders(ctx, { orderIds: [id], oldClientId: buyer.id, clientId: other.id });
  await refundOrder(ctx, aRefundInput(id));
  const { number } = await stack.orderRow(id);
  const mails = (await stack.db.select().from(outbox)).flatMap(({ payload }) =>
    payload.kind === "email" && payload.subject === `Refund for order ${number}` ? [payload] : [],
  );
  expect(mails).toMatchObject([{ to: buyer.email }]);
  // The cardholder can no longer open the order.
  expect(mails[0]!.text).not.toContain("View order");
  await expect
    .poll(
      async () => {
        await readPaymentEvents(stack.system(), never);
        return (await stack.orderRow(id)).payState;
      },
      { timeout: 30_000 },
    )
    .toBe("paid");
  const refundNotices = async (userId: string) =>
    (await stack.db.select().from(notifications).where(eq(notifications.userId, userId))).filter(
      ({ description }) => description.includes("refund") && description.includes(`order ${number}`),
    );
  expect(await refundNotices(buyer.id)).toMatchObject([
    {
      description: `The $30.00 refund for order ${number} did not go through. We are looking into it.`,
      type: "USER",
      typeSystemId: buyer.id,
    },
  ]);
  expect(await refundNotices(other.id)).toMatchObject([
    { description: `$30.00 was refunded for order ${number}`, type: "ORDER" },
  ]);
});

test("a refused refund fails and records what the provider already made", async () => {
  const { id, intent } = await aPaidOrder();
  // Made at the provider a moment ago: its event has not arrived.
  await stack.sandbox.regular.refunds.create({ payment_intent: intent, amount: 90_00 });
  const refused = await settledValue(refundOrder(stack.contextOf(admin), aRefundInput(id)));
  expect(refused).toBeInstanceOf(PaymentFailed);
  expect((refused as Error).message).toContain("greater than unrefunded amount");
  expect((await rowsOf(id)).map(({ source, state, amount }) => [source, state, amount]).sort()).toEqual([
    ["portal", "failed", 30_00],
    ["provider", "succeeded", 90_00],
  ]);
  expect(await stack.orderRow(id)).toMatchObject({ refunded: 90_00, payState: "partly_refunded" });
});

test("shows the customer amount and state but no reason or author", async () => {
  const { id, buyer } = await aPaidOrder();
  await refundOrder(stack.contextOf(admin), aRefundInput(id, { reason: "Between us: never again" }));
  const seen = await orderRefunds(stack.contextOf(buyer), id);
  expect(seen).toMatchObject([{ amount: 30_00, state: "succeeded", inside: null }]);
  expect(JSON.stringify(seen)).not.toContain("never again");
  const { buyer: stranger } = await stack.aBuyer();
  expect(await orderRefunds(stack.contextOf(stranger), id)).toEqual([]);
  const mails = await stack.db.select({ payload: outbox.payload }).from(outbox);
  expect(JSON.stringify(mails)).not.toContain("never again");
});
