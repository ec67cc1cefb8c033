import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chargeNow } from "~/domain/billing/chargeNow";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import type { ActorUser, Context } from "~/domain/context";
import { CouponInput } from "~/domain/coupons/couponInput";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import { readPaymentMetadata } from "~/domain/orders/orderMetadata";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import { history, orderItems, orders, subscriptions, unmatchedPayments } from "~db/schema";
import { booksOf } from "../support/books";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { killedAt } from "../support/killing";
import { HOUR, renewalsOf } from "../support/renewals";
import { copyTables, restoreTables } from "../support/restore";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

/** Forgets what `work` does: the database is put back as it stood before, the provider keeps everything. */
async function forgotten<T>(work: () => Promise<T>): Promise<T> {
  const copy = await copyTables(stack.binding);
  const result = await work();
  await restoreTables(stack.binding, copy);
  renewalsOf(stack).advance(HOUR);
  return result;
}
const later = (buyer: ActorUser) => stack.contextOf(buyer);

/** An order of a known customer whose payment could not be opened: it has none when the copy is made. */
async function anUnopenedOrder(values: Parameters<Awaited<ReturnType<CheckoutStack["aBuyer"]>>["form"]>[0] = {}) {
  const { buyer, ctx, form } = await stack.aBuyer();
  // Makes the customer record.
  await placeOrder(ctx, form());
  const posted = form(values);
  const silent = { ...ctx.payments, createPayment: () => Promise.reject(new PaymentsUnavailable("silent")) };
  await expect(placeOrder({ ...ctx, payments: silent } as Context, posted)).rejects.toThrow("silent");
  const order = await stack.db.select().from(orders).where(eq(orders.checkoutKey, posted.checkoutKey)).get();
  return { buyer, id: order!.id };
}
async function paysByCard(buyer: ActorUser, id: string) {
  await stack.confirm(await resumeOrder(later(buyer), id));
  await completeOrder(later(buyer), id);
  return (await stack.orderRow(id)).paymentIntentId!;
}
async function readEvents() {
  await readPaymentEvents(stack.system(), (error) => {
    throw error;
  });
}
const refusalsOf = async (id: string) =>
  (await stack.db.select().from(history).where(eq(history.entityId, id))).filter(
    ({ action }) => action === "paymentRefused",
  );

test("a new order is not looked for at the provider, one that is resumed is", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const calls = async (work: (ctx: Context) => Promise<unknown>, of: Context) => {
    const kill = killedAt(0, "before");
    await work(kill.context(of, stack.binding));
    return kill.state.names.filter((name) => name.startsWith("payments."));
  };
  expect(await calls((one) => placeOrder(one, form()), ctx)).toEqual([
    "payments.createCustomer",
    "payments.createPayment",
  ]);
  const { id } = await anUnopenedOrder();
  const owner = (await stack.orderRow(id)).clientId;
  expect(await calls((one) => resumeOrder(one, id), later({ ...buyer, id: owner }))).toEqual([
    "payments.listPayments",
    "payments.createPayment",
  ]);
});

test("settles an order paid after the copy without another payment", async () => {
  const { buyer, id } = await anUnopenedOrder();
  const intent = await forgotten(() => paysByCard(buyer, id));
  expect(await resumeOrder(later(buyer), id)).toMatchObject({ mode: "settled" });
  expect(await stack.orderRow(id)).toMatchObject({ payState: "paid", paymentIntentId: intent });
  expect(await stack.charges(id)).toHaveLength(1);
  expect(await stack.traces(id)).toMatchObject({ invoices: 1, paid: 1 });
});

test("the provider's page is not opened for an order that was paid", async () => {
  const { buyer, id } = await anUnopenedOrder({ paymentType: "SUBSCRIPTION" });
  await forgotten(() => paysByCard(buyer, id));
  expect(await payOrderHosted(later(buyer), id)).toMatchObject({ paid: true });
  expect(await stack.charges(id)).toHaveLength(1);
  expect(await stack.traces(id)).toMatchObject({ subscriptions: 1 });
});

test("an order goes on with its forgotten open payment", async () => {
  const { buyer, id } = await anUnopenedOrder();
  const { clientSecret } = await forgotten(() => resumeOrder(later(buyer), id));
  expect(await resumeOrder(later(buyer), id)).toMatchObject({ mode: "payment", clientSecret });
  expect(await stack.intentsOf("regular", id)).toHaveLength(1);
});

test("a forgotten open payment of another amount is not used", async () => {
  const { buyer, id } = await anUnopenedOrder();
  const { clientSecret } = await forgotten(() => resumeOrder(later(buyer), id));
  await stack.db.update(orders).set({ total: 90_00 }).where(eq(orders.id, id));
  const resumed = await resumeOrder({ ...later(buyer), requestId: "another" }, id).catch((error: Error) => error);
  expect((resumed as { clientSecret?: string }).clientSecret).not.toBe(clientSecret);
});

