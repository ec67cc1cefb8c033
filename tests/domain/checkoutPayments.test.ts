import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { reconcileOrders } from "~/domain/checkout/reconcileOrders";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import type { Context } from "~/domain/context";
import { CouponInput } from "~/domain/coupons/couponInput";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import { Conflict } from "~/domain/errors";
import { paidAtOf } from "~/domain/payments/paidAtOf";
import { storePayable } from "~/domain/payments/payable";
import type { PaymentState } from "~/domain/ports/payments";
import { markPaymentFailed } from "~/domain/settlement/markPaymentFailed";
import { providerState } from "~/domain/settlement/settleFromProvider";
import { settleOrder } from "~/domain/settlement/settleOrder";
import { anchorDayOf, nextPaymentDate } from "~/domain/subscriptions/nextPaymentDate";
import { formatLongDate } from "~/format/dates";
import { fullName } from "~/format/names";
import {
  history,
  intakeFields,
  invoices,
  notifications,
  orders,
  outbox,
  paymentCustomers,
  subscriptions,
  users,
} from "~db/schema";
import { aForm, type CheckoutStack, cards, startCheckoutStack } from "../support/checkoutStack";
import { aService, aStaffMember } from "../support/factories";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const MINUTE = 60_000;
const never = (error: unknown) => {
  throw error;
};
const free = [{ price: 100_00, discounts: [{ count: 1, percent: 100 }] }];

const once = {
  payState: "paid",
  status: "Active",
  paid: 1,
  invoices: 1,
  subscriptions: 0,
  buyerTold: 1,
  receipts: 1,
} as const;

test("settles a paid order once, with invoice, notices and history", async () => {
  const staff = await aStaffMember(stack.db);
  const { buyer, ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  expect((await stack.confirm(placed)).status).toBe(200);
  expect(await completeOrder(ctx, placed.orderSystemId)).toEqual({
    orderId: placed.orderId,
    orderSystemId: placed.orderSystemId,
    status: "Active",
    paid: true,
    declined: null,
    pending: false,
  });
  expect(await stack.traces(placed.orderSystemId)).toEqual(once);
  const invoice = await stack.db.select().from(invoices).where(eq(invoices.orderId, placed.orderSystemId)).get();
  expect(invoice).toMatchObject({ account: "regular", issuer: "US", subtotal: 100_00, charged: 100_00 });
  expect(invoice?.transactionId).toMatch(/^pi_/);
  const told = await stack.db.select().from(notifications).where(eq(notifications.typeSystemId, placed.orderSystemId));
  expect(told.find((one) => one.userId === staff.id)?.description).toBe(
    `New order ${placed.orderId}: ${(await stack.orderRow(placed.orderSystemId)).serviceName}, $100.00, ${fullName(buyer)}`,
  );
  const [receipt] = await stack.db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupeKey, `email:receipt:${placed.orderSystemId}`));
  expect(receipt?.payload).toMatchObject({
    subject: `Receipt for order ${placed.orderId}`,
    text: expect.stringMatching(
      new RegExp(
        `We received \\$100\\.00 for order ${placed.orderId}, .+, on ${formatLongDate(invoice?.paidAt, "UTC")}\\.`,
      ),
    ),
  });
  const client = await stack.db.select().from(users).where(eq(users.id, buyer.id)).get();
  expect(client?.userStatus).toBe("ACTIVE");
});

test.each(["a..b@example.com", ".x@example.com", "dr.@example.com"])(
  "a client with the stored address %s pays without it",
  async (email) => {
    const { buyer, ctx, form } = await stack.aBuyer();
    await stack.db.update(users).set({ email, emailFolded: email }).where(eq(users.id, buyer.id));
    const placed = await placeOrder(ctx, form());
    await stack.confirm(placed);
    expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true });
  },
);

