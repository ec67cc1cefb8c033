import { asc, eq, inArray, like } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { chargeNow } from "~/domain/billing/chargeNow";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { ActorUser, Context } from "~/domain/context";
import { Conflict, Forbidden } from "~/domain/errors";
import { findHealth } from "~/domain/health/findHealth";
import { watchHealth } from "~/domain/health/watchHealth";
import { billingProblems } from "~/domain/jobs/billingProblems";
import { findBillingHealth } from "~/domain/jobs/findBillingHealth";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import type { PaymentEvent, Payments } from "~/domain/ports/payments";
import { findBillingPause } from "~/domain/recovery/billingPause";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { refundUnmatchedPayment } from "~/domain/refunds/refundUnmatchedPayment";
import { settleOrder } from "~/domain/settlement/settleOrder";
import {
  commissions,
  couponServices,
  coupons,
  couponUses,
  history,
  invoices,
  notifications,
  orderItems,
  orders,
  outbox,
  paymentEventFailures,
  paymentEventMarks,
  refunds,
  subscriptions,
  unmatchedPayments,
  webhookEvents,
} from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { anAffiliate, anAgreement, aReferral } from "../support/commissions";
import { aStaffMember } from "../support/factories";
import { DAY, HOUR, MINUTE, type Renewals, renewalsOf } from "../support/renewals";
import { copyTables, restoreTables } from "../support/restore";
import { actingAs } from "../support/testContext";

vi.setConfig({ testTimeout: 240_000 });

let stack: CheckoutStack;
let admin: ActorUser;
let renewals: Renewals;
beforeAll(async () => {
  stack = await startCheckoutStack();
  admin = await aStaffMember(stack.db, { firstName: "Sam" });
  renewals = renewalsOf(stack);
});
beforeEach(async () => {
  await stack.db.delete(paymentEventMarks);
  for (const account of ["regular", "custom"] as const)
    await stack.db.insert(paymentEventMarks).values({ account, readUpTo: stack.now(), numbersCheckedAt: stack.now() });
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const never = (error: unknown) => {
  throw error;
};
const read = () => readPaymentEvents(stack.system(), never);
const marks = async () => (await stack.db.select().from(paymentEventMarks)).map(({ readUpTo }) => readUpTo);

/** Everything that was written in `business` is lost: the database is put back to what it was before. */
async function lose<T>(business: () => Promise<T>): Promise<T> {
  const copy = await copyTables(stack.binding);
  const result = await business();
  await restoreTables(stack.binding, copy);
  return result;
}

async function paid(buyer: Awaited<ReturnType<CheckoutStack["aBuyer"]>>, values = {}) {
  const ctx = stack.contextOf(buyer.buyer);
  const placed = await placeOrder(ctx, buyer.form(values));
  await stack.confirm(placed);
  await completeOrder(stack.contextOf(buyer.buyer), placed.orderSystemId);
  return placed.orderSystemId;
}

/** What people and books see of an order. */
async function figuresOf(id: string) {
  const { db } = stack;
  const [[order], lines, uses, earned, issued] = await db.batch([
    db.select().from(orders).where(eq(orders.id, id)),
    db.select().from(orderItems).where(eq(orderItems.orderId, id)).orderBy(asc(orderItems.sequence)),
    db.select().from(couponUses).where(eq(couponUses.orderId, id)),
    db.select().from(commissions).where(eq(commissions.orderId, id)),
    db.select().from(invoices).where(eq(invoices.orderId, id)),
  ]);
  const { number, total, subtotal, tieredTotal, payState, couponCode, clientId, paidAt, paymentIntentId } = order!;
  return {
    order: { number, total, subtotal, tieredTotal, payState, couponCode, clientId, paidAt, paymentIntentId },
    lines: lines.map(({ id: _, ...line }) => line),
    uses: uses.map(({ couponId, state }) => ({ couponId, state })),
    earned: earned.map(({ affiliateId, amount }) => ({ affiliateId, amount })),
    issued: issued.map(({ charged, transactionId }) => ({ charged, transactionId })),
  };
}

/** The sandbox with some calls replaced. */
const paymentsWith = (calls: Partial<Payments>): Payments => {
  const { payments } = stack.system();
  return new Proxy(payments, {
    get: (target, name) => calls[name as keyof Payments] ?? Reflect.get(target, name),
  });
};

const anEvent = (n: number, createdAt: number, values: Partial<PaymentEvent> = {}): PaymentEvent => ({
  id: `evt_of_test_${n}`,
  account: "regular",
  type: "payment_intent.canceled",
  createdAt,
  ...values,
});

/** A provider that has these events, and pages of 100. */
const having = (events: PaymentEvent[]): Payments["eventsBetween"] => {
  return async (account, from, until) => {
    const inRange = events.filter(
      (event) => event.account === account && event.createdAt >= from - (from % 1000) && event.createdAt <= until,
    );
    return inRange.length > 100 && until - from > 1000 ? null : inRange;
  };
};

test("reads events on from a mark of 20 days ago", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed);
  renewals.advance(20 * DAY);
  await read();
  expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ payState: "paid" });
  expect(Math.min(...(await marks()))).toBeGreaterThan(stack.now() - MINUTE);
});

