import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type CardSandbox, siteUrl, startCardSandbox } from "../support/cardSandbox";

let sandbox: CardSandbox;
beforeAll(async () => {
  sandbox = await startCardSandbox();
});
afterEach(async () => {
  expect(sandbox.violations()).toEqual([]);
  await sandbox.reset();
});
afterAll(() => sandbox.stop());

const refusal = (work: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  work.then(
    () => Promise.reject(new Error("Expected a refusal")),
    (error) => error,
  );

const aSession = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  sandbox.regular.checkout.sessions.create({
    mode: "payment",
    success_url: `${siteUrl}/checkout/success?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteUrl}/checkout?again=1`,
    line_items: [
      { quantity: 2, price_data: { currency: "usd", unit_amount: 5025, product_data: { name: "Guest posts <b>" } } },
    ],
    payment_intent_data: { metadata: { order_id: "order-1" }, description: "Order 10482" },
    ...more,
  });
const card = {
  number: "4242 4242 4242 4242",
  expiry: "12 / 40",
  cvc: "123",
  name: "A Customer",
  email: "customer@example.com",
};
const post = (url: string, fields: Record<string, string>) =>
  sandbox.send(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });

describe("the hosted page", () => {
  it("names the amount, the sandbox and the way back, and runs no script", async () => {
    const session = await aSession();
    expect(session).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      amount_total: 10_050,
      payment_intent: null,
    });
    const page = await sandbox.send(session.url!);
    const html = await page.text();
    for (const text of [
      "Pay $100.50",
      "Guest posts &lt;b&gt;",
      "Sandbox: no real money moves",
      "4242 4242 4242 4242",
      `href="${siteUrl}/checkout?again=1"`,
    ]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain("<script");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("pays, redirects to the success_url and sends the event", async () => {
    const session = await aSession();
    const answer = await post(session.url!, card);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `${siteUrl}/checkout/success?session=${session.id}`,
    ]);
    const after = await sandbox.regular.checkout.sessions.retrieve(session.id, {
      expand: ["payment_intent", "line_items"],
    });
    expect(after).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer_details: { email: "customer@example.com", name: "A Customer" },
      payment_intent: {
        status: "succeeded",
        amount: 10_050,
        description: "Order 10482",
        metadata: { order_id: "order-1" },
      },
      line_items: { data: [{ quantity: 2, amount_total: 10_050 }] },
    });
    expect(await sandbox.eventTypes()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
    expect((await post(session.url!, card)).status).toBe(303);
    expect(await sandbox.ledger()).toHaveLength(1);
  });

  it("shows a decline, keeps all input but the number, accepts a second card", async () => {
    const session = await aSession();
    const declined = await post(session.url!, { ...card, number: "4000000000009995" });
    const html = await declined.text();
    expect(declined.status).toBe(402);
    expect(html).toContain("Your card has insufficient funds.");
    expect(html).toContain('value="12 / 40"');
    expect(html).not.toContain("4000000000009995");
    expect((await post(session.url!, card)).status).toBe(303);
    expect((await sandbox.regular.paymentIntents.list()).data).toHaveLength(1);
  });

  it("names each invalid field without a network request", async () => {
    const session = await aSession();
    const answer = await post(session.url!, { ...card, number: "4242", expiry: "01/20", cvc: "" });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    for (const text of [
      "Your card number is incomplete.",
      "Your card&#39;s expiration year is in the past.",
      "Your card&#39;s security code is incomplete.",
    ]) {
      expect(html).toContain(text);
    }
    expect((await sandbox.regular.checkout.sessions.retrieve(session.id)).payment_intent).toBeNull();
  });

  it.each([
    ["complete", "complete", "succeeded"],
    ["fail", "open", "requires_payment_method"],
  ])("3-D Secure answered '%s' leaves the session %s", async (outcome, status, intentStatus) => {
    const session = await aSession();
    const asked = await post(session.url!, { ...card, number: "4000000000003220" });
    const question = asked.headers.get("location")!;
    expect(question).toContain("/__stripe/3ds/pi_");
    const answered = await post(question, { outcome });
    expect(answered.headers.get("location")).toBe(
      outcome === "complete" ? `${siteUrl}/checkout/success?session=${session.id}` : session.url,
    );
    const after = await sandbox.regular.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
    expect(after).toMatchObject({ status, payment_intent: { status: intentStatus } });
  });

  it("saves a card in setup mode", async () => {
    const customer = await sandbox.regular.customers.create({});
    const session = await aSession({
      mode: "setup",
      currency: "usd",
      customer: customer.id,
      line_items: undefined,
      payment_intent_data: undefined,
    });
    expect(await (await sandbox.send(session.url!)).text()).toContain("Save your card");
    expect((await post(session.url!, card)).status).toBe(303);
    const after = await sandbox.regular.checkout.sessions.retrieve(session.id, { expand: ["setup_intent"] });
    expect(after).toMatchObject({
      status: "complete",
      payment_status: "no_payment_required",
      setup_intent: { status: "succeeded" },
    });
    expect((await sandbox.regular.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
  });

  it("saves the card of a payment for later use", async () => {
    const session = await aSession({ payment_intent_data: { setup_future_usage: "off_session" } });
    await post(session.url!, card);
    const { customer } = await sandbox.regular.checkout.sessions.retrieve(session.id);
    expect((await sandbox.regular.customers.listPaymentMethods(customer as string)).data).toHaveLength(1);
  });

  it("answers 404 for an unknown id", async () => {
    expect((await sandbox.send(`${siteUrl}/__stripe/pay/cs_test_nothing`)).status).toBe(404);
  });
});

