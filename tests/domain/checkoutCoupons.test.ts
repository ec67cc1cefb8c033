import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { reopenCancelledOrder } from "~/domain/cancellations/reopenCancelledOrder";
import { applyCoupon } from "~/domain/checkout/applyCoupon";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import { couponDetails } from "~/domain/coupons/couponDetails";
import { CouponInput } from "~/domain/coupons/couponInput";
import { deleteCoupon } from "~/domain/coupons/deleteCoupon";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import { Conflict, Invalid, TooMany } from "~/domain/errors";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { couponUses, orders, subscriptions, users } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { type CheckoutStack, cards, startCheckoutStack } from "../support/checkoutStack";
import { aCustomer, aStaffMember } from "../support/factories";
import { anonymous } from "../support/testContext";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const DAY_MS = 86_400_000;
const never = (error: unknown) => {
  throw error;
};
/** The number of placeOrder's batch that writes the order; earlier batches only read. */
const WRITING = 2;
let serial = 0;

/** A 50 % coupon for one service, and a buyer at its checkout. */
async function aSale(values: Record<string, unknown> = {}, service: Parameters<CheckoutStack["aBuyer"]>[0] = {}) {
  const sale = await stack.aBuyer(service);
  const staff = stack.contextOf(await aStaffMember(stack.db));
  const coupon = await saveCoupon(
    staff,
    CouponInput.parse({
      code: `SALE${++serial}`,
      type: "PERCENTAGE",
      discount: 50,
      serviceIds: [sale.service.id],
      ...values,
    }),
  );
  const withCoupon = (more: Partial<PlaceOrderInput> = {}) =>
    sale.form({ couponCode: coupon.code, discountedPrice: 50_00, ...more });
  const counts = async () => {
    const { held, used, released } = await couponDetails(staff, coupon.id);
    return [held, used, released];
  };
  const edit = (change: Record<string, unknown>) =>
    saveCoupon(
      staff,
      CouponInput.parse({
        id: coupon.id,
        version: coupon.version,
        code: coupon.code,
        type: "PERCENTAGE",
        discount: 50,
        serviceIds: [sale.service.id],
        ...change,
      }),
    );
  return { ...sale, staff, coupon, withCoupon, counts, edit };
}

const useOf = (orderId: string) => stack.db.select().from(couponUses).where(eq(couponUses.orderId, orderId)).get();
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  );
  return error instanceof Invalid ? error.fieldErrors : error;
};

test("applies a coupon, holds it for the order and uses it on payment", async () => {
  const { ctx, coupon, service, withCoupon, counts } = await aSale();
  const input = { serviceId: service.id, couponCode: coupon.code, paymentType: "SUBSCRIPTION" as const };
  expect(await applyCoupon(ctx, input)).toEqual({
    code: coupon.code,
    type: "PERCENTAGE",
    discount: 50,
    serviceIds: [service.id],
  });
  // Applying a coupon does not hold it.
  expect(await counts()).toEqual([0, 0, 0]);
  const placed = await placeOrder(ctx, withCoupon());
  expect(placed).toMatchObject({ mode: "payment", amount: 50_00 });
  const order = await stack.orderRow(placed.orderSystemId);
  expect(order).toMatchObject({ total: 50_00, tieredTotal: 100_00, couponCode: coupon.code, couponId: coupon.id });
  expect(await useOf(order.id)).toMatchObject({ state: "held", couponId: coupon.id });

  await stack.confirm(placed);
  await completeOrder(ctx, order.id);
  expect(await useOf(order.id)).toMatchObject({ state: "used" });
  expect(await counts()).toEqual([0, 1, 0]);
  expect(await orderInvoice(ctx, { orderId: order.id })).toMatchObject({
    subtotal: 100_00,
    charged: 50_00,
    promotion: 50_00,
  });
  expect(await stack.charges(order.id)).toMatchObject([{ amount: 50_00 }]);
});