test("parallel settlements settle once", async () => {
  const { ctx, form } = await stack.aBuyer({ serviceType: "CUSTOM" });
  const placed = await placeOrder(ctx, form({ paymentType: "SUBSCRIPTION" }));
  await stack.confirm(placed);
  const event = await stack.received(placed.orderSystemId, "payment_intent.succeeded");
  const later = () => stack.system({ now: stack.now() + 11 * MINUTE });
  const everyone = () =>
    Promise.all([
      completeOrder(ctx, placed.orderSystemId),
      stack.webhook("custom", event),
      reconcileOrders(later(), never),
      completeOrder(ctx, placed.orderSystemId),
      stack.webhook("custom", event),
    ]);
  const [completed] = await everyone();
  expect(completed).toMatchObject({ paid: true, status: "Active" });
  const traces = await stack.traces(placed.orderSystemId);
  expect(traces).toEqual({ ...once, subscriptions: 1 });
  const settled = await stack.orderRow(placed.orderSystemId);
  await everyone();
  expect(await stack.orderRow(placed.orderSystemId)).toEqual(settled);
  expect(await stack.traces(placed.orderSystemId)).toEqual(traces);
  expect(await stack.charges(placed.orderSystemId)).toHaveLength(1);
});

test("reconciliation settles an abandoned payment after 10 minutes", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed);
  await reconcileOrders(stack.system({ now: ctx.now + 10 * MINUTE - 1 }), never);
  expect((await stack.orderRow(placed.orderSystemId)).payState).toBe("unpaid");
  await reconcileOrders(stack.system({ now: ctx.now + 10 * MINUTE }), never);
  expect(await stack.traces(placed.orderSystemId)).toEqual(once);
});

test.each([
  ["its page", (ctx: Context, id: string) => completeOrder(ctx, id)],
  ["the reconciliation", () => reconcileOrders(stack.system({ now: stack.now() }), never)],
  ["the provider's list of events", () => readPaymentEvents(stack.system({ now: stack.now() }), never)],
])(
  "paid when the card was charged, though %s hears of it on the next day: revenue, invoice, renewals",
  async (_, hear) => {
    const { buyer, ctx, form } = await stack.aBuyer();
    const placed = await placeOrder(ctx, form({ paymentType: "SUBSCRIPTION" }));
    await stack.confirm(placed);
    const charged = (await stack.charges(placed.orderSystemId))[0]!.created * 1000;
    stack.sandbox.portal.offsetMs = 23 * 60 * MINUTE;
    try {
      await hear(stack.contextOf(buyer), placed.orderSystemId);
    } finally {
      stack.sandbox.portal.offsetMs = 0;
    }
    const order = await stack.orderRow(placed.orderSystemId);
    expect(order.payState).toBe("paid");
    expect(order.paidAt).toBeGreaterThanOrEqual(order.createdAt);
    expect(Math.abs(order.paidAt! - charged)).toBeLessThan(10 * MINUTE);
    const invoice = await stack.db.select().from(invoices).where(eq(invoices.orderId, order.id)).get();
    expect(invoice?.paidAt).toBe(order.paidAt);
    const subscription = await stack.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.initialOrderId, order.id))
      .get();
    expect(subscription).toMatchObject({
      previousPayment: order.paidAt,
      anchorDay: anchorDayOf(order.paidAt!),
      nextPayment: nextPaymentDate(order.paidAt!, anchorDayOf(order.paidAt!), { orderDuration: 1, frequency: "MONTH" }),
    });
  },
);

test("a skewed clock cannot date a payment before its order or after now", async () => {
  const paid = { createdAt: 1_000 };
  const at = (chargedAt: number | null) =>
    paidAtOf(stack.system({ now: 5_000 }), paid, { kind: "payment", chargedAt } as PaymentState);
  expect([at(null), at(900), at(3_000), at(9_000)]).toEqual([5_000, 1_000, 3_000, 5_000]);
});

test("a recurring order shows its renewal until it is cancelled", async () => {
  const { ctx, form } = await stack.aBuyer();
  const single = await placeOrder(ctx, form());
  expect((await checkoutOrder(ctx, single.orderSystemId)).renewal).toBeNull();
  const placed = await placeOrder(ctx, form({ paymentType: "SUBSCRIPTION" }));
  const { orderSystemId } = placed;
  const order = await stack.orderRow(orderSystemId);
  const month = { orderDuration: 1, frequency: "MONTH" } as const;
  const renewal = { amount: order.tieredTotal, at: nextPaymentDate(ctx.now, anchorDayOf(ctx.now), month) };
  expect((await checkoutOrder(ctx, orderSystemId)).renewal).toEqual(renewal);
  await stack.confirm(placed);
  await completeOrder(ctx, orderSystemId);
  const [subscription] = await stack.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.initialOrderId, orderSystemId));
  expect((await checkoutOrder(ctx, orderSystemId)).renewal).toEqual({ ...renewal, at: subscription?.nextPayment });
  await stack.db
    .update(subscriptions)
    .set({ status: "Cancelled" })
    .where(eq(subscriptions.initialOrderId, orderSystemId));
  expect((await checkoutOrder(ctx, orderSystemId)).renewal).toBeNull();
});