test("goes on with the oldest events where the last run stopped", async () => {
  const start = stack.now();
  const events = Array.from({ length: 130 }, (_, n) => anEvent(n, start - (start % 1000) + n * 1000));
  renewals.advance(HOUR);
  const payments = paymentsWith({ eventsBetween: having(events) });
  const run = async () => {
    await readPaymentEvents(stack.system({ payments }), never);
    return (await stack.db.select().from(webhookEvents).where(like(webhookEvents.id, "evt_of_test_%"))).length;
  };
  expect(await run()).toBe(100);
  expect(Math.min(...(await marks()))).toBe(events[100]!.createdAt);
  expect(await run()).toBe(130);
  await stack.db.delete(webhookEvents);
});

test("a silent payment account does not stop the other's reading", async () => {
  const from = stack.now() - 3 * HOUR;
  await stack.setEventMarks(from);
  await stack.db.update(paymentEventMarks).set({ numbersCheckedAt: from });
  const system = stack.system();
  const listPayments: Payments["listPayments"] = async (account, range) => {
    if (account === "regular") throw new PaymentsUnavailable("silent");
    return await system.payments.listPayments(account, range);
  };
  const failures: unknown[] = [];
  await readPaymentEvents({ ...system, payments: { ...system.payments, listPayments } }, (error) =>
    failures.push(error),
  );
  const rows = await stack.db.select().from(paymentEventMarks);
  const readUpTo = Object.fromEntries(rows.map((mark) => [mark.account, mark.readUpTo]));
  expect(readUpTo).toEqual({ regular: from, custom: system.now });
  expect(failures).toHaveLength(1);
});

test("a failing event blocks no other and is retried, then shown", async () => {
  const start = stack.now();
  const hosted = { id: "cs_1", account: "regular", status: "complete", url: null, metadata: {} } as const;
  const failing = anEvent(900, start + 1000, {
    type: "checkout.session.completed",
    hosted: { ...hosted, paymentIntentId: "pi_silent", setupIntentId: null },
  });
  const after = anEvent(901, start + 2000);
  renewals.advance(MINUTE);
  const payments = paymentsWith({
    eventsBetween: having([failing, after]),
    retrieveEvent: async () => failing,
    retrievePayment: async () => Promise.reject(new PaymentsUnavailable("silent")),
  });
  const run = () => readPaymentEvents(stack.system({ payments }), () => {});
  expect(await run()).toEqual({ done: 1, failed: 1 });
  expect(Math.min(...(await marks()))).toBeGreaterThan(after.createdAt);
  const failures = async () =>
    (await stack.db.select().from(paymentEventFailures)).map(({ id, tries }) => ({ id, tries }));
  const health = async () => (await findBillingHealth(stack.contextOf(admin))).failedEvents.map(({ id }) => id);
  renewals.advance(61 * MINUTE);
  expect(await run()).toEqual({ done: 0, failed: 1 });
  expect([await failures(), await health()]).toEqual([[{ id: failing.id, tries: 2 }], []]);
  await stack.db.update(paymentEventFailures).set({ tries: 23 });
  renewals.advance(61 * MINUTE);
  await run();
  expect(await health()).toEqual([failing.id]);
  renewals.advance(61 * MINUTE);
  expect(await run()).toEqual({ done: 0, failed: 0 });
  await stack.db.delete(paymentEventFailures);
});