test("explains why a coupon cannot be applied", async () => {
  const { buyer, ctx, coupon, service, edit, withCoupon, staff } = await aSale(
    { limitOnePerCustomer: true },
    {
      paymentTypes: ["DIRECT"],
    },
  );
  const other = await stack.aBuyer();
  const apply = (values: object = {}, who = ctx) =>
    refusalOf(applyCoupon(who, { serviceId: service.id, couponCode: coupon.code, paymentType: "DIRECT", ...values }));
  expect(await apply()).toBeNull();
  expect(await apply({ couponCode: "NOBODY" })).toEqual({ couponCode: ["This coupon code is not valid"] });
  expect(await apply({ serviceId: other.service.id })).toEqual({
    couponCode: ["This coupon is not valid for this service"],
  });
  expect(await apply({ paymentType: "SUBSCRIPTION" })).toEqual({
    paymentType: ["This payment type is not available for the service"],
  });

  // An unpaid order holds the coupon; the message names that order.
  const placed = await placeOrder(ctx, withCoupon());
  expect(await apply()).toEqual({
    couponCode: [`Your unpaid order ${placed.orderId} already holds this coupon. Please pay that order.`],
  });
  await stack.confirm(placed);
  await completeOrder(ctx, placed.orderSystemId);
  expect(await apply()).toEqual({ couponCode: ["You have already used this coupon"] });
  expect(await refusalOf(placeOrder(ctx, withCoupon()))).toEqual({ couponCode: ["You have already used this coupon"] });
  // A visitor is not told what an address has used.
  const visitor = stack.context(anonymous);
  expect(await apply({ email: buyer.email }, visitor)).toBeNull();
  expect(await apply({}, visitor)).toBeNull();

  await edit({ limitUsages: true, limit: 1 });
  expect(await apply({}, visitor)).toEqual({ couponCode: ["This coupon has been used up"] });
  const details = await couponDetails(staff, coupon.id);
  await edit({ version: details.version, setExpiry: true, expiryDate: new Date(stack.now() - DAY_MS).toISOString() });
  expect(await apply({}, visitor)).toEqual({ couponCode: ["This coupon has expired"] });
  await deleteCoupon(staff, coupon.id);
  expect(await apply({}, visitor)).toEqual({ couponCode: ["This coupon code is not valid"] });
});

test("only the buyer sees that their own unpaid order holds the last use", async () => {
  const { ctx, coupon, service, withCoupon } = await aSale({ limitUsages: true, limit: 1 });
  const placed = await placeOrder(ctx, withCoupon());
  const input = { serviceId: service.id, couponCode: coupon.code, paymentType: "SUBSCRIPTION" as const };
  expect(await refusalOf(applyCoupon(ctx, input))).toEqual({
    couponCode: [`Your unpaid order ${placed.orderId} already holds this coupon. Please pay that order.`],
  });
  const stranger = stack.contextOf(await aCustomer(stack.db));
  expect(await refusalOf(applyCoupon(stranger, input))).toEqual({ couponCode: ["This coupon has been used up"] });
  await stack.confirm(placed);
  await completeOrder(ctx, placed.orderSystemId);
  expect(await refusalOf(applyCoupon(ctx, input))).toEqual({ couponCode: ["This coupon has been used up"] });
});

test("limits applying coupons to 20 attempts a minute", async () => {
  const { coupon, service } = await aSale();
  const input = { serviceId: service.id, couponCode: coupon.code, paymentType: "DIRECT" as const };
  const address = "203.0.113.77";
  const visitor = (now: number) => stack.context(anonymous, { address, now });
  const at = stack.now();
  for (let count = 0; count < 20; count++)
    expect(await refusalOf(applyCoupon(visitor(at), { ...input, couponCode: "GUESS" }))).toEqual({
      couponCode: ["This coupon code is not valid"],
    });
  const error = await applyCoupon(visitor(at), input).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(TooMany);
  expect(error.message).toMatch(/^Too many attempts\. Please try again in \d+ (seconds?|minutes)\.$/);
  expect((await applyCoupon(visitor(at + 60_000), input)).code).toBe(coupon.code);
});

test("limits guessing codes by placing orders", async () => {
  const { buyer, withCoupon } = await aSale();
  const ctx = stack.contextOf(buyer, { address: "203.0.113.78" });
  for (let count = 0; count < 20; count++)
    expect(await refusalOf(placeOrder(ctx, withCoupon({ couponCode: "GUESS" })))).toEqual({
      couponCode: ["This coupon code is not valid"],
    });
  await expect(placeOrder(ctx, withCoupon())).rejects.toThrow(TooMany);
});