test("opens a subscription with card, anchor day and frozen amount", async () => {
  const { buyer, ctx, form, packages } = await stack.aBuyer({
    serviceType: "CUSTOM",
    orderDuration: 2,
    frequency: "MONTH",
  });
  const placed = await placeOrder(
    ctx,
    form({
      paymentType: "SUBSCRIPTION",
      packageCounts: [{ packageId: packages[0]!.id, count: 10 }],
      totalPrice: 900_00,
    }),
  );
  await stack.confirm(placed);
  const at = Date.parse("2027-12-31T08:00:00.000Z");
  const paid = (await providerState(ctx, await stack.orderRow(placed.orderSystemId)))!;
  await settleOrder(stack.system({ now: at }), { ...paid, chargedAt: at });
  const subscription = await stack.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.initialOrderId, placed.orderSystemId))
    .get();
  expect(subscription).toMatchObject({
    clientId: buyer.id,
    account: "custom",
    status: "Active",
    currentCycle: 1,
    renewalAmount: 900_00,
    anchorDay: 31,
    previousPayment: at,
    nextPayment: Date.parse("2028-02-29T08:00:00.000Z"),
  });
  const methods = await stack.sandbox.custom.customers.listPaymentMethods(subscription!.customerId);
  expect(methods.data.map((one) => one.id)).toEqual([subscription!.paymentMethodId]);
  expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ subscriptionId: subscription!.id, cycle: 1 });
});

test("a decline keeps the order and another card pays it", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  expect((await stack.confirm(placed, cards.declined)).status).toBe(402);
  const declined = await completeOrder(ctx, placed.orderSystemId);
  expect(declined).toMatchObject({ status: "Payment_Failed", paid: false, declined: "Your card was declined." });
  const again = await resumeOrder(ctx, placed.orderSystemId);
  expect(again).toMatchObject({ clientSecret: placed.clientSecret, amount: 100_00 });
  await stack.confirm(again);
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({
    status: "Active",
    paid: true,
    declined: null,
    pending: false,
  });
  expect(await stack.intentsOf("regular", placed.orderSystemId)).toHaveLength(1);
  // The news of the decline comes late: nothing is undone.
  const late = await stack.received(placed.orderSystemId, "payment_intent.payment_failed");
  expect((await stack.webhook("regular", late)).status).toBe(200);
  expect(await stack.traces(placed.orderSystemId)).toEqual(once);
});

test("counts only finished declines of the order's own payment", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed, cards.declined);
  const real = (await providerState(ctx, await stack.orderRow(placed.orderSystemId)))!;
  const before = await stack.orderRow(placed.orderSystemId);
  const foreign = [
    { ...real, account: "custom" as const },
    { ...real, id: "pi_another" },
    { ...real, status: "processing" as const },
    { ...real, decline: null },
    { ...real, metadata: {} },
  ];
  for (const state of foreign) await markPaymentFailed(stack.system(), state);
  expect(await stack.orderRow(placed.orderSystemId)).toEqual(before);
  await markPaymentFailed(stack.system(), real);
  expect((await stack.orderRow(placed.orderSystemId)).status).toBe("Payment_Failed");
  const failed = await stack.orderRow(placed.orderSystemId);
  await markPaymentFailed(stack.system(), { ...real, latestChargeId: "ch_second" });
  expect(await stack.orderRow(placed.orderSystemId)).toEqual(failed);
});

