import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { toApiInvoice } from "~/api/toApiOrder";
import { amountWithTaxes } from "~/domain/amountWithTaxes";
import { checkKeys } from "~/domain/books/bookPages";
import { orderToCancel } from "~/domain/cancellations/orderToCancel";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { createManualOrder } from "~/domain/checkout/createManualOrder";
import { ManualOrderInput } from "~/domain/checkout/manualOrderInput";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { commissionAfter } from "~/domain/commissions/commissionAfter";
import type { Context } from "~/domain/context";
import { CouponInput } from "~/domain/coupons/couponInput";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import { Conflict, Invalid } from "~/domain/errors";
import { issuedInvoice } from "~/domain/invoices/issuedInvoice";
import { receiptMail } from "~/domain/invoices/receiptMail";
import { shareOf } from "~/domain/money";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import { readPaymentMetadata } from "~/domain/orders/orderMetadata";
import { paymentMetadata } from "~/domain/payments/paymentMetadata";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { cardMail } from "~/domain/renewals/cardMail";
import { chargeCycle } from "~/domain/renewals/chargeCycle";
import { noticeRenewals } from "~/domain/renewals/noticeRenewals";
import { readReport } from "~/domain/reports/readReport";
import { subscriptionsReport } from "~/domain/reports/subscriptionsReport";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { claimCycle } from "~/domain/subscriptions/billingCycle";
import { taxesOfCycle } from "~/domain/subscriptions/cycleTaxes";
import { exportSubscriptions, findSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { readNextAmount } from "~/domain/subscriptions/nextAmount";
import { ownSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { type SubscriptionQuery, subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { subscriptionSheet } from "~/domain/subscriptions/subscriptionSheet";
import { subscriptionToChange } from "~/domain/subscriptions/subscriptionToChange";
import { type TaxRate, taxesOn } from "~/domain/taxes";
import { standingOf } from "~/features/subscriptions/subscriptionStanding";
import { billingCycles, commissions, orders, outbox, subscriptions } from "~db/schema";
import { cheapPayments } from "../support/cheapPayments";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { anAffiliate, anAgreement, aReferral } from "../support/commissions";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { aStoredSubscription } from "../support/renewals";
import { actingAs, testContext } from "../support/testContext";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const vat: TaxRate = { name: "VAT", percent: 19, inclusive: true, countries: ["United States"], codes: ["US"] };
const withTaxes = <Of extends Context>(ctx: Of, ...taxes: TaxRate[]): Of => ({
  ...ctx,
  settings: { ...defaultSettings, company: { ...defaultSettings.company, taxes } },
});

async function aManualOrder(taxes: TaxRate[], values: object = {}) {
  const { db } = stack;
  const client = await aCustomer(db, { country: "United States" });
  const { service, packages } = await aService(db);
  const ctx = withTaxes(testContext(db, actingAs(await aStaffMember(db))), ...taxes);
  const input = ManualOrderInput.parse({
    checkoutKey: `form-${client.id}`,
    clientId: client.id,
    serviceId: service.id,
    totalPrice: 100_00,
    packageCounts: [{ packageId: packages[0]!.id, count: 1 }],
    paidDate: "2026-11-10",
    transactionDetails: "Wire",
    ...values,
  });
  const { id } = await createManualOrder(ctx, input);
  return { ctx, id };
}

test("an included tax changes no amount and is on invoice and receipt", async () => {
  const { ctx, id } = await aManualOrder([vat]);
  const lines = [{ name: "VAT", percent: 19, inclusive: true, amount: 15_97 }];
  expect(await stack.orderRow(id)).toMatchObject({ total: 100_00, tax: 0, taxLines: lines });
  const invoice = await orderInvoice(ctx, { orderId: id });
  expect(invoice).toMatchObject({ subtotal: 100_00, charged: 100_00, promotion: 0, tax: 0, taxLines: lines });
  expect((await issuedInvoice(ctx, invoice)).printed).toMatchObject({ taxLines: lines, total: 100_00 });
  const { text } = await receiptMail(ctx, { orderId: id, lastTry: false });
  expect(text).toMatch(/Includes VAT 19%:? +\$15\.97/);
});

test("an order keeps its taxes when the settings change", async () => {
  const { ctx, id } = await aManualOrder([vat]);
  const invoice = await orderInvoice(withTaxes(ctx, { ...vat, percent: 25 }), { orderId: id });
  expect(invoice.taxLines).toMatchObject([{ percent: 19, amount: 15_97 }]);
});

test("without a tax for the client's country an order has none", async () => {
  const { ctx, id } = await aManualOrder([{ ...vat, countries: ["Germany"], codes: ["DE"] }]);
  expect(await stack.orderRow(id)).toMatchObject({ total: 100_00, tax: 0, taxLines: null });
  const invoice = await orderInvoice(ctx, { orderId: id });
  expect((await issuedInvoice(ctx, invoice)).printed).not.toHaveProperty("taxLines");
});

test("a paid order without a tax has the metadata it always had", async () => {
  const { ctx, form } = await stack.aBuyer();
  const { orderSystemId } = await placeOrder(ctx, form());
  const order = await stack.orderRow(orderSystemId);
  const metadata = await paymentMetadata(ctx, order);
  expect(JSON.stringify(metadata)).not.toContain("tax");
});

test("a bought order with an included tax is charged its price", async () => {
  const { ctx, form } = await stack.aBuyer();
  const buying = withTaxes(ctx, vat);
  const placed = await placeOrder(buying, form());
  expect(placed.amount).toBe(100_00);
  await stack.confirm(placed);
  expect(await completeOrder(buying, placed.orderSystemId)).toMatchObject({ paid: true });
  const [order] = await stack.db.select().from(orders).where(eq(orders.id, placed.orderSystemId));
  expect(order).toMatchObject({ total: 100_00, taxLines: [{ amount: 15_97 }] });
});

const added: TaxRate = { ...vat, name: "Sales tax", inclusive: false };
const LINES = [{ name: "Sales tax", percent: 19, inclusive: false, amount: 19_00 }];

async function aPaidOrder() {
  const { ctx, form, buyer } = await stack.aBuyer();
  const buying = withTaxes(ctx, added);
  const placed = await placeOrder(buying, form({ tax: 19_00 }));
  await stack.confirm(placed);
  expect(await completeOrder(buying, placed.orderSystemId)).toMatchObject({ paid: true });
  return { ctx: buying, buyer, placed, order: await stack.orderRow(placed.orderSystemId) };
}

test("an added tax that the buyer did not see is refused with the figures", async () => {
  const { ctx, form } = await stack.aBuyer();
  for (const tax of [undefined, 18_99]) {
    const error = await placeOrder(withTaxes(ctx, added), form({ tax })).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Conflict);
    expect(error.details).toEqual({ totalPrice: 100_00, discountedPrice: 100_00, tax: 19_00 });
  }
});

test("an added tax is charged, invoiced and answered", async () => {
  const { ctx, placed, order } = await aPaidOrder();
  expect(placed.amount).toBe(119_00);
  expect(order).toMatchObject({ subtotal: 100_00, tieredTotal: 100_00, total: 119_00, tax: 19_00, taxLines: LINES });
  const intent = await stack.sandbox.regular.paymentIntents.retrieve(order.paymentIntentId!);
  expect(intent.amount_received).toBe(119_00);
  const invoice = await orderInvoice(ctx, { orderId: order.id });
  expect(toApiInvoice(invoice)).toMatchObject({
    subtotal: 100,
    promotion: 0,
    tax: 19,
    discountedAmount: 119,
    taxLines: [{ name: "Sales tax", percent: 19, inclusive: false, amount: 19 }],
  });
  expect(await checkoutOrder(ctx, order.id)).toMatchObject({ total: 119_00, taxLines: LINES });
});

test("the order keeps its tax for a form that is sent again", async () => {
  const { ctx, form } = await stack.aBuyer();
  const input = form({ tax: 19_00 });
  const first = await placeOrder(withTaxes(ctx, added), input);
  const second = await placeOrder(withTaxes(ctx), input);
  expect(second).toMatchObject({ orderSystemId: first.orderSystemId, amount: 119_00 });
});

test("a coupon lowers the amount that is taxed", async () => {
  const { ctx, form, service } = await stack.aBuyer();
  const staff = stack.contextOf(await aStaffMember(stack.db));
  const wanted = { code: "THIRD", type: "PERCENTAGE", discount: 33, serviceIds: [service.id] };
  const coupon = await saveCoupon(staff, CouponInput.parse(wanted));
  const buying = withTaxes(ctx, added);
  const error = await placeOrder(buying, form({ couponCode: coupon.code })).catch((thrown) => thrown);
  expect(error.details).toEqual({ totalPrice: 100_00, discountedPrice: 67_00, tax: 12_73 });
  const placed = await placeOrder(buying, form({ couponCode: coupon.code, discountedPrice: 67_00, tax: 12_73 }));
  expect(placed.amount).toBe(79_73);
});

test("a refund returns the tax too, and never more than was charged", async () => {
  const { placed } = await aPaidOrder();
  const admin = await aStaffMember(stack.db, { privileges: "Admin" });
  const refund = (amount: number, key: string) =>
    refundOrder(stack.contextOf(admin), { id: placed.orderSystemId, amount, reason: "Late", requestKey: key });
  await expect(refund(119_01, "refund-too-much")).rejects.toBeInstanceOf(Invalid);
  await refund(119_00, "refund-of-it-all");
  expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ refunded: 119_00, payState: "refunded" });
});

