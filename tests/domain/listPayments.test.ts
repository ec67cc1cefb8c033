import { afterAll, beforeAll, expect, it } from "vitest";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { DAY, renewalsOf } from "../support/renewals";

let stack: CheckoutStack;
let start: number;
let customers: string[];
/** Ids by day: 0 has one payment of each customer, 1 a refused one, 2 has 120 of the second customer. */
const made: string[][] = [[], [], []];
beforeAll(async () => {
  stack = await startCheckoutStack();
  const { regular } = stack.sandbox;
  const clock = renewalsOf(stack);
  start = stack.now();
  customers = await Promise.all([1, 2].map(async () => (await regular.customers.create({})).id));
  const pay = async (day: number, customer: string, payment_method?: string) => {
    clock.goTo(start + day * DAY);
    const intent = await regular.paymentIntents.create({ amount: 500, currency: "usd", customer });
    made[day]!.push(intent.id);
    if (payment_method) await regular.paymentIntents.confirm(intent.id, { payment_method }).catch(() => {});
  };
  for (const customer of customers) await pay(0, customer, "pm_card_visa");
  await pay(1, customers[0]!, "pm_card_chargeDeclined");
  for (let index = 0; index < 120; index++) await pay(2, customers[1]!);
  clock.goTo(start + 3 * DAY);
});
afterAll(async () => {
  expect(stack.violations()).toEqual([]);
  await stack.stop();
});

const listed = (range: Parameters<ReturnType<CheckoutStack["system"]>["payments"]["listPayments"]>[1]) =>
  stack.system().payments.listPayments("regular", range);
const ids = async (...range: Parameters<typeof listed>) => (await listed(...range)).map(({ id }) => id);

it("lists one customer's payments, newest first", async () => {
  const [first] = customers;
  expect(await ids({ customerId: first, since: 0 })).toEqual([made[1]![0], made[0]![0]]);
});

it("lists the payments of an account between two moments", async () => {
  expect(await ids({ since: start - DAY, until: start + DAY / 2 })).toEqual([...made[0]!].reverse());
  const [declined] = await listed({ customerId: customers[0], since: 0 });
  const { createdAt } = declined!;
  expect(await ids({ since: createdAt, until: createdAt })).toEqual(made[1]);
});

it("reads every page", async () => {
  expect(await ids({ customerId: customers[1], since: start + DAY })).toEqual([...made[2]!].reverse());
});

it("tells when a payment was opened and charged, and why it was declined", async () => {
  const [declined, paid] = await listed({ customerId: customers[0], since: 0 });
  const second = Math.floor(start / 1000) * 1000;
  expect(paid).toMatchObject({ status: "succeeded", received: 500 });
  expect(paid!.createdAt).toBeGreaterThanOrEqual(second);
  expect(paid!.chargedAt).toBeGreaterThanOrEqual(paid!.createdAt);
  expect(declined).toMatchObject({ status: "requires_payment_method", received: 0 });
  expect(declined!.createdAt).toBeGreaterThanOrEqual(second + DAY);
  expect(declined!.decline?.code).toBe("card_declined");
});