test("rejects outdated prices with the new ones and creates nothing", async () => {
  const { ctx, buyer, withCoupon, edit, counts } = await aSale();
  for (const values of [{ discountedPrice: 1_00 }, { discountedPrice: undefined }, { totalPrice: 50_00 }]) {
    const error = await placeOrder(ctx, withCoupon(values)).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Conflict);
    expect(error.details).toEqual({ totalPrice: 100_00, discountedPrice: 50_00 });
  }
  await edit({ discount: 25 });
  const error = await placeOrder(ctx, withCoupon()).catch((thrown) => thrown);
  expect(error.details).toEqual({ totalPrice: 100_00, discountedPrice: 75_00 });
  expect(await stack.db.select().from(orders).where(eq(orders.clientId, buyer.id))).toEqual([]);
  expect(await counts()).toEqual([0, 0, 0]);
  expect(await placeOrder(ctx, withCoupon({ discountedPrice: 75_00 }))).toMatchObject({ amount: 75_00 });
});

test.each([
  ["edited", { discount: 25 }],
  ["moved to another code", { code: "MOVED-IN-BETWEEN" }],
])("rejects an order whose coupon is %s while it is written", async (_, change) => {
  const { ctx, buyer, withCoupon, edit, counts } = await aSale();
  const placing = placeOrder(
    beforeBatch(ctx, WRITING, () => edit(change)),
    withCoupon(),
  );
  expect(await placing.catch((thrown) => thrown)).toBeInstanceOf("discount" in change ? Conflict : Invalid);
  expect(await stack.db.select().from(orders).where(eq(orders.clientId, buyer.id))).toEqual([]);
  expect(await counts()).toEqual([0, 0, 0]);
});

test("accepts a coupon code in lower case", async () => {
  const { ctx, coupon, form } = await aSale();
  const input = PlaceOrderInput.parse({ ...form(), couponCode: coupon.code.toLowerCase(), discountedPrice: 50_00 });
  expect(await placeOrder(ctx, input)).toMatchObject({ amount: 50_00 });
});

test("rejects coupons that became invalid between Apply and the order", async () => {
  const { ctx, withCoupon, edit, staff, coupon, service } = await aSale();
  await applyCoupon(ctx, { serviceId: service.id, couponCode: coupon.code, paymentType: "DIRECT" });
  const { version } = await edit({ setExpiry: true, expiryDate: new Date(stack.now() - 1000).toISOString() });
  expect(await refusalOf(placeOrder(ctx, withCoupon()))).toEqual({ couponCode: ["This coupon has expired"] });
  await edit({ version, serviceIds: [(await stack.aBuyer()).service.id] });
  expect(await refusalOf(placeOrder(ctx, withCoupon()))).toEqual({
    couponCode: ["This coupon is not valid for this service"],
  });
  await edit({ version: version + 1, code: `${coupon.code}-NEW` });
  expect(await refusalOf(placeOrder(ctx, withCoupon()))).toEqual({ couponCode: ["This coupon code is not valid"] });
  await deleteCoupon(staff, coupon.id);
  expect(await refusalOf(placeOrder(ctx, withCoupon({ couponCode: `${coupon.code}-NEW` })))).toEqual({
    couponCode: ["This coupon code is not valid"],
  });
});

test("grants a limit of 3 exactly 3 times in 50 parallel checkouts", async () => {
  const { withCoupon, counts, coupon } = await aSale({ limitUsages: true, limit: 3 });
  const buyers = await Promise.all(Array.from({ length: 50 }, () => aCustomer(stack.db)));
  const answers = await Promise.allSettled(buyers.map((buyer) => placeOrder(stack.contextOf(buyer), withCoupon())));
  expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(3);
  for (const answer of answers)
    if (answer.status === "rejected")
      expect(answer.reason.fieldErrors).toEqual({ couponCode: ["This coupon has been used up"] });
  expect(await counts()).toEqual([3, 0, 0]);
  expect(await stack.db.select().from(orders).where(eq(orders.couponId, coupon.id))).toHaveLength(3);
});