test("the metadata of a payment rebuilds the order's taxes", async () => {
  const { ctx, order } = await aPaidOrder();
  const read = readPaymentMetadata(await paymentMetadata(ctx, order));
  expect(read).toMatchObject({ kind: "order", order: { total: 119_00, tax: 19_00, taxLines: LINES } });
});

test("an affiliate earns on the price without the added tax", async () => {
  const affiliate = await anAffiliate(stack.db);
  const { ctx, form, buyer, service } = await stack.aBuyer();
  await anAgreement(stack.db, affiliate, service.id);
  await aReferral(stack.db, affiliate, {}, buyer);
  const placed = await placeOrder(withTaxes(ctx, added), form({ tax: 19_00 }));
  await stack.confirm(placed);
  await completeOrder(withTaxes(ctx, added), placed.orderSystemId);
  const earned = await stack.db.select().from(commissions).where(eq(commissions.orderId, placed.orderSystemId)).get();
  expect(earned).toMatchObject({ orderAmount: 100_00, amount: shareOf(100_00, earned!.percent) });
  expect(earned!.amount).toBeGreaterThan(0);
});

test("a refund lowers a commission in proportion", () => {
  const earned = {
    id: "c",
    kind: "earned",
    percent: 10_00,
    amount: 10_00,
    status: "APPROVED",
    voidedAt: null,
  } as const;
  const order = { status: "Completed", total: 119_00, tax: 19_00 } as const;
  expect(commissionAfter({ ...order, refunded: 0 }, [earned])).toBeNull();
  expect(commissionAfter({ ...order, refunded: 59_50 }, [earned])).toMatchObject({ amount: 5_00 });
});