test("charges nothing while the provider's events are unread", async () => {
  const { id } = await renewals.aSubscription();
  renewals.advance(3 * HOUR);
  const payments = paymentsWith({ eventsBetween: async () => Promise.reject(new PaymentsUnavailable("silent")) });
  for (let n = 0; n < 2; n++) await renewals.cron({ payments });
  expect(await renewals.charges(id)).toEqual([]);
  await expect(chargeNow(stack.contextOf(admin, { payments }), { id })).rejects.toThrow(/^Billing is paused/);
  const staff = stack.contextOf(admin);
  expect((await findHealth(staff)).troubles.map(({ cause }) => cause)).toContain("billing-paused");
  expect(await findBillingPause(staff)).toBeLessThan(stack.now() - 2 * HOUR);
  for (let n = 0; n < 2; n++) await watchHealth(stack.system());
  const mails = await stack.db.select().from(outbox).where(like(outbox.dedupeKey, "email:%:billing-paused:%"));
  expect(mails).toHaveLength(1);
  renewals.failures.length = 0;
  await renewals.cron();
  expect(await renewals.charges(id)).toEqual([{ status: "succeeded", amount: 100_00 }]);
  await renewals.rest();
});

test("rebuilds a lost order under its own id and number", async () => {
  const buyer = await stack.aBuyer();
  const affiliate = await anAffiliate(stack.db);
  await aReferral(stack.db, affiliate, {}, buyer.buyer);
  await anAgreement(stack.db, affiliate, buyer.service.id);
  const coupon = { id: "ten", code: "TENOFF", type: "PERCENTAGE", discount: 10, createdAt: stack.now() } as const;
  await stack.db.insert(coupons).values(coupon);
  await stack.db.insert(couponServices).values({ couponId: coupon.id, serviceId: buyer.service.id });
  const before = await lose(async () => {
    const id = await paid(buyer, { couponCode: coupon.code, discountedPrice: 90_00 });
    return { id, figures: await figuresOf(id) };
  });
  renewals.advance(26 * HOUR);
  await read();
  expect(await figuresOf(before.id)).toEqual(before.figures);
  const entries = await stack.db.select().from(history).where(eq(history.entityId, before.id)).orderBy(asc(history.id));
  expect(entries.map(({ action }) => action)).toEqual(["Recovered from payment", "paid"]);
  const told = await stack.db.select().from(notifications).where(eq(notifications.typeSystemId, before.id));
  const words = (userId: string) =>
    told
      .filter((one) => one.userId === userId)
      .map((one) => one.description)
      .join(" ");
  expect(words(admin.id)).toContain("was recovered from its payment");
  expect(words(buyer.buyer.id)).toContain("We restored your order");
  const [row] = await stack.db.select().from(coupons).where(eq(coupons.id, coupon.id));
  expect(row).toMatchObject({ usedCount: 1, heldCount: 0 });
});