test("enforces once per customer under parallel checkouts", async () => {
  const { ctx, withCoupon, counts } = await aSale({ limitOnePerCustomer: true });
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => placeOrder(ctx, withCoupon())));
  expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
  expect(await counts()).toEqual([1, 0, 0]);
});

test("20 posts of one form create one order holding the coupon once", async () => {
  const { ctx, withCoupon, counts } = await aSale({ limitUsages: true, limit: 1, limitOnePerCustomer: true });
  const form = withCoupon();
  const answers = await Promise.all(Array.from({ length: 20 }, () => placeOrder(ctx, form)));
  expect(new Set(answers.map((answer) => answer.orderSystemId)).size).toBe(1);
  expect(await counts()).toEqual([1, 0, 0]);
  expect((await placeOrder(ctx, form)).orderSystemId).toBe(answers[0]!.orderSystemId);
});

test("keeps the hold after a decline and frees it when the order closes", async () => {
  const { ctx, withCoupon, counts, coupon, service } = await aSale({ limitUsages: true, limit: 1 });
  const placed = await placeOrder(ctx, withCoupon());
  await stack.confirm(placed, cards.declined);
  await completeOrder(ctx, placed.orderSystemId);
  expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ status: "Payment_Failed" });
  expect(await counts()).toEqual([1, 0, 0]);
  const next = await aCustomer(stack.db);
  expect(await refusalOf(placeOrder(stack.contextOf(next), withCoupon()))).toEqual({
    couponCode: ["This coupon has been used up"],
  });
  const tomorrow = stack.now() + DAY_MS + 60_000;
  await closeUnpaidOrders(stack.system({ now: tomorrow }), never);
  expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ status: "Cancelled" });
  expect(await useOf(placed.orderSystemId)).toMatchObject({ state: "released", changedAt: tomorrow });
  expect(await counts()).toEqual([0, 0, 1]);
  const later = stack.contextOf(next, { now: tomorrow });
  await applyCoupon(later, { serviceId: service.id, couponCode: coupon.code, paymentType: "DIRECT" });
  expect(await placeOrder(later, withCoupon())).toMatchObject({ amount: 50_00 });
  expect(await counts()).toEqual([1, 0, 1]);
});

test("holds a limited coupon one hour for a client who never paid, else 24", async () => {
  const { ctx, buyer, withCoupon, counts } = await aSale({ limitUsages: true, limit: 3 });
  const known = await aCustomer(stack.db, { userStatus: "ACTIVE" });
  const open = await aSale({ limitUsages: false });
  const ofStranger = (await placeOrder(ctx, withCoupon())).orderSystemId;
  const ofKnown = (await placeOrder(stack.contextOf(known), withCoupon())).orderSystemId;
  const unlimited = (await placeOrder(open.ctx, open.withCoupon())).orderSystemId;
  await stack.db
    .update(users)
    .set({ userStatus: "LEAD" })
    .where(inArray(users.id, [buyer.id, open.buyer.id]));
  const statusesAt = async (ms: number) => {
    await closeUnpaidOrders(stack.system({ now: stack.now() + ms }), never);
    return await Promise.all([ofStranger, ofKnown, unlimited].map(async (id) => (await stack.orderRow(id)).status));
  };
  const open3 = Array(3).fill("Abandoned_Checkout");
  expect(await statusesAt(59 * 60_000)).toEqual(open3);
  expect(await statusesAt(61 * 60_000)).toEqual(["Cancelled", ...open3.slice(1)]);
  expect((await stack.orderRow(ofStranger)).cancelReason).toBe(
    "Not paid within an hour, as long as a new client can hold this coupon",
  );
  expect(await counts()).toEqual([1, 0, 1]);
  expect(await statusesAt(DAY_MS - 60_000)).toEqual(["Cancelled", ...open3.slice(1)]);
  expect(await statusesAt(DAY_MS + 60_000)).toEqual(Array(3).fill("Cancelled"));
});