test("a manual order asks staff about the tax and then has it", async () => {
  await expect(aManualOrder([added])).rejects.toMatchObject({ details: { totalPrice: 100_00, tax: 19_00 } });
  const { id } = await aManualOrder([added], { tax: 19_00 });
  expect(await stack.orderRow(id)).toMatchObject({ total: 119_00, tax: 19_00, payState: "paid" });
});

const DAY_MS = 24 * 60 * 60_000;
const dueSubscription = () =>
  aStoredSubscription(stack.db, {
    startedAt: stack.now() - 31 * DAY_MS,
    nextPayment: stack.now() - 60_000,
    customerId: "cus_1",
    paymentMethodId: "pm_good",
  });
const billTo = (orderId: string, country: string) =>
  stack.db
    .update(orders)
    .set({ billing: { address: "", city: "", state: "", zipCode: "", phoneNo: "", country } })
    .where(eq(orders.id, orderId));

test("a renewal has the taxes of its day and keeps them through its tries", async () => {
  const { id, order, subscription } = await dueSubscription();
  await billTo(order.id, "united states");
  const ctx = withTaxes(stack.system(), added);
  expect(await readNextAmount(ctx, subscription)).toMatchObject({ amount: 119_00, taxRates: [{ name: "Sales tax" }] });
  const first = await claimCycle(ctx, { subscriptionId: id, cycle: 2, origin: "schedule" });
  expect(first).toMatchObject({ amount: 119_00, tax: 19_00, taxRates: [{ name: "Sales tax", percent: 19 }] });
  expect(taxesOfCycle(first!)).toEqual({ added: 19_00, lines: LINES });
  const later = withTaxes(stack.system({ now: ctx.now + DAY_MS }), { ...added, percent: 25 });
  expect(await readNextAmount(later, subscription)).toMatchObject({ amount: 119_00, taxRates: [{ percent: 19 }] });
  expect(await claimCycle(later, { subscriptionId: id, cycle: 2, origin: "schedule" })).toMatchObject({
    amount: 119_00,
    tax: 19_00,
  });
});