test("replaces only the payable that was read", async () => {
  const { ctx, form } = await stack.aBuyer();
  const { orderSystemId: id } = await placeOrder(ctx, form());
  const { status, payState } = await stack.orderRow(id);
  const unpaid = { status, payState };
  const none = { paymentIntentId: null, setupIntentId: null, checkoutSessionId: null };
  for (const [column, stored] of [
    ["paymentIntentId", { paymentIntentId: "pi_stored" }],
    ["setupIntentId", { setupIntentId: "seti_stored" }],
    ["checkoutSessionId", { checkoutSessionId: "cs_stored" }],
  ] as const) {
    await stack.db
      .update(orders)
      .set({ ...none, ...stored })
      .where(eq(orders.id, id));
    const read = await stack.orderRow(id);
    for (const stale of [
      { ...read, [column]: "another" },
      { ...read, [column]: null },
    ])
      expect(await storePayable(ctx, stale, { paymentIntentId: "pi_new" })).toBe(false);
    expect(await stack.orderRow(id)).toEqual(read);
    expect(await storePayable(ctx, read, { paymentIntentId: "pi_new" })).toBe(true);
  }
  for (const ended of [{ status: "Cancelled" }, { status: "Active", payState: "paid" }] as const) {
    await stack.db
      .update(orders)
      .set({ ...unpaid, ...ended })
      .where(eq(orders.id, id));
    expect(await storePayable(ctx, await stack.orderRow(id), { paymentIntentId: "pi_late" })).toBe(false);
  }
});

test("creates a provider customer in each payment account", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const custom = await aService(stack.db, { serviceType: "CUSTOM" });
  const [one, other] = [
    await placeOrder(ctx, form()),
    await placeOrder(ctx, aForm(custom.service.id, custom.packages[0]!.id)),
  ];
  expect([one.account, other.account]).toEqual(["regular", "custom"]);
  for (const placed of [one, other]) {
    await stack.confirm(placed);
    expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true });
  }
  const known = await stack.db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, buyer.id));
  expect(known.map(({ account }) => account).sort()).toEqual(["custom", "regular"]);
  for (const { account, customerId } of known)
    expect(await stack.sandbox[account].customers.retrieve(customerId)).toMatchObject({ email: buyer.email });
});

test.each([
  ["complete", "Active", true],
  ["fail", "Payment_Failed", false],
] as const)("3-D Secure answered with %s leaves the order %s", async (outcome, status, paid) => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed, cards.threeDSecure);
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ status: "Abandoned_Checkout", paid: false });
  await stack.answer3ds(placed, outcome);
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ status, paid });
});

test("an order waits for its mandatory intake answers", async () => {
  const { ctx, form, service, packages } = await stack.aBuyer();
  await stack.db.insert(intakeFields).values({
    id: "field-of-payments",
    serviceId: service.id,
    name: "Website",
    itemType: "TEXT",
    mandatory: true,
    sequence: 0,
  });
  const bare = await placeOrder(ctx, form());
  await stack.confirm(bare);
  expect(await completeOrder(ctx, bare.orderSystemId)).toMatchObject({ status: "Inputs_Required", paid: true });
  const answered = await placeOrder(
    ctx,
    form({
      projectPackageData: [
        { packageId: packages[0]!.id, values: [{ items: [{ id: "field-of-payments", value: "example.com" }] }] },
      ],
    }),
  );
  await stack.confirm(answered);
  expect(await completeOrder(ctx, answered.orderSystemId)).toMatchObject({ status: "Active", paid: true });
});

test("keeps one open payable when the payment method changes", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  const id = placed.orderSystemId;
  const page = await payOrderHosted(ctx, id);
  expect(page.paid).toBe(false);
  expect((await stack.confirm(placed)).status).toBe(400);
  const hosted = (await stack.orderRow(id)).checkoutSessionId!;
  expect(await payOrderHosted(ctx, id)).toEqual(page);
  const resumed = await resumeOrder(ctx, id);
  expect(resumed.clientSecret).not.toBe(placed.clientSecret);
  expect((await stack.sandbox.regular.checkout.sessions.retrieve(hosted)).status).toBe("expired");
  const statuses = (await stack.intentsOf("regular", id)).map((one) => one.status);
  expect(statuses.filter((status) => status !== "canceled")).toHaveLength(1);
  await stack.confirm(resumed);
  expect(await completeOrder(ctx, id)).toMatchObject({ paid: true });
  expect(await payOrderHosted(ctx, id)).toMatchObject({ paid: true });
  expect(await stack.charges(id)).toHaveLength(1);
});

