import { and, asc, eq } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import { clientStatement } from "~/domain/clients/clientStatement";
import type { ActorUser } from "~/domain/context";
import { dashboard } from "~/domain/dashboard/dashboard";
import { DAY_MS } from "~/domain/dateRange";
import { orderDisputes } from "~/domain/disputes/orderDisputes";
import { recordDisputes } from "~/domain/disputes/recordDisputes";
import { Conflict, Forbidden } from "~/domain/errors";
import { orderDetails } from "~/domain/orders/orderDetails";
import { orderHistory } from "~/domain/orders/orderHistory";
import type { ProviderDispute } from "~/domain/ports/payments";
import { orderRefund } from "~/domain/refunds/orderRefund";
import { orderRefunds } from "~/domain/refunds/orderRefunds";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { commissions, disputes, history, notifications, orders, outbox, refunds, webhookEvents } from "~db/schema";
import type { Received } from "../support/cardSandbox";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { anAffiliate, anAgreement, aReferral, earnedOn } from "../support/commissions";
import { anOrder, aStaffMember } from "../support/factories";
import { overtaken } from "../support/overtaken";

let stack: CheckoutStack;
let admin: ActorUser;
beforeAll(async () => {
  stack = await startCheckoutStack();
  admin = await aStaffMember(stack.db, { firstName: "Mia", privileges: "Admin" });
});
afterAll(() => stack.stop());
beforeEach(() => {
  stack.sandbox.portal.offsetMs = 0;
});
afterEach(() => expect(stack.violations()).toEqual([]));

const DISPUTED = "4000000000000259";
const never = (error: unknown) => {
  throw error;
};
const settledValue = <T>(work: Promise<T>) =>
  work.then(
    (value) => value,
    (error: unknown) => error,
  );

/** An order of $100.00 whose payment was disputed immediately; the portal has not seen the dispute yet. */
async function aDisputedOrder(
  values: Partial<PlaceOrderInput> = {},
  service: Parameters<CheckoutStack["aBuyer"]>[0] = {},
  { completes = true, affiliate = false } = {},
) {
  const { buyer, ctx, form, service: sold } = await stack.aBuyer(service);
  const partner = affiliate ? await anAffiliate(stack.db) : undefined;
  if (partner) {
    await aReferral(stack.db, partner, {}, buyer);
    await anAgreement(stack.db, partner, sold.id);
  }
  const placed = await placeOrder(ctx, form(values));
  await stack.confirm(placed, DISPUTED);
  const id = placed.orderSystemId;
  if (completes) await completeOrder(ctx, id);
  const intent = placed.clientSecret!.split("_secret_")[0]!;
  const account = placed.account;
  const { data } = await stack.sandbox[account].disputes.list({ payment_intent: intent });
  return { id, buyer, intent, account, dispute: data[0]! };
}

const close = (dispute: Stripe.Dispute, outcome: "won" | "lost") =>
  stack.sandbox.control<{ closed: string[] }>("POST", "dispute", { ids: [dispute.id], outcome });

/** Waits for `count` webhooks about a dispute and returns them in the order they were sent. */
async function webhooksOf(dispute: Stripe.Dispute, count: number): Promise<Received[]> {
  const received = () =>
    stack.sandbox.received.filter(({ event }) => (event.data.object as { id: string }).id === dispute.id);
  await expect.poll(() => received().length, { timeout: 30_000 }).toBe(count);
  return received();
}
const deliver = async (account: "regular" | "custom", messages: Received[]) => {
  for (const message of messages) expect((await stack.webhook(account, message)).status).toBe(200);
};

/** Everything that a dispute writes about one order. */
async function traces(orderId: string) {
  const [row, storedDisputes, storedRefunds, historyRows, notices] = await Promise.all([
    stack.orderRow(orderId),
    stack.db.select().from(disputes).where(eq(disputes.orderId, orderId)),
    stack.db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(asc(refunds.refundedAt)),
    stack.db
      .select({ action: history.action })
      .from(history)
      .where(and(eq(history.entity, "order"), eq(history.entityId, orderId))),
    stack.db
      .select({ text: notifications.description, userId: notifications.userId })
      .from(notifications)
      .where(eq(notifications.typeSystemId, orderId)),
  ]);
  return {
    refunded: row.refunded,
    payState: row.payState,
    disputes: storedDisputes.map(({ amount, status }) => [amount, status]),
    moved: storedRefunds.map(({ amount, disputeId }) => [amount, disputeId === storedDisputes[0]?.id]),
    history: historyRows
      .map(({ action }) => action)
      .filter((action) => /disput/i.test(action))
      .toSorted(),
    adminNotices: notices
      .filter(({ userId, text }) => userId === admin.id && text.includes("disput"))
      .map(({ text }) => text),
    clientNotices: notices.filter(({ userId, text }) => userId === row.clientId && /disput|withdrawn/.test(text))
      .length,
  };
}

