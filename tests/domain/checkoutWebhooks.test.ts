import { eq } from "drizzle-orm";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { handleStripeWebhook } from "~/http/stripeWebhook.server";
import { webhookEvents } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const never = (error: unknown) => {
  throw error;
};

/** An order whose card was charged before the portal heard of it. */
async function anUnsettledPaidOrder() {
  const { buyer, ctx, form } = await stack.aBuyer();
  const placed = await placeOrder(ctx, form());
  await stack.confirm(placed);
  const event = await stack.received(placed.orderSystemId, "payment_intent.succeeded");
  return { buyer, ctx, placed, id: placed.orderSystemId, event };
}

const unsettled = { payState: "unpaid", status: "Abandoned_Checkout", invoices: 0, paid: 0, receipts: 0 };
const settled = { payState: "paid", status: "Active", invoices: 1, paid: 1, receipts: 1, buyerTold: 1 };

const signed = (body: string, secret: string, at = Date.now()) =>
  Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret,
    timestamp: Math.floor(at / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });

test("rejects forged, unsigned, foreign or altered events", async () => {
  const { id, event } = await anUnsettledPaidOrder();
  const attempts = [
    { body: event.body, signature: "" },
    { body: event.body, signature: "t=1,v1=00" },
    { body: event.body, signature: await signed(event.body, "whsec_guessed") },
    { body: event.body, signature: await signed(event.body, "whsec_sandbox_custom") },
    { body: event.body.replace(id, `${id} `), signature: event.signature },
  ];
  for (const attempt of attempts) expect((await stack.webhook("regular", attempt)).status).toBe(400);
  expect((await stack.webhook("custom", event)).status).toBe(400);
  expect(await stack.traces(id)).toMatchObject(unsettled);
});

test("rejects an event 6 minutes old and accepts one 4 minutes old", async () => {
  const { id, event } = await anUnsettledPaidOrder();
  const at = stack.now();
  expect((await stack.webhook("regular", event, at + 6 * 60_000)).status).toBe(400);
  expect(await stack.traces(id)).toMatchObject(unsettled);
  expect((await stack.webhook("regular", event, at + 4 * 60_000)).status).toBe(200);
  expect(await stack.traces(id)).toMatchObject(settled);
});

test("checks the age of an event against the portal's clock", async () => {
  stack.sandbox.portal.offsetMs = 40 * 24 * 60 * 60_000;
  try {
    const { id, event } = await anUnsettledPaidOrder();
    expect((await stack.webhook("regular", event, Date.now())).status).toBe(200);
    expect((await stack.webhook("regular", event)).status).toBe(200);
    expect(await stack.traces(id)).toMatchObject(settled);
  } finally {
    stack.sandbox.portal.offsetMs = 0;
  }
});

test("settles once for repeated copies of an event", async () => {
  const { id, event } = await anUnsettledPaidOrder();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => stack.webhook("regular", event)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
  expect(await (await stack.webhook("regular", event)).text()).toBe("known");
  expect(await stack.traces(id)).toMatchObject(settled);
  const rows = await stack.db.select().from(webhookEvents).where(eq(webhookEvents.id, event.event.id));
  expect(rows).toHaveLength(1);
});

test("keeps both amounts when the refund arrives before the payment", async () => {
  const { id, event } = await anUnsettledPaidOrder();
  const intent = event.event.data.object as Stripe.PaymentIntent;
  await stack.sandbox.regular.refunds.create({ payment_intent: intent.id, amount: 30_00 });
  const part = await stack.received(id, "charge.refunded");
  expect((await stack.webhook("regular", part)).status).toBe(200);
  expect(await stack.traces(id)).toMatchObject({ ...settled, payState: "partly_refunded", buyerTold: 2 });
  expect((await stack.orderRow(id)).refunded).toBe(30_00);
  expect((await stack.webhook("regular", event)).status).toBe(200);
  await stack.sandbox.regular.refunds.create({ payment_intent: intent.id });
  await readPaymentEvents(stack.system(), never);
  expect(await stack.orderRow(id)).toMatchObject({ refunded: 100_00, payState: "refunded", status: "Active" });
  // Redelivers the older events as if they had not been seen.
  await stack.db.delete(webhookEvents);
  await Promise.all([stack.webhook("regular", part), stack.webhook("regular", event)]);
  expect(await stack.orderRow(id)).toMatchObject({ refunded: 100_00, payState: "refunded" });
});

test("the hourly event poll settles in both accounts without webhooks", async () => {
  const { id } = await anUnsettledPaidOrder();
  const custom = await stack.aBuyer({ serviceType: "CUSTOM" });
  const other = await placeOrder(custom.ctx, custom.form());
  await stack.confirm(other);
  const first = await readPaymentEvents(stack.system(), never);
  expect(first.done).toBeGreaterThanOrEqual(2);
  expect(await readPaymentEvents(stack.system(), never)).toEqual({ done: 0, failed: 0 });
  for (const orderId of [id, other.orderSystemId]) expect(await stack.traces(orderId)).toMatchObject(settled);
});

test("answers 200 to an unknown type and 405 to another method", async () => {
  const body = JSON.stringify({
    id: "evt_unknown",
    object: "event",
    type: "customer.created",
    created: 1,
    data: { object: {} },
  });
  const signature = await signed(body, "whsec_sandbox_regular", stack.now());
  expect((await stack.webhook("regular", { body, signature })).status).toBe(200);
  const get = new Request("http://portal.example.com/webhooks/stripe/regular") as never;
  expect((await handleStripeWebhook(stack.system(), "regular", get)).status).toBe(405);
});

test("answers 503 when work fails and settles on redelivery", async () => {
  const { buyer, ctx, id, event } = await anUnsettledPaidOrder();
  const broken = { ...stack.system(), db: stack.failingContext(buyer, 3).ctx.db };
  const request = new Request("http://portal.example.com/webhooks/stripe/regular", {
    method: "POST",
    headers: { "stripe-signature": event.signature },
    body: event.body,
  });
  expect((await handleStripeWebhook(broken, "regular", request as never)).status).toBe(503);
  expect(await stack.traces(id)).toMatchObject(unsettled);
  expect((await stack.webhook("regular", event)).status).toBe(200);
  expect(await completeOrder(ctx, id)).toMatchObject({ paid: true });
  expect(await stack.traces(id)).toMatchObject(settled);
});