test("cancelling releases the use, reopening takes it, refunding keeps it", async () => {
  const { ctx, withCoupon, counts, staff } = await aSale();
  const unpaid = (await placeOrder(ctx, withCoupon())).orderSystemId;
  await cancelOrder(staff, { id: unpaid, reason: "Asked for it", stopSubscription: false });
  expect(await counts()).toEqual([0, 0, 1]);
  await reopenCancelledOrder(staff, { id: unpaid, reason: "A mistake" });
  expect(await counts()).toEqual([1, 0, 0]);

  const placed = await placeOrder(ctx, withCoupon());
  await stack.confirm(placed);
  await completeOrder(ctx, placed.orderSystemId);
  await refundOrder(staff, { id: placed.orderSystemId, amount: 50_00, reason: "Late", requestKey: "refund-of-coupon" });
  expect(await counts()).toEqual([1, 1, 0]);
  await cancelOrder(staff, { id: placed.orderSystemId, reason: "Asked for it", stopSubscription: false });
  expect(await counts()).toEqual([1, 0, 1]);
  await reopenCancelledOrder(staff, { id: placed.orderSystemId, reason: "A mistake" });
  expect(await counts()).toEqual([1, 1, 0]);
});

test("counts the use when a payment arrives after the release", async () => {
  const { ctx, withCoupon, counts } = await aSale({ limitUsages: true, limit: 1 });
  const placed = await placeOrder(ctx, withCoupon());
  await stack.confirm(placed);
  // Simulates a cancellation that raced with the payment at the provider.
  await stack.db.update(orders).set({ status: "Cancelled" }).where(eq(orders.id, placed.orderSystemId));
  await stack.db.update(couponUses).set({ state: "released" }).where(eq(couponUses.orderId, placed.orderSystemId));
  expect(await counts()).toEqual([0, 0, 1]);
  await completeOrder(ctx, placed.orderSystemId);
  await completeOrder(ctx, placed.orderSystemId);
  expect(await counts()).toEqual([0, 1, 0]);
});

test("a 100 % coupon skips the charge but renews at the full price", async () => {
  const { ctx, withCoupon, counts } = await aSale({ discount: 100 });
  const free = await placeOrder(ctx, withCoupon({ discountedPrice: 0 }));
  expect(free).toMatchObject({ mode: "settled", clientSecret: null, amount: 0 });
  expect(await stack.orderRow(free.orderSystemId)).toMatchObject({ payState: "paid" });
  expect(await orderInvoice(ctx, { orderId: free.orderSystemId })).toMatchObject({ charged: 0, promotion: 100_00 });
  expect(await stack.charges(free.orderSystemId)).toEqual([]);
  expect(await counts()).toEqual([0, 1, 0]);

  const recurring = await placeOrder(ctx, withCoupon({ discountedPrice: 0, paymentType: "SUBSCRIPTION" }));
  expect(recurring).toMatchObject({ mode: "setup", amount: 0 });
  expect(await counts()).toEqual([1, 1, 0]);
  await stack.confirm(recurring);
  await completeOrder(ctx, recurring.orderSystemId);
  expect(await counts()).toEqual([0, 2, 0]);
  const [subscription] = await stack.db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.initialOrderId, recurring.orderSystemId));
  expect(subscription).toMatchObject({ renewalAmount: 100_00, status: "Active" });
  expect(await stack.charges(recurring.orderSystemId)).toEqual([]);
});

test("caps a fixed discount at 0 and rejects totals of 1 to 49 cents", async () => {
  const fixed = await aSale({ type: "FIXED", discount: 150 });
  expect(await placeOrder(fixed.ctx, fixed.withCoupon({ discountedPrice: 0 }))).toMatchObject({ mode: "settled" });
  const cheap = await stack.aBuyer({}, [{ price: 1_25 }]);
  const coupon = await saveCoupon(
    stack.contextOf(await aStaffMember(stack.db)),
    CouponInput.parse({ code: "ALMOST", type: "FIXED", discount: 1, serviceIds: [cheap.service.id] }),
  );
  const error = await refusalOf(
    placeOrder(cheap.ctx, cheap.form({ totalPrice: 1_25, couponCode: coupon.code, discountedPrice: 25 })),
  );
  expect(error).toEqual({ packageCounts: ["The total must be at least $0.50 to be charged to a card."] });
});