const revenueOf = async (day: number) =>
  (await dashboard(stack.contextOf(admin, { now: stack.now() }), { from: day, to: day + DAY_MS - 1 })).totalRevenue;

test("records a new dispute, alerts staff and subtracts the money that day", async () => {
  const { id, account, dispute } = await aDisputedOrder();
  expect(await traces(id)).toMatchObject({ refunded: 0, payState: "paid", disputes: [] });
  const today = Math.floor(stack.now() / DAY_MS) * DAY_MS;
  const before = await revenueOf(today);
  await deliver(account, await webhooksOf(dispute, 2));
  const { number } = await stack.orderRow(id);
  const until = new Date(dispute.evidence_details.due_by! * 1000);
  const day = `${until.toLocaleString("en", { month: "long", timeZone: "UTC" })} ${String(until.getUTCDate()).padStart(2, "0")}, ${until.getUTCFullYear()}`;
  expect(await traces(id)).toEqual({
    refunded: 100_00,
    payState: "refunded",
    disputes: [[100_00, "needs_response"]],
    moved: [[100_00, true]],
    history: ["Disputed money withdrawn", "Payment disputed"],
    adminNotices: [
      `The payment for order ${number} is disputed: $100.00, fraudulent. Submit evidence by ${day} (UTC) in the card provider's dashboard.`,
    ],
    clientNotices: 0,
  });
  expect(await revenueOf(today)).toBe(before - 100_00);
  const [opened] = (await orderHistory(stack.contextOf(admin), id)).filter(
    ({ action }) => action === "Payment disputed",
  );
  expect(opened).toMatchObject({ modifiedByName: "Card provider" });
  expect(opened!.changes).toContainEqual({ field: "reason", before: null, after: "fraudulent" });
  // Staff also get an email, because the evidence has a deadline.
  const mails = await stack.db.select({ payload: outbox.payload }).from(outbox);
  expect(
    mails.some(
      ({ payload }) =>
        payload.kind === "noticeMail" &&
        "users" in payload &&
        payload.users.includes(admin.id) &&
        payload.typeSystemId === id,
    ),
  ).toBe(true);
});

test("alerts only the assignee of a disputed order", async () => {
  const { id, account, dispute } = await aDisputedOrder();
  const assignee = await aStaffMember(stack.db);
  await stack.db.update(orders).set({ assignedToId: assignee.id }).where(eq(orders.id, id));
  await deliver(account, await webhooksOf(dispute, 2));
  const notices = await stack.db
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(and(eq(notifications.typeSystemId, id), eq(notifications.userId, assignee.id)));
  expect(notices).toHaveLength(1);
  expect((await traces(id)).adminNotices).toEqual([]);
});

test("adds the money back on the day the dispute is won", async () => {
  const { id, account, buyer, dispute } = await aDisputedOrder();
  await deliver(account, await webhooksOf(dispute, 2));
  const opened = Math.floor(stack.now() / DAY_MS) * DAY_MS;
  const lessRevenue = await revenueOf(opened);
  stack.sandbox.portal.offsetMs = 21 * DAY_MS;
  expect((await close(dispute, "won")).closed).toEqual([dispute.id]);
  await deliver(account, (await webhooksOf(dispute, 4)).slice(2));
  expect(await traces(id)).toMatchObject({
    refunded: 0,
    payState: "paid",
    disputes: [[100_00, "won"]],
    moved: [
      [100_00, true],
      [-100_00, true],
    ],
    history: ["Dispute changed", "Disputed money returned", "Disputed money withdrawn", "Payment disputed"],
  });
  expect(await revenueOf(opened)).toBe(lessRevenue);
  expect(await revenueOf(opened + 21 * DAY_MS)).toBe(100_00);
  // The statement shows both movements; a range with only the return reports no refund.
  const range = { from: opened, to: opened + 22 * DAY_MS };
  const { lines, totals } = await clientStatement(stack.contextOf(admin), buyer.id, range, 0);
  expect(lines.filter(({ kind }) => kind === "dispute").map((line) => [line.kind, line.refunded])).toEqual([
    ["dispute", 100_00],
    ["dispute", -100_00],
  ]);
  expect(totals.refunded).toBe(0);
  const later = { from: opened + 20 * DAY_MS, to: opened + 22 * DAY_MS };
  const report = (await dashboard(stack.contextOf(admin), later)).refundOrders;
  expect(report.map((row) => row.id)).not.toContain(id);
});