test("parallel hosted and embedded payments leave one open payable", async () => {
  const { ctx, form } = await stack.aBuyer();
  const { orderSystemId: id } = await placeOrder(ctx, form());
  await Promise.allSettled([
    payOrderHosted(ctx, id),
    resumeOrder(ctx, id),
    payOrderHosted(ctx, id),
    resumeOrder(ctx, id),
  ]);
  const order = await stack.orderRow(id);
  expect([order.paymentIntentId, order.checkoutSessionId].filter(Boolean)).toHaveLength(1);
  const intents = (await stack.intentsOf("regular", id)).filter((one) => one.status !== "canceled");
  const pages = (await stack.sandbox.regular.checkout.sessions.list({ limit: 100 })).data.filter(
    (one) => one.metadata?.order_id === id && one.status === "open",
  );
  expect(intents.length + pages.length).toBe(1);
});

test("settles a hosted payment by its return or by events", async () => {
  const { ctx, form } = await stack.aBuyer();
  const first = await placeOrder(ctx, form({ paymentType: "SUBSCRIPTION" }));
  const page = await payOrderHosted(ctx, first.orderSystemId);
  expect((await stack.payOnPage(page.url)).status).toBe(303);
  expect(await completeOrder(ctx, first.orderSystemId)).toMatchObject({ paid: true });
  expect(await stack.traces(first.orderSystemId)).toEqual({ ...once, subscriptions: 1 });

  const second = await placeOrder(ctx, form());
  await stack.payOnPage((await payOrderHosted(ctx, second.orderSystemId)).url);
  const completed = await stack.received(second.orderSystemId, "checkout.session.completed");
  const succeeded = await stack.received(second.orderSystemId, "payment_intent.succeeded");
  const answers = await Promise.all([stack.webhook("regular", completed), stack.webhook("regular", succeeded)]);
  expect(answers.map((one) => one.status)).toEqual([200, 200]);
  expect(await stack.traces(second.orderSystemId)).toEqual(once);
});

test("settles a free one-time order without the provider", async () => {
  const { ctx, form } = await stack.aBuyer({}, free);
  const placed = await placeOrder(ctx, form({ totalPrice: 0 }));
  expect(placed).toMatchObject({ mode: "settled", clientSecret: null, status: "Active", amount: 0 });
  expect(await stack.traces(placed.orderSystemId)).toEqual({ ...once, receipts: 0 });
  expect(await stack.intentsOf("regular", placed.orderSystemId)).toEqual([]);
});

test("a recurring order with nothing due saves a card first", async () => {
  const { ctx, form, service } = await stack.aBuyer();
  const input = { code: "FIRSTFREE", type: "PERCENTAGE", discount: 100, serviceIds: [service.id] };
  await saveCoupon(stack.contextOf(await aStaffMember(stack.db)), CouponInput.parse(input));
  const recurring = () => form({ paymentType: "SUBSCRIPTION", couponCode: "FIRSTFREE", discountedPrice: 0 });
  const placed = await placeOrder(ctx, recurring());
  expect(placed).toMatchObject({ mode: "setup", status: "Abandoned_Checkout" });
  expect(placed.clientSecret).toMatch(/^seti_/);
  await stack.confirm(placed);
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true, status: "Active" });
  const hosted = await placeOrder(ctx, recurring());
  await stack.payOnPage((await payOrderHosted(ctx, hosted.orderSystemId)).url);
  const seen = await Promise.all([completeOrder(ctx, hosted.orderSystemId), completeOrder(ctx, hosted.orderSystemId)]);
  expect(seen.map((one) => one.paid)).toEqual([true, true]);
  for (const { orderSystemId } of [placed, hosted]) {
    expect(await stack.traces(orderSystemId)).toEqual({ ...once, receipts: 0, subscriptions: 1 });
    expect(await stack.charges(orderSystemId)).toEqual([]);
  }
});

test.each([
  ["on the hosted page", payOrderHosted],
  ["in the portal", resumeOrder],
])("paying again %s settles a free order whose card was saved", async (_, payAgain) => {
  const { ctx, form, service } = await stack.aBuyer();
  const code = `FREE${service.id}`;
  const input = { code, type: "PERCENTAGE", discount: 100, serviceIds: [service.id] };
  await saveCoupon(stack.contextOf(await aStaffMember(stack.db)), CouponInput.parse(input));
  const { orderSystemId: id } = await placeOrder(
    ctx,
    form({ paymentType: "SUBSCRIPTION", couponCode: code, discountedPrice: 0 }),
  );
  await stack.payOnPage((await payOrderHosted(ctx, id)).url);
  await payAgain(ctx, id);
  expect(await stack.traces(id)).toEqual({ ...once, receipts: 0, subscriptions: 1 });
});

