import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { recentPurchase } from "~/domain/checkout/recentPurchase";
import { NotFound } from "~/domain/errors";
import type { PackageCount } from "~/domain/pricing/packageCount";
import { orders } from "~db/schema";
import { type CheckoutStack, cards, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { anonymous } from "../support/testContext";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterAll(() => stack.stop());

const MINUTE = 60_000;

/** As often as the portal asks before it gives up. */
const silence = (route: string, kind = "drop_before") =>
  stack.sandbox.control("POST", "fault", { route, kind, times: 3 });

async function aPaidOrder() {
  const bought = await stack.aBuyer();
  const order = await placeOrder(bought.ctx, bought.form());
  await stack.confirm(order);
  return { ...bought, order, serviceId: bought.service.id };
}

test("a paid order is found at its checkout for ten minutes", async () => {
  const { buyer, ctx, order, serviceId } = await aPaidOrder();
  await checkPayment(ctx, order.orderSystemId);
  const found = await recentPurchase(ctx, { serviceId });
  expect(found).toMatchObject({ id: order.orderSystemId, number: order.orderId, total: 100_00 });
  expect(found!.paidAt).toBeGreaterThan(0);
  const later = stack.contextOf(buyer, { now: stack.now() + 11 * MINUTE });
  expect(await recentPurchase(later, { serviceId })).toBeNull();
});

test("the page that led to an order finds it at any age", async () => {
  const { buyer, ctx, order, serviceId } = await aPaidOrder();
  await checkPayment(ctx, order.orderSystemId);
  const later = stack.contextOf(buyer, { now: stack.now() + 9 * 24 * 60 * MINUTE });
  const paidHere = order.orderSystemId;
  expect(await recentPurchase(later, { serviceId, paidHere })).toMatchObject({ id: paidHere });
  expect(await recentPurchase(later, { serviceId, paidHere, known: paidHere })).toBeNull();
});

test("an order the buyer knows of hides itself and older ones, no newer one", async () => {
  const { buyer, ctx, form, order, serviceId } = await aPaidOrder();
  await checkPayment(ctx, order.orderSystemId);
  const known = order.orderSystemId;
  expect(await recentPurchase(ctx, { serviceId, known })).toBeNull();
  const after = stack.contextOf(buyer, { now: stack.now() + 1 });
  const second = await placeOrder(after, form());
  await stack.confirm(second);
  await checkPayment(after, second.orderSystemId);
  expect(await recentPurchase(after, { serviceId, known })).toMatchObject({ id: second.orderSystemId });
  expect(await recentPurchase(after, { serviceId, known: second.orderSystemId })).toBeNull();
});

test("only the same packages, add-ons and quantities are the same purchase", async () => {
  const { ctx, form, service, packages } = await stack.aBuyer({}, [
    { addOns: [{ value: "Fast", price: 1, defaultOption: false }] },
    { price: 20_00 },
  ]);
  const serviceId = service.id;
  const [one, other] = packages.map(({ id }) => id) as [string, string];
  const order = await placeOrder(ctx, form({ packageCounts: [{ packageId: one, count: 1 }] }));
  await stack.confirm(order);
  await checkPayment(ctx, order.orderSystemId);
  const asks = async (...selection: PackageCount[]) => (await recentPurchase(ctx, { serviceId, selection }))?.id;
  expect(await asks({ packageId: one, count: 1 }, { packageId: other, count: 0 })).toBe(order.orderSystemId);
  for (const selection of [
    [{ packageId: one, count: 2 }],
    [{ packageId: one, count: 1, addOn: "Fast" }],
    [{ packageId: other, count: 1 }],
    [
      { packageId: one, count: 1 },
      { packageId: other, count: 1 },
    ],
  ])
    expect(await asks(...selection)).toBeUndefined();
});

test("a payment that waits for its bank stops the same selection only", async () => {
  const { ctx, order, form, service } = await aPaidOrder();
  const { packageId, count } = form().packageCounts[0]!;
  const asks = (quantity: number) =>
    recentPurchase(ctx, { serviceId: service.id, selection: [{ packageId, count: quantity }] });
  expect(await asks(count + 1)).toBeNull();
  await silence("GET /v1/payment_intents/:id");
  expect(await asks(count)).toMatchObject({ id: order.orderSystemId, paidAt: null });
});

test("nobody else finds an order, nor does another service's checkout", async () => {
  const { ctx, order, service } = await aPaidOrder();
  await checkPayment(ctx, order.orderSystemId);
  const asked = { serviceId: service.id, paidHere: order.orderSystemId };
  const other = await stack.aBuyer();
  expect(await recentPurchase(other.ctx, asked)).toBeNull();
  expect(await recentPurchase(stack.contextOf(await aStaffMember(stack.db)), asked)).toBeNull();
  expect(await recentPurchase(stack.context(anonymous), asked)).toBeNull();
  expect(await recentPurchase(ctx, { ...asked, serviceId: other.service.id })).toBeNull();
  await expect(checkPayment(other.ctx, order.orderSystemId)).rejects.toThrow(NotFound);
});

test("opening its checkout settles an order that is paid but not settled", async () => {
  const { ctx, order, serviceId } = await aPaidOrder();
  expect(await recentPurchase(ctx, { serviceId })).toMatchObject({ id: order.orderSystemId, paidAt: ctx.now });
  expect(await stack.orderRow(order.orderSystemId)).toMatchObject({ payState: "paid" });
});

test("an unpaid or declined order leaves its checkout open", async () => {
  const { ctx, form, service } = await stack.aBuyer();
  const order = await placeOrder(ctx, form());
  expect(await recentPurchase(ctx, { serviceId: service.id })).toBeNull();
  await stack.confirm(order, cards.declined);
  expect(await recentPurchase(ctx, { serviceId: service.id })).toBeNull();
  expect(await stack.orderRow(order.orderSystemId)).toMatchObject({ status: "Payment_Failed" });
});

test.each(["drop_before", "500"])(
  "a provider that fails (%s) leaves a payment pending until it answers",
  async (kind) => {
    const { ctx, order, serviceId } = await aPaidOrder();
    await silence("GET /v1/payment_intents/:id", kind);
    expect(await checkPayment(ctx, order.orderSystemId)).toMatchObject({
      paid: false,
      pending: true,
      orderId: order.orderId,
    });
    await silence("GET /v1/payment_intents/:id", kind);
    expect(await recentPurchase(ctx, { serviceId })).toMatchObject({ id: order.orderSystemId, paidAt: null });
    expect(await checkPayment(ctx, order.orderSystemId)).toMatchObject({ paid: true, pending: false });
  },
);

test("a hosted payment is pending while its page cannot be read", async () => {
  const { ctx, form } = await stack.aBuyer();
  const { orderSystemId } = await placeOrder(ctx, form());
  await stack.payOnPage((await payOrderHosted(ctx, orderSystemId)).url);
  await silence("GET /v1/checkout/sessions/:id");
  expect(await checkPayment(ctx, orderSystemId)).toMatchObject({ paid: false, pending: true });
  expect(await checkPayment(ctx, orderSystemId)).toMatchObject({ paid: true, pending: false });
});

test("a payment that the bank is still processing is pending", async () => {
  const { ctx, form } = await stack.aBuyer();
  const order = await placeOrder(ctx, form());
  await stack.sandbox.control("POST", "fault", { route: "POST /v1/payment_intents/:id/confirm", kind: "processing" });
  await stack.confirm(order);
  expect(await checkPayment(ctx, order.orderSystemId)).toMatchObject({ paid: false, pending: true });
});

test("an order whose payment the provider does not know is unpaid", async () => {
  const { ctx, form } = await stack.aBuyer();
  const { orderSystemId } = await placeOrder(ctx, form());
  await stack.db.update(orders).set({ paymentIntentId: "pi_unknown" }).where(eq(orders.id, orderSystemId));
  expect(await checkPayment(ctx, orderSystemId)).toMatchObject({ paid: false, pending: false, declined: null });
});

test("an order without a payment is not pending while the provider is silent", async () => {
  const { ctx, form } = await stack.aBuyer();
  await silence("POST /v1/payment_intents");
  await placeOrder(ctx, form()).catch(() => {});
  const { service } = await stack.aBuyer();
  expect(await recentPurchase(ctx, { serviceId: service.id })).toBeNull();
});