test("a renewal without a tax for its country costs its price", async () => {
  const { id, order } = await dueSubscription();
  await billTo(order.id, "Germany");
  const claimed = await claimCycle(withTaxes(stack.system(), added), {
    subscriptionId: id,
    cycle: 2,
    origin: "schedule",
  });
  expect(claimed).toMatchObject({ amount: 100_00, tax: 0, taxRates: null });
});

test("a paid renewal's order and metadata have the taxes of its cycle", async () => {
  const { id, order } = await dueSubscription();
  await billTo(order.id, "United States");
  const { payments } = cheapPayments(() => 0.5);
  const ctx = withTaxes(stack.system({ payments }), added);
  const claimed = await claimCycle(ctx, { subscriptionId: id, cycle: 2, origin: "schedule" });
  expect(await chargeCycle(ctx, claimed!)).toBe("charged");
  const renewed = await stack.db
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, id), eq(orders.cycle, 2)))
    .get();
  expect(renewed).toMatchObject({ tieredTotal: 100_00, total: 119_00, tax: 19_00, taxLines: LINES });
  const { metadata } = await payments.retrievePayment("regular", renewed!.paymentIntentId!);
  expect(readPaymentMetadata(metadata)).toMatchObject({ renewal: { taxes: { tax: 19_00 } } });
  expect(await differencesOf(renewed!.id)).toEqual([]);
});

/** What the checks of the books find about an order. */
const differencesOf = async (id: string) =>
  [...(await checkKeys(stack.system(), "orders", [id]))].flatMap(([check, found]) =>
    check.startsWith("balance") ? [] : found,
  );

test("the books agree with added taxes and find a tax missing in the lines", async () => {
  const { order } = await aPaidOrder();
  expect(await differencesOf(order.id)).toEqual([]);
  await stack.db.update(orders).set({ tax: 18_00 }).where(eq(orders.id, order.id));
  expect(await differencesOf(order.id)).not.toEqual([]);
});

test("the statement that claims a cycle taxes like the order", async () => {
  const { id, order, subscription } = await dueSubscription();
  await billTo(order.id, "Germany");
  let n = 7;
  for (let round = 0; round < 60; round++) {
    n = (n * 48_271) % 2_147_483_647;
    const rates = [1, 2, 3].map((at) => ({
      ...added,
      name: `T${at}`,
      inclusive: n % (at + 1) === 0,
      percent: 1 + ((n * at) % 30_000) / 1000,
      countries: n % 4 === 0 ? [] : ["Germany"],
    }));
    const renewalAmount = 100 + (n % 9_000_000);
    await stack.db.update(subscriptions).set({ renewalAmount }).where(eq(subscriptions.id, id));
    const { amount } = await readNextAmount(withTaxes(stack.system(), ...rates), subscription);
    expect(amount - renewalAmount, `round ${round}`).toBe(taxesOn(renewalAmount, rates).added);
  }
});

const aTaxedSubscription = async () => {
  const { id, order, subscription, client } = await dueSubscription();
  await billTo(order.id, "United States");
  return { id, subscription, order, client };
};
const asStaff = async (...taxes: TaxRate[]) => withTaxes(stack.contextOf(await aStaffMember(stack.db)), ...taxes);
const PRICE = "$119.00 incl. Sales tax 19%";

test("list, export and dialogs show a subscription's price with its taxes", async () => {
  const { id, order } = await aTaxedSubscription();
  const ctx = await asStaff(added);
  const query = { filters: [{ key: "id" as const, operation: "eq" as const, value: id }], page: 0, pageSize: 10 };
  const sorted = { ...query, sort: subscriptionList.defaultSort } as SubscriptionQuery;
  const { content } = await findSubscriptions(ctx, sorted);
  const shown = { amount: 119_00, taxRates: [{ name: "Sales tax", percent: 19, inclusive: false }] };
  expect(content).toMatchObject([shown]);
  const exported = await exportSubscriptions(ctx, sorted);
  expect((await exported.pages.next()).value).toEqual(content);
  const cells = subscriptionSheet.map(({ label, value }) => [label, value(content[0]!)]);
  expect(Object.fromEntries(cells)).toMatchObject({ Amount: 119_00, "Taxes in Amount": "Sales tax 19%" });
  const dialog = await subscriptionToChange(ctx, id);
  expect(dialog).toMatchObject(shown);
  expect(amountWithTaxes(dialog.amount, dialog.taxRates)).toBe(PRICE);
  expect((await orderToCancel(ctx, order.id)).subscription).toMatchObject(shown);
});