test("a payment during cancellation keeps the order cancelled", async () => {
  const staff = await aStaffMember(stack.db);
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form({ paymentType: "SUBSCRIPTION" }));
  await stack.db
    .update(orders)
    .set({ status: "Cancelled", statusBeforeCancel: "Abandoned_Checkout" })
    .where(eq(orders.id, placed.orderSystemId));
  await stack.confirm(placed);
  expect(await completeOrder(ctx, placed.orderSystemId)).toMatchObject({ paid: true, status: "Cancelled" });
  expect(await stack.traces(placed.orderSystemId)).toMatchObject({
    status: "Cancelled",
    payState: "paid",
    subscriptions: 0,
  });
  expect((await stack.orderRow(placed.orderSystemId)).statusBeforeCancel).toBe("Active");
  const told = await stack.db.select().from(notifications).where(eq(notifications.typeSystemId, placed.orderSystemId));
  expect(told.find((one) => one.userId === staff.id)?.description).toContain("was paid after it was canceled");
  await expect(resumeOrder(ctx, placed.orderSystemId)).resolves.toMatchObject({ mode: "settled" });
});

test("refuses payment of a cancelled order and closes its payable", async () => {
  const { ctx, form } = await stack.aBuyer();
  const { orderSystemId: id } = await placeOrder(ctx, form());
  await stack.db.update(orders).set({ status: "Cancelled" }).where(eq(orders.id, id));
  await expect(resumeOrder(ctx, id)).rejects.toThrow(Conflict);
  await expect(payOrderHosted(ctx, id)).rejects.toThrow(Conflict);
  await reconcileOrders(stack.system({ now: ctx.now + 11 * MINUTE }), never);
  expect((await stack.intentsOf("regular", id)).map((one) => one.status)).toEqual(["canceled"]);
});

test("refuses a foreign payment and notifies staff once", async () => {
  const { ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed);
  const real = (await providerState(ctx, await stack.orderRow(placed.orderSystemId)))!;
  const forged = [
    { ...real, account: "custom" as const },
    { ...real, currency: "eur" },
    { ...real, amount: 1, received: 1 },
    { ...real, received: 1 },
    { ...real, id: "pi_another" },
    { ...real, kind: "setup" as const },
    { ...real, metadata: { order_id: "nobody" } },
  ];
  for (const proof of forged) expect(await settleOrder(stack.system(), proof)).toBe("refused");
  expect(await stack.traces(placed.orderSystemId)).toMatchObject({ payState: "unpaid", invoices: 0, paid: 0 });
  const refusals = await stack.db.select().from(history).where(eq(history.action, "paymentRefused"));
  expect(refusals.filter((one) => one.entityId === placed.orderSystemId)).toHaveLength(2);
  expect(await settleOrder(stack.system(), { ...real, status: "processing" })).toBe("open");
  expect(await settleOrder(stack.system(), { ...real, metadata: {} })).toBe("foreign");
  expect(await settleOrder(stack.system(), real)).toBe("settled");
  expect(await settleOrder(stack.system(), { ...real, id: "pi_second" })).toBe("refused");
  expect(await settleOrder(stack.system(), { kind: "free", orderId: placed.orderSystemId })).toBe("already");
  expect(await stack.traces(placed.orderSystemId)).toMatchObject({ payState: "paid", invoices: 1, paid: 1 });
});

test("never settles an order with an amount as free", async () => {
  const { ctx, form } = await stack.aBuyer();
  const { orderSystemId } = await placeOrder(ctx, form());
  expect(await settleOrder(stack.system(), { kind: "free", orderId: orderSystemId })).toBe("refused");
  expect((await stack.orderRow(orderSystemId)).payState).toBe("unpaid");
});

test("parallel payments leave no gap in invoice numbers", async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => stack.aBuyer({ serviceType: "CUSTOM" })));
  const placed = await Promise.all(buyers.map(({ ctx, form }) => placeOrder(ctx, form())));
  await Promise.all(placed.map((one) => stack.confirm(one)));
  await Promise.all(placed.map((one, n) => completeOrder(buyers[n]!.ctx, one.orderSystemId)));
  const numbers = (await stack.db.select().from(invoices).where(eq(invoices.account, "custom"))).map(
    (one) => one.number,
  );
  numbers.sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => 1001 + index));
});