describe("a session", () => {
  it("cancels its intent when it expires, which a direct cancel cannot", async () => {
    const session = await aSession();
    await post(session.url!, { ...card, number: "4000000000000002" });
    const { payment_intent } = await sandbox.regular.checkout.sessions.retrieve(session.id);
    expect(await refusal(sandbox.regular.paymentIntents.cancel(payment_intent as string))).toMatchObject({
      statusCode: 400,
      code: "payment_intent_unexpected_state",
    });
    expect(await sandbox.regular.checkout.sessions.expire(session.id)).toMatchObject({ status: "expired", url: null });
    expect(await sandbox.regular.paymentIntents.retrieve(payment_intent as string)).toMatchObject({
      status: "canceled",
      cancellation_reason: "expired",
    });
    expect(await refusal(sandbox.regular.checkout.sessions.expire(session.id))).toMatchObject({ statusCode: 400 });
    expect((await post(session.url!, card)).status).toBe(200);
    expect((await sandbox.eventTypes()).slice(-2)).toEqual(["payment_intent.canceled", "checkout.session.expired"]);
    expect((await sandbox.ledger()).filter((entry) => entry.status === "succeeded")).toEqual([]);
  });

  it("expires by the portal's clock", async () => {
    const now = Math.floor(Date.now() / 1000);
    const session = await aSession({ expires_at: now + 1900 });
    sandbox.portal.offsetMs = 2000 * 1000;
    expect((await sandbox.regular.checkout.sessions.retrieve(session.id)).status).toBe("expired");
    expect(await (await sandbox.send(`${siteUrl}/__stripe/pay/${session.id}`)).text()).toContain("has expired");
  });

  it.each([
    [{ line_items: [] }, "line_items"],
    [{ line_items: [{ price: "price_1", quantity: 1 }] }, "line_items[0][price]"],
    [{ expires_at: 1 }, "expires_at"],
    [{ payment_method_types: ["card"] }, "payment_method_types"],
    [{ success_url: undefined }, "success_url"],
  ])("with %j is refused at %s", async (more, param) => {
    expect(await refusal(aSession(more as Partial<Stripe.Checkout.SessionCreateParams>))).toMatchObject({ param });
  });

  it("is listed by its intent", async () => {
    const session = await aSession();
    await aSession();
    await post(session.url!, card);
    const { payment_intent } = await sandbox.regular.checkout.sessions.retrieve(session.id);
    const list = await sandbox.regular.checkout.sessions.list({ payment_intent: payment_intent as string });
    expect(list.data.map((one) => one.id)).toEqual([session.id]);
  });
});