test("keeps the money withdrawn after a lost dispute and alerts staff once", async () => {
  const { id, account, dispute } = await aDisputedOrder();
  await deliver(account, await webhooksOf(dispute, 2));
  await close(dispute, "lost");
  await deliver(account, await webhooksOf(dispute, 3));
  const { number } = await stack.orderRow(id);
  const after = await traces(id);
  expect(after).toMatchObject({
    refunded: 100_00,
    payState: "refunded",
    disputes: [[100_00, "lost"]],
    moved: [[100_00, true]],
  });
  expect(after.adminNotices.slice(1)).toEqual([`You lost the dispute on order ${number}. The client keeps $100.00.`]);
});

test("counts a dispute once for repeated events in reverse order", async () => {
  const { id, account, dispute } = await aDisputedOrder({}, {}, { completes: false });
  await close(dispute, "won");
  const all = await webhooksOf(dispute, 4);
  for (const message of all.toReversed()) {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => stack.webhook(account, message)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  }
  const once = await traces(id);
  expect(once).toMatchObject({
    refunded: 0,
    payState: "paid",
    disputes: [[100_00, "won"]],
    moved: [
      [100_00, true],
      [-100_00, true],
    ],
    history: ["Disputed money returned", "Disputed money withdrawn", "Payment disputed"],
  });
  expect(once.adminNotices).toHaveLength(1);
  // Redeliver all events as if they had not been seen, then run the hourly poll.
  await stack.db.delete(webhookEvents);
  await Promise.all(all.map((message) => stack.webhook(account, message)));
  await stack.db.delete(webhookEvents);
  await readPaymentEvents(stack.system(), never);
  expect(await traces(id)).toEqual(once);
});

test("the hourly poll records disputes of both accounts without webhooks", async () => {
  const { id, account } = await aDisputedOrder({}, { serviceType: "CUSTOM" });
  expect(account).toBe("custom");
  await readPaymentEvents(stack.system(), never);
  expect(await traces(id)).toMatchObject({ refunded: 100_00, disputes: [[100_00, "needs_response"]] });
});

test("rejects invalid dispute events and ignores foreign payments", async () => {
  const { id, account, dispute } = await aDisputedOrder();
  const [opened] = await webhooksOf(dispute, 2);
  const forged = { body: opened!.body.replace("fraudulent", "duplicate"), signature: opened!.signature };
  expect((await stack.webhook(account, forged)).status).toBe(400);
  expect((await stack.webhook("custom", opened!)).status).toBe(400);
  expect((await stack.webhook(account, opened!, stack.now() + 6 * 60_000)).status).toBe(400);
  expect(await traces(id)).toMatchObject({ disputes: [], moved: [] });
  const foreign = await stack.sandbox.regular.paymentIntents.create({
    amount: 5000,
    currency: "usd",
    payment_method: "pm_card_createDispute",
    confirm: true,
    allowed_payment_method_types: ["card"],
  } as Stripe.PaymentIntentCreateParams);
  const { data } = await stack.sandbox.regular.disputes.list({ payment_intent: foreign.id });
  const count = (await stack.db.select().from(disputes)).length;
  await deliver("regular", await webhooksOf(data[0]!, 2));
  expect(await stack.db.select().from(disputes)).toHaveLength(count);
});

test("refuses a refund while a dispute has withdrawn the money", async () => {
  const { id, account, dispute } = await aDisputedOrder();
  const ctx = stack.contextOf(admin);
  const input = (key: string) => ({ id, amount: 30_00, reason: "Kindness", requestKey: key });
  // Before the portal knows the dispute, the provider's message is shown.
  expect(String(await settledValue(refundOrder(ctx, input("before-it-was-heard-of"))))).toContain(
    "has been charged back",
  );
  await deliver(account, await webhooksOf(dispute, 2));
  const refused = await settledValue(refundOrder(ctx, input("while-it-is-held")));
  expect(refused).toBeInstanceOf(Conflict);
  const message = "A dispute has withdrawn $100.00 of this payment. You can refund it only if you win the dispute.";
  expect((refused as Error).message).toBe(message);
  expect(await orderRefund(ctx, id)).toMatchObject({ left: 0, refused: message });
  await close(dispute, "won");
  await deliver(account, (await webhooksOf(dispute, 4)).slice(2));
  expect(await orderRefund(ctx, id)).toMatchObject({ left: 100_00, refused: null });
  expect(await refundOrder(ctx, input("after-it-was-won"))).toMatchObject({ state: "succeeded", orderRefunded: 30_00 });
  expect(await stack.orderRow(id)).toMatchObject({ refunded: 30_00, payState: "partly_refunded" });
});