test("customer, notice and card mail read the price with its taxes", async () => {
  const { id, client } = await aTaxedSubscription();
  const { settings } = withTaxes(stack.system(), added);
  const own = await ownSubscription({ ...stack.contextOf(client), settings }, id);
  expect(standingOf(own, "UTC").text).toContain(PRICE);
  await stack.db
    .update(subscriptions)
    .set({ nextPayment: stack.now() + DAY_MS })
    .where(eq(subscriptions.id, id));
  const ctx = withTaxes(stack.system(), added);
  await noticeRenewals(ctx, (error) => {
    throw error;
  });
  const mails = (await stack.db.select().from(outbox)).filter(({ payload }) =>
    JSON.stringify(payload).includes(client.email),
  );
  expect(JSON.stringify(mails.map(({ payload }) => payload))).toContain(`We will charge ${PRICE}`);
  const mail = await cardMail(ctx, { about: "cardExpiring", subscriptionId: id, cycle: 2, tryAgainAt: null });
  expect(mail?.text).toContain(PRICE);
});

test("an amount without taxes is the plain amount", () => {
  expect(amountWithTaxes(100_00, null)).toBe("$100.00");
  expect(amountWithTaxes(0, [added])).toBe("$0.00");
  expect(amountWithTaxes(100_00, [vat, added])).toBe("$100.00 incl. VAT 19%, Sales tax 19%");
});

/** Monthly and recovered revenue of one service in the report of the last 7 days. */
const reportedOf = async (ctx: Context, serviceId: string) =>
  (await subscriptionsReport(ctx, null)).find((line) => line.serviceId === serviceId);

test("monthly and recovered revenue leave out all taxes", async () => {
  const { id, subscription } = await aTaxedSubscription();
  await stack.db.insert(billingCycles).values({
    subscriptionId: id,
    cycle: 9,
    origin: "schedule",
    account: "regular",
    state: "paid",
    lastFailure: "Declined",
    amount: 119_00 + 10_00,
    tax: 29_00,
    taxRates: [{ ...vat }, { ...added, percent: 29 }],
    dueAt: stack.now(),
    createdAt: stack.now(),
    paidAt: stack.now() - DAY_MS,
  });
  const [none, plus, both] = await Promise.all([asStaff(), asStaff(added), asStaff(vat, added)]);
  const read = (ctx: Context) => reportedOf(ctx, subscription.serviceId);
  expect(await read(plus)).toMatchObject({ monthlyAtEnd: 100_00, recoveredCount: 1, recoveredAmount: 84_03 });
  // 100.00 less the 15.97 that it includes.
  expect(await read(both)).toMatchObject({ monthlyAtStart: 84_03, monthlyAtEnd: 84_03, recoveredAmount: 84_03 });
  expect(await read(none)).toMatchObject({ monthlyAtEnd: 100_00, recoveredAmount: 84_03 });
});

test("the report takes the taxes out of a price as the order does", async () => {
  const { id, subscription } = await aTaxedSubscription();
  let n = 11;
  for (let round = 0; round < 40; round++) {
    n = (n * 48_271) % 2_147_483_647;
    const rates = [1, 2].map((at) => ({
      ...vat,
      name: `T${at}`,
      percent: 1 + ((n * at) % 30_000) / 1000,
      inclusive: n % (at + 1) === 0,
      countries: n % 4 === 0 ? [] : ["United States"],
    }));
    const renewalAmount = 100 + (n % 9_000_000);
    await stack.db.update(subscriptions).set({ renewalAmount }).where(eq(subscriptions.id, id));
    const line = await reportedOf(await asStaff(...rates), subscription.serviceId);
    const included = taxesOn(renewalAmount, rates).lines.reduce(
      (sum, one) => sum + (one.inclusive ? one.amount : 0),
      0,
    );
    expect(line?.monthlyAtEnd, `round ${round}`).toBe(renewalAmount - included);
  }
});

test("the report says which revenue has taxes, and its file the same", async () => {
  const { rows, columns, figures } = await readReport(await asStaff(added), "subscriptions", {
    range: null,
    second: null,
  });
  expect(figures[0]?.label).toBe("Monthly revenue, net of tax");
  const net = columns.findIndex(({ label }) => label === "Net monthly revenue");
  expect(rows.reduce((sum, { values }) => sum + Number(values[net]), 0)).toBe(figures[0]?.now);
  const label = async (...taxes: TaxRate[]) =>
    (await readReport(await asStaff(...taxes), "agents", { range: null, second: null })).figures[0]?.label;
  expect(await label()).toBe("Revenue");
  expect(await label(added)).toBe("Revenue with taxes");
});
