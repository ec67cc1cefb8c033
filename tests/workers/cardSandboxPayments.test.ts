import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type CardSandbox, startCardSandbox } from "../support/cardSandbox";

let sandbox: CardSandbox;
beforeAll(async () => {
  sandbox = await startCardSandbox();
});
afterEach(async () => {
  expect(sandbox.violations()).toEqual([]);
  await sandbox.reset();
});
afterAll(() => sandbox.stop());

const anIntent = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  sandbox.regular.paymentIntents.create({
    amount: 12345,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    metadata: { order_id: "order-1" },
    ...more,
  });

const cardFields = (number: string) => ({
  "payment_method_data[type]": "card",
  "payment_method_data[card][number]": number,
  "payment_method_data[card][exp_month]": "12",
  "payment_method_data[card][exp_year]": "2040",
  "payment_method_data[card][cvc]": "123",
});

/** Confirms as Stripe.js does. */
const confirmInBrowser = (intent: Stripe.PaymentIntent, number: string) =>
  sandbox.browserCall("regular", "POST", `payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret!,
    use_stripe_sdk: "true",
    ...cardFields(number),
  });

const refusal = async (work: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  work.then(
    () => {
      throw new Error("Expected a refusal");
    },
    (error) => error,
  );

describe("a payment", () => {
  it("succeeds with 4242 and sends events in Stripe's order", async () => {
    const customer = await sandbox.regular.customers.create({ email: "customer@example.com", name: "A Customer" });
    const intent = await anIntent({ customer: customer.id, setup_future_usage: "off_session" });
    expect(intent).toMatchObject({ status: "requires_payment_method", latest_charge: null, amount_received: 0 });
    const answer = await confirmInBrowser(intent, "4242424242424242");
    expect(answer).toMatchObject({ status: 200, body: { status: "succeeded" } });
    expect(answer.body).not.toHaveProperty("metadata");
    const after = await sandbox.regular.paymentIntents.retrieve(intent.id, {
      expand: ["latest_charge", "payment_method", "customer"],
    });
    expect(after).toMatchObject({
      amount_received: 12345,
      latest_charge: {
        status: "succeeded",
        amount: 12345,
        outcome: { type: "authorized" },
        metadata: { order_id: "order-1" },
      },
      payment_method: { customer: customer.id, card: { last4: "4242", brand: "visa" } },
      customer: { email: "customer@example.com" },
    });
    expect(await sandbox.eventTypes()).toEqual([
      "customer.created",
      "payment_intent.created",
      "charge.succeeded",
      "payment_method.attached",
      "payment_intent.succeeded",
    ]);
    const saved = await sandbox.regular.customers.listPaymentMethods(customer.id);
    expect(saved.data.map((method) => method.card?.last4)).toEqual(["4242"]);
    const renewal = await sandbox.regular.paymentIntents.create({
      amount: 500,
      currency: "usd",
      customer: customer.id,
      payment_method: saved.data[0]!.id,
      off_session: true,
      confirm: true,
    });
    expect(renewal.status).toBe("succeeded");
  });

  const declines = [
    ["4000000000000002", "card_declined", "generic_decline", "try_again_later"],
    ["4000000000009995", "card_declined", "insufficient_funds", "try_again_later"],
    ["4000000000009987", "card_declined", "lost_card", "do_not_try_again"],
    ["4000000000009979", "card_declined", "stolen_card", "do_not_try_again"],
    ["4000000000000069", "expired_card", undefined, "confirm_card_data"],
    ["4000000000000127", "incorrect_cvc", undefined, "confirm_card_data"],
    ["4000000000000119", "processing_error", undefined, "try_again_later"],
    ["4000000000000341", "card_declined", "generic_decline", "try_again_later"],
    ["4111111111111111", "card_declined", "test_mode_live_card", "do_not_try_again"],
  ] as const;
  it.each(declines)(
    "is declined by %s with %s %s, and the intent accepts another card",
    async (number, code, declineCode, adviceCode) => {
      const intent = await anIntent();
      const answer = await confirmInBrowser(intent, number);
      expect(answer.status).toBe(402);
      expect(answer.body.error).toMatchObject({
        type: "card_error",
        code,
        advice_code: adviceCode,
        payment_intent: { status: "requires_payment_method" },
      });
      expect(answer.body.error?.decline_code).toBe(declineCode);
      const after = await sandbox.regular.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
      expect(after).toMatchObject({
        status: "requires_payment_method",
        payment_method: null,
        last_payment_error: { code, advice_code: adviceCode },
        latest_charge: { status: "failed", failure_code: code, outcome: { reason: declineCode ?? code } },
      });
      expect(await sandbox.eventTypes()).toEqual([
        "payment_intent.created",
        "charge.failed",
        "payment_intent.payment_failed",
      ]);
      expect((await confirmInBrowser(intent, "4242424242424242")).body.status).toBe("succeeded");
      const entries = await sandbox.ledger();
      expect(entries.map((entry) => entry.status).sort()).toEqual(["failed", "succeeded"]);
    },
  );

  it("throws a StripeCardError on the server with intent and charge", async () => {
    const intent = await anIntent();
    const error = await refusal(
      sandbox.regular.paymentIntents.confirm(intent.id, { payment_method: "pm_card_chargeDeclined" }),
    );
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({
      statusCode: 402,
      code: "card_declined",
      decline_code: "generic_decline",
      payment_intent: { id: intent.id },
      payment_method: { type: "card" },
    });
    expect(error.charge).toMatch(/^ch_/);
  });

  it("takes the money once and refuses a second confirm or a cancel", async () => {
    const intent = await anIntent();
    await sandbox.regular.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" });
    const again = await refusal(sandbox.regular.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" }));
    expect(again).toMatchObject({
      statusCode: 400,
      code: "payment_intent_unexpected_state",
      payment_intent: { status: "succeeded" },
    });
    const cancel = await refusal(sandbox.regular.paymentIntents.cancel(intent.id));
    expect(cancel).toMatchObject({ statusCode: 400, code: "payment_intent_unexpected_state" });
    expect(await sandbox.ledger()).toHaveLength(1);
  });

  it("refuses a confirm after a cancel or without a card", async () => {
    const intent = await anIntent();
    const bare = await refusal(sandbox.regular.paymentIntents.confirm(intent.id));
    expect(bare).toMatchObject({ statusCode: 400, code: "payment_intent_unexpected_state" });
    const canceled = await sandbox.regular.paymentIntents.cancel(intent.id, { cancellation_reason: "abandoned" });
    expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
    const error = await refusal(sandbox.regular.paymentIntents.confirm(intent.id, { payment_method: "pm_card_visa" }));
    expect(error).toMatchObject({ statusCode: 400, code: "payment_intent_unexpected_state" });
    expect(await sandbox.ledger()).toEqual([]);
    expect(await sandbox.eventTypes()).toEqual(["payment_intent.created", "payment_intent.canceled"]);
  });

  it("keeps the two accounts apart", async () => {
    const intent = await anIntent();
    expect(await refusal(sandbox.custom.paymentIntents.retrieve(intent.id))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      param: "intent",
    });
    const answer = await sandbox.browserCall("custom", "POST", `payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret!,
      ...cardFields("4242424242424242"),
    });
    expect(answer.status).toBe(404);
  });

  it("refuses a used card without a customer or of another customer", async () => {
    const method = (
      await sandbox.browserCall("regular", "POST", "payment_methods", {
        type: "card",
        "card[number]": "4242424242424242",
        "card[exp_month]": "1",
        "card[exp_year]": "2041",
        "card[cvc]": "123",
      })
    ).body as unknown as Stripe.PaymentMethod;
    await sandbox.regular.paymentIntents.confirm((await anIntent()).id, { payment_method: method.id });
    expect(
      await refusal(sandbox.regular.paymentIntents.confirm((await anIntent()).id, { payment_method: method.id })),
    ).toMatchObject({ statusCode: 400, code: "payment_method_unexpected_state" });
    const owner = await sandbox.regular.customers.create({ payment_method: "pm_card_visa" });
    const stranger = await sandbox.regular.customers.create({});
    const saved = owner.invoice_settings.default_payment_method as string;
    expect(await refusal(anIntent({ customer: stranger.id, payment_method: saved }))).toMatchObject({
      statusCode: 400,
    });
    expect(await refusal(anIntent({ payment_method: saved }))).toMatchObject({ statusCode: 400 });
  });

  it("can stay in processing until the bank answers", async () => {
    const plan = () =>
      sandbox.control("POST", "fault", {
        route: "POST /v1/payment_intents/:id/confirm",
        kind: "processing",
        account: "regular",
      });
    const [good, bad] = [await anIntent(), await anIntent()];
    await plan();
    expect(await sandbox.regular.paymentIntents.confirm(good.id, { payment_method: "pm_card_visa" })).toMatchObject({
      status: "processing",
    });
    expect(await refusal(sandbox.regular.paymentIntents.cancel(good.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    expect(await refusal(sandbox.regular.paymentIntents.confirm(good.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    await plan();
    await sandbox.regular.paymentIntents.confirm(bad.id, { payment_method: "pm_card_chargeDeclined" });
    expect(await sandbox.ledger()).toEqual([]);
    await sandbox.control("POST", "settle");
    expect(await sandbox.regular.paymentIntents.retrieve(good.id)).toMatchObject({
      status: "succeeded",
      processing: null,
    });
    expect(await sandbox.regular.paymentIntents.retrieve(bad.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "card_declined" },
    });
    expect((await sandbox.eventTypes()).filter((type) => type === "payment_intent.processing")).toHaveLength(2);
  });
});