test("voids or reverses commission with the dispute and restores it", async () => {
  const unpaid = await aDisputedOrder({}, {}, { affiliate: true });
  await deliver(unpaid.account, await webhooksOf(unpaid.dispute, 2));
  const voided = (await earnedOn(stack.db, unpaid.id)).lines;
  expect(voided).toMatchObject([{ kind: "earned", amount: 10_00, voidReason: "The order was refunded" }]);
  await close(unpaid.dispute, "won");
  await deliver(unpaid.account, (await webhooksOf(unpaid.dispute, 4)).slice(2));
  expect((await earnedOn(stack.db, unpaid.id)).lines).toMatchObject([{ amount: 10_00, voidedAt: null }]);

  const paid = await aDisputedOrder({}, {}, { affiliate: true });
  await stack.db
    .update(commissions)
    .set({ status: "PAID", paidAt: stack.now() })
    .where(eq(commissions.orderId, paid.id));
  await deliver(paid.account, await webhooksOf(paid.dispute, 2));
  const amounts = async () => (await earnedOn(stack.db, paid.id)).lines.map(({ kind, amount }) => [kind, amount]);
  expect(await amounts()).toEqual([
    ["earned", 10_00],
    ["reversal", -10_00],
  ]);
  await close(paid.dispute, "won");
  await deliver(paid.account, (await webhooksOf(paid.dispute, 4)).slice(2));
  expect(await amounts()).toEqual([
    ["earned", 10_00],
    ["reversal", -10_00],
    ["reversal", 10_00],
  ]);
});

test("the alert says that a disputed order's subscription continues", async () => {
  const { id, account, dispute } = await aDisputedOrder({ paymentType: "SUBSCRIPTION" });
  await deliver(account, await webhooksOf(dispute, 2));
  expect((await traces(id)).adminNotices[0]).toMatch(
    /Its subscription continues\. Cancel it if you do not want to charge this card again\.$/,
  );
});

test("hides disputes from the customer", async () => {
  const { id, buyer, account, dispute } = await aDisputedOrder();
  const buyerCtx = stack.contextOf(buyer);
  const before = await orderDetails(buyerCtx, id);
  await deliver(account, await webhooksOf(dispute, 2));
  const after = await orderDetails(buyerCtx, id);
  expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 });
  expect(JSON.stringify(after)).not.toContain("disput");
  expect(await orderRefunds(buyerCtx, id)).toEqual([]);
  expect(await settledValue(orderDisputes(buyerCtx, id))).toBeInstanceOf(Forbidden);
  expect((await traces(id)).clientNotices).toBe(0);
  const staff = stack.contextOf(admin);
  expect(await orderDetails(staff, id)).toMatchObject({ disputed: 100_00, refunded: 0, payState: "paid" });
  expect(await orderDisputes(staff, id)).toMatchObject([
    { amount: 100_00, reason: "fraudulent", status: "needs_response", withdrawn: 100_00 },
  ]);
});

let serial = 0;
/** A dispute as the provider reports it. */
const aProviderDispute = (values: Partial<ProviderDispute> = {}): ProviderDispute => ({
  id: `dp_of_test_${++serial}`,
  amount: 40_00,
  status: "needs_response",
  reason: "product_not_received",
  createdAt: stack.now(),
  evidenceDueAt: stack.now() + 9 * DAY_MS,
  submitted: false,
  movements: [],
  ...values,
});
const aMovement = (amount: number) => ({ id: `txn_of_test_${++serial}`, amount, at: stack.now() });

/** A paid order, and a provider that answers these disputes for it. */
async function anOrderOf(answer: () => ProviderDispute[]) {
  const { buyer } = await stack.aBuyer();
  const intent = `pi_of_test_${++serial}`;
  const order = await anOrder(stack.db, { clientId: buyer.id, paymentIntentId: intent });
  const system = stack.system();
  const ctx = { ...system, payments: { ...system.payments, disputesOf: async () => answer() } };
  return { order, ctx, payment: { account: order.account, paymentIntentId: intent } };
}

