import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { findBillingHealth } from "~/domain/jobs/findBillingHealth";
import { tooManyDeclines } from "~/domain/payments/limitDeclines";
import { defaultSettings } from "~/domain/settings/defaultSettings";

import { rateLimits, securityEvents } from "~db/schema";
import { aSession } from "../support/accounts";
import { type CheckoutStack, cards, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
beforeEach(async () => {
  await stack.db.delete(rateLimits);
  await stack.db.delete(securityEvents);
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const HOUR = 60 * 60_000;
const refused = { kind: "TooMany", message: tooManyDeclines({ settings: defaultSettings }) };

type Placed = Awaited<ReturnType<typeof placeOrder>>;

/** Tries a declined card, and lets the portal hear of it. */
async function declines(placed: Placed, times: number) {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await stack.confirm(placed, cards.declined)).status);
  await hear();
  return statuses;
}
async function hear() {
  const system = stack.system();
  await readPaymentEvents(system, (error) => {
    throw error;
  });
  await system.settled();
}

test("the tenth decline in an hour closes the payment and refuses new ones", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const other = await placeOrder(ctx, form());
  const placed = await placeOrder(ctx, form());
  expect(await declines(placed, 9)).toEqual(Array(9).fill(402));
  expect((await resumeOrder(ctx, placed.orderSystemId)).clientSecret).toBe(placed.clientSecret);
  expect(await declines(placed, 1)).toEqual([402]);
  for (const order of [placed, other]) expect(await declines(order, 1)).toEqual([400]);
  await expect(placeOrder(ctx, form())).rejects.toMatchObject(refused);
  for (const pay of [resumeOrder, payOrderHosted])
    await expect(pay(ctx, placed.orderSystemId)).rejects.toMatchObject(refused);
  expect(await stack.orderRow(placed.orderSystemId)).toMatchObject({ payState: "unpaid", status: "Payment_Failed" });

  const later = stack.contextOf(buyer, { now: stack.now() + HOUR });
  const again = await resumeOrder(later, placed.orderSystemId);
  expect(again.clientSecret).not.toBe(placed.clientSecret);
  expect((await stack.confirm(again)).status).toBe(200);
});

test("accounts on one network share ten declines", async () => {
  const address = "203.0.113.7";
  const buyers = await Promise.all(
    [1, 2, 3].map(async () => {
      const made = await stack.aBuyer();
      const ctx = stack.contextOf(made.buyer, { address });
      await aSession(ctx, made.buyer);
      return { ...made, ctx };
    }),
  );
  const [one, two, three] = buyers;
  expect(await declines(await placeOrder(one!.ctx, one!.form()), 5)).toEqual(Array(5).fill(402));
  expect(await declines(await placeOrder(two!.ctx, two!.form()), 5)).toEqual(Array(5).fill(402));
  for (const { ctx, form } of [two!, three!]) await expect(placeOrder(ctx, form())).rejects.toMatchObject(refused);
  const elsewhere = stack.contextOf(three!.buyer, { address: "203.0.113.8" });
  expect((await placeOrder(elsewhere, three!.form())).clientSecret).toBeTruthy();
});

test("a reached limit is a security event, shown for a day as a trouble", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  await declines(await placeOrder(ctx, form()), 10);
  expect(await stack.db.select().from(securityEvents)).toMatchObject([
    { kind: "limited", userId: buyer.id, detail: "decline" },
  ]);
  const staff = await aStaffMember(stack.db, { privileges: "SuperAdmin" });
  const health = (now = stack.now()) => findBillingHealth(stack.contextOf(staff, { now }));
  expect((await health()).declineLimits).toMatchObject([
    { clientId: buyer.id, clientName: `${buyer.firstName} ${buyer.lastName}` },
  ]);
  expect((await health(stack.now() + 25 * HOUR)).declineLimits).toEqual([]);
});