test("rebuilds orders that are older than the provider's events", async () => {
  const [buyer, other] = [await stack.aBuyer(), await stack.aBuyer()];
  const kept = await paid(other);
  const id = await lose(async () => {
    await refundOrder(stack.contextOf(admin), { id: kept, amount: 30_00, reason: "Late", requestKey: "lost-refund" });
    return await paid(buyer);
  });
  renewals.advance(32 * DAY);
  const eventsBetween: Payments["eventsBetween"] = async (account, from, until) =>
    from < stack.now() - 30 * DAY ? [] : await stack.system().payments.eventsBetween(account, from, until);
  await readPaymentEvents(stack.system({ payments: paymentsWith({ eventsBetween }) }), never);
  expect(await stack.orderRow(id)).toMatchObject({ payState: "paid" });
  expect(await stack.orderRow(kept)).toMatchObject({ payState: "partly_refunded", refunded: 30_00 });
});

test("settles a lost renewal as its cycle and charges it once", async () => {
  const { id } = await renewals.aSubscription();
  await lose(async () => renewals.cron());
  renewals.advance(10 * MINUTE);
  await read();
  await renewals.cron();
  const { subscription, renewed, cycles } = await renewals.traces(id);
  expect(subscription).toMatchObject({ currentCycle: 2, status: "Active" });
  expect([renewed.length, cycles.map(({ state }) => state)]).toEqual([1, ["paid"]]);
  expect(await renewals.charges(id)).toHaveLength(1);
  await renewals.rest();
});

test("rebuilds a lost subscription with the renewals that followed", async () => {
  const buyer = await stack.aBuyer();
  const id = await lose(async () => {
    const order = await paid(buyer, { paymentType: "SUBSCRIPTION" });
    renewals.advance(31 * DAY);
    await renewals.cron();
    return order;
  });
  renewals.advance(3 * DAY);
  await renewals.cron();
  const [subscription] = await stack.db.select().from(subscriptions).where(eq(subscriptions.initialOrderId, id));
  expect(subscription).toMatchObject({ currentCycle: 2, status: "Active" });
  expect(await renewals.charges(subscription!.id)).toHaveLength(1);
  await renewals.rest();
});

test("settles a lost renewal while another run rebuilds its first order", async () => {
  const buyer = await stack.aBuyer();
  const id = await lose(async () => {
    const order = await paid(buyer, { paymentType: "SUBSCRIPTION" });
    renewals.advance(31 * DAY);
    await renewals.cron();
    return order;
  });
  const ctx = stack.system();
  const { data } = await stack.sandbox.regular.paymentIntents.list({ limit: 100 });
  const renewal = data.find(({ metadata }) => metadata.subscription_id === id)!;
  const proof = await ctx.payments.retrievePayment("regular", renewal.id);
  const listPayments: Payments["listPayments"] = async (account, range) => {
    const list = await ctx.payments.listPayments(account, range);
    const first = list.find(({ metadata }) => metadata.order_id === id);
    if (range.customerId && first) expect(await settleOrder(stack.system(), first)).toBe("settled");
    return list;
  };
  expect(await settleOrder({ ...ctx, payments: paymentsWith({ listPayments }) }, proof)).toBe("settled");
  expect(await stack.db.select().from(unmatchedPayments)).toEqual([]);
  await renewals.rest();
});

test("gives no number twice after a database was put back", async () => {
  const [first, second, third] = [await stack.aBuyer(), await stack.aBuyer(), await stack.aBuyer()];
  const numbersOf = async (ids: string[]) => {
    const { db } = stack;
    const [given, issued] = await db.batch([
      db.select({ number: orders.number }).from(orders).where(inArray(orders.id, ids)),
      db.select({ number: invoices.number }).from(invoices).where(inArray(invoices.orderId, ids)),
    ]);
    return { orders: given.map(({ number }) => number), invoices: issued.map(({ number }) => number) };
  };
  const lost = await lose(async () => {
    const ids = [await paid(first), await paid(second)];
    await placeOrder(stack.contextOf(third.buyer), third.form());
    return { ids, numbers: await numbersOf(ids) };
  });
  renewals.advance(10 * MINUTE);
  const fresh = [await paid(third), await paid(first)];
  await read();
  const after = await numbersOf(fresh);
  const rebuilt = await numbersOf(lost.ids);
  expect(rebuilt.orders.sort()).toEqual(lost.numbers.orders.sort());
  expect(new Set([...lost.numbers.orders, ...after.orders]).size).toBe(4);
  expect(new Set([...lost.numbers.invoices, ...after.invoices, ...rebuilt.invoices]).size).toBe(6);
  expect((await findBillingHealth(stack.contextOf(admin))).numbersRaised).toMatchObject({ at: expect.any(Number) });
});