test("what was given back of a forgotten payment is known once it is adopted", async () => {
  const { buyer, id } = await anUnopenedOrder();
  const intent = await forgotten(() => paysByCard(buyer, id));
  await stack.sandbox.regular.refunds.create({ payment_intent: intent, amount: 25_00 });
  await resumeOrder(later(buyer), id);
  expect(await stack.orderRow(id)).toMatchObject({ payState: "partly_refunded", refunded: 25_00 });
});

test("a payment on a page replaces a stored one that it had cancelled", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const { orderSystemId: id } = await placeOrder(ctx, form());
  await forgotten(async () => {
    const { url } = await payOrderHosted(later(buyer), id);
    await stack.payOnPage(url);
    await completeOrder(later(buyer), id);
    expect((await stack.orderRow(id)).payState).toBe("paid");
  });
  expect((await stack.orderRow(id)).payState).toBe("unpaid");
  await readEvents();
  expect(await stack.traces(id)).toMatchObject({ payState: "paid", invoices: 1, paid: 1 });
  expect(await refusalsOf(id)).toEqual([]);
  expect(await stack.charges(id)).toHaveLength(1);
});

test("a second payment is refused while the stored one can still be paid", async () => {
  const { ctx, form } = await stack.aBuyer();
  const { orderSystemId: id } = await placeOrder(ctx, form());
  await stack.sandbox.regular.paymentIntents.create({
    amount: 100_00,
    currency: "usd",
    payment_method: "pm_card_visa",
    confirm: true,
    return_url: "http://portal.example.com/",
    metadata: { order_id: id },
  });
  await readEvents();
  expect((await stack.orderRow(id)).payState).toBe("unpaid");
  expect(await refusalsOf(id)).toHaveLength(1);
});

test("a payment carries what its order can be rebuilt from", async () => {
  const { buyer, ctx, form, service } = await stack.aBuyer();
  const { orderSystemId: id } = await placeOrder(ctx, form({ utmSource: "newsletter" }));
  const [intent] = await stack.intentsOf("regular", id);
  const row = await stack.orderRow(id);
  const [line] = await stack.db.select().from(orderItems).where(eq(orderItems.orderId, id));
  const { packageId, packageName, addOn, quantity, unitPrice, tierPercent, lineTotal } = line!;
  expect(readPaymentMetadata(intent!.metadata)).toEqual({
    kind: "order",
    order: {
      id,
      number: row.number,
      clientId: buyer.id,
      serviceId: service.id,
      serviceName: service.name,
      paymentType: "DIRECT",
      orderDuration: row.orderDuration,
      frequency: row.frequency,
      subtotal: 100_00,
      tieredTotal: 100_00,
      total: 100_00,
      couponId: null,
      couponCode: null,
      affiliateId: null,
      affiliateSource: null,
      source: { utmSource: "newsletter" },
      placedAt: row.createdAt,
      lines: [{ packageId, packageName, addOn, quantity, unitPrice, tierPercent, lineTotal }],
    },
  });
});

test("the books find the changed total and the refused charge alone", async () => {
  const found = await booksOf(stack.system({ now: stack.now() + 4 * HOUR }));
  expect(found.map((line) => line.split(" ")[0])).toEqual(["orders.total", "balance.charges"]);
}, 60_000);

test("settles a renewal heard before its free first order was rebuilt", async () => {
  const { ctx, form, service } = await stack.aBuyer();
  const staff = stack.contextOf(await aStaffMember(stack.db));
  const input = { code: "LOSTFREE", type: "PERCENTAGE", discount: 100, serviceIds: [service.id] };
  await saveCoupon(staff, CouponInput.parse(input));
  const id = await forgotten(async () => {
    const free = { paymentType: "SUBSCRIPTION", couponCode: "LOSTFREE", discountedPrice: 0 } as const;
    const placed = await placeOrder(ctx, form(free));
    await stack.confirm(placed);
    await completeOrder(ctx, placed.orderSystemId);
    await chargeNow(staff, { id: placed.orderSystemId, cycle: 2 });
    return placed.orderSystemId;
  });
  const hear = async (type: string) => {
    const sent = await stack.received(id, type);
    expect((await stack.webhook("regular", sent, sent.event.created * 1000)).status).toBe(200);
  };
  const unmatched = () => stack.db.$count(unmatchedPayments);
  await hear("payment_intent.succeeded");
  expect(await unmatched()).toBe(1);
  await hear("setup_intent.succeeded");
  expect(await unmatched()).toBe(0);
  const subscription = await stack.db.select().from(subscriptions).where(eq(subscriptions.id, id)).get();
  expect(subscription).toMatchObject({ currentCycle: 2, status: "Active" });
  expect(await renewalsOf(stack).charges(id)).toEqual([{ status: "succeeded", amount: 100_00 }]);
});