test("alerts staff again when an inquiry becomes a dispute", async () => {
  const inquiry = aProviderDispute({ status: "warning_needs_response" });
  let current = inquiry;
  const { order, ctx, payment } = await anOrderOf(() => [current]);
  await recordDisputes(ctx, payment);
  expect(await traces(order.id)).toMatchObject({ refunded: 0, payState: "paid", moved: [] });
  expect((await orderRefund(stack.contextOf(admin), order.id)).refused).toBeNull();
  current = { ...inquiry, status: "warning_under_review" };
  await recordDisputes(ctx, payment);
  current = { ...inquiry, status: "needs_response", movements: [aMovement(40_00)] };
  await recordDisputes(ctx, payment);
  current = { ...current, status: "under_review" };
  await recordDisputes(ctx, payment);
  const after = await traces(order.id);
  expect(after).toMatchObject({ refunded: 40_00, payState: "partly_refunded", disputes: [[40_00, "under_review"]] });
  expect(after.adminNotices.map((text) => text.split(":")[0])).toEqual([
    expect.stringMatching(/^A client's bank is asking/),
    expect.stringMatching(/is disputed$/),
  ]);
});

test("counts each movement of appealed and parallel disputes once", async () => {
  const first = aProviderDispute({ movements: [aMovement(40_00)] });
  const second = aProviderDispute({ amount: 25_00, reason: "duplicate", movements: [aMovement(25_00)] });
  let current = [first, second];
  const { order, ctx, payment } = await anOrderOf(() => current);
  await recordDisputes(ctx, payment);
  expect(await stack.orderRow(order.id)).toMatchObject({ refunded: 65_00 });
  current = [{ ...first, status: "lost" }, second];
  await recordDisputes(ctx, payment);
  current = [{ ...first, status: "appeal_needs_response" }, second];
  await recordDisputes(ctx, payment);
  current = [{ ...first, status: "won", movements: [...first.movements, aMovement(-40_00)] }, second];
  await recordDisputes(ctx, payment);
  await recordDisputes(ctx, payment);
  expect(await stack.orderRow(order.id)).toMatchObject({ refunded: 25_00, payState: "partly_refunded" });
  const texts = (await traces(order.id)).adminNotices.map((text) => text.replace(String(order.number), "N"));
  expect(texts.map((text) => text.split(/[.:]/)[0]).toSorted()).toEqual([
    "The payment for order N is disputed",
    "The payment for order N is disputed",
    "The payment for order N is disputed again",
    "You lost the dispute on order N",
    "You won the dispute on order N",
  ]);
});

test("never replaces a newer provider answer with an older one", async () => {
  for (let k = 1, reached = true; reached; k++) {
    const older = aProviderDispute({ movements: [aMovement(40_00)] });
    const newer = { ...older, status: "won", movements: [...older.movements, aMovement(-40_00)] };
    // The provider's answer changes after the slower caller has read it.
    let current = older;
    const { order, ctx, payment } = await anOrderOf(() => [current]);
    const late = overtaken(ctx, stack.binding, k, async () => {
      current = newer;
      await recordDisputes(ctx, payment);
    });
    await recordDisputes(late.ctx, payment);
    reached = late.reached();
    expect(await traces(order.id), `round trip ${k}`).toMatchObject(
      reached
        ? {
            refunded: 0,
            disputes: [[40_00, "won"]],
            moved: [
              [40_00, true],
              [-40_00, true],
            ],
          }
        : { refunded: 40_00, disputes: [[40_00, "needs_response"]], moved: [[40_00, true]] },
    );
  }
});

test("recording is atomic under a fault at any statement", async () => {
  for (let k = 1, reached = true; reached; k++) {
    const dispute = aProviderDispute({ movements: [aMovement(40_00)] });
    const { order, ctx, payment } = await anOrderOf(() => [dispute]);
    const failing = stack.failingContext(admin, k);
    await settledValue(recordDisputes({ ...ctx, db: failing.ctx.db }, payment));
    reached = failing.reached();
    const half = await traces(order.id);
    expect([half.disputes.length, half.moved.length, half.refunded], `statement ${k}`).toEqual(
      reached ? [0, 0, 0] : [1, 1, 40_00],
    );
    await recordDisputes(ctx, payment);
    expect(await traces(order.id), `statement ${k}`).toMatchObject({ refunded: 40_00, moved: [[40_00, true]] });
  }
});