test("gives no number of a payment without an order again", async () => {
  const lost = await lose(async () => stack.orderRow(await paid(await stack.aBuyer())));
  renewals.advance(HOUR);
  const payment = await stack.system().payments.retrievePayment("regular", lost.paymentIntentId!);
  expect(await settleOrder(stack.system(), payment)).toBe("refused");
  const { number } = await stack.orderRow(await paid(await stack.aBuyer()));
  expect(number).toBeGreaterThan(lost.number + 1);
});

test("leaves no gap when nothing is missing", async () => {
  const buyer = await stack.aBuyer();
  const before = (await stack.orderRow(await paid(buyer))).number;
  renewals.advance(32 * DAY);
  expect((await stack.orderRow(await paid(buyer))).number).toBe(before + 1);
});

/** A payment by a client who signed up in the lost time. */
async function moneyWithoutOrder(): Promise<typeof unmatchedPayments.$inferSelect> {
  const id = await lose(async () => paid(await stack.aBuyer()));
  renewals.advance(HOUR);
  for (let n = 0; n < 2; n++) await read();
  const intent = (await stack.intentsOf("regular", id))[0]!;
  return (await stack.db
    .select()
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.paymentIntentId, intent.id))
    .get())!;
}

test("tells super admins once of money without an order", async () => {
  const manager = await aStaffMember(stack.db, { privileges: "Manager" });
  const payment = await moneyWithoutOrder();
  expect(payment).toMatchObject({ amount: 100_00, clientEmail: expect.stringContaining("@"), state: "open" });
  const told = await stack.db
    .select()
    .from(notifications)
    .where(eq(notifications.typeSystemId, payment.paymentIntentId));
  expect(told.map(({ userId }) => userId)).toEqual([admin.id]);
  expect(told[0]!.description).toContain("$100.00 from Customer");
  expect(told[0]!.description).toContain(payment.clientEmail);
  const mails = await stack.db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupeKey, `email:payment.unmatched:regular:${payment.paymentIntentId}:${admin.id}`));
  expect(mails).toHaveLength(1);
  expect(billingProblems(await findBillingHealth(stack.contextOf(manager)))).toContainEqual(
    expect.stringMatching(/^\d+ payments? ha(s|ve) no order \(\$\d+00\.00\)\.$/),
  );
});

test("refunds money without an order once", async () => {
  const { id, paymentIntentId } = await moneyWithoutOrder();
  const ctx = (): Context => stack.contextOf(admin);
  const outcomes = await Promise.allSettled([refundUnmatchedPayment(ctx(), id), refundUnmatchedPayment(ctx(), id)]);
  expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
  await expect(refundUnmatchedPayment(ctx(), id)).rejects.toBeInstanceOf(Conflict);
  const { data } = await stack.sandbox.regular.refunds.list({ payment_intent: paymentIntentId });
  expect(data.map(({ amount }) => amount)).toEqual([100_00]);
  const stored = await stack.db.select().from(unmatchedPayments).where(eq(unmatchedPayments.id, id)).get();
  expect(stored).toMatchObject({ state: "refunded", refundedById: admin.id });
  const manager = await aStaffMember(stack.db, { privileges: "Admin" });
  await expect(refundUnmatchedPayment(stack.context(actingAs(manager)), id)).rejects.toBeInstanceOf(Forbidden);
  expect(await stack.db.select().from(refunds).where(eq(refunds.id, id))).toEqual([]);
});
