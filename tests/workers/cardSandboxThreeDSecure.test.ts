import type Stripe from "stripe";
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

const answer3ds = (intent: { id: string; client_secret: string | null }, outcome: "complete" | "fail") =>
  sandbox.send(`http://portal.example.com/__stripe/3ds/${intent.id}?client_secret=${intent.client_secret}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `outcome=${outcome}`,
  });

const refusal = async (work: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  work.then(
    () => {
      throw new Error("Expected a refusal");
    },
    (error) => error,
  );

describe("3-D Secure", () => {
  it.each(["4000002500003155", "4000002760003184", "4000000000003220"])(
    "%s asks in the page and succeeds when completed",
    async (number) => {
      const intent = await anIntent();
      const answer = await confirmInBrowser(intent, number);
      expect(answer.body).toMatchObject({ status: "requires_action", next_action: { type: "use_stripe_sdk" } });
      await answer3ds(intent, "complete");
      const after = await sandbox.regular.paymentIntents.retrieve(intent.id, { expand: ["latest_charge"] });
      expect(after).toMatchObject({
        status: "succeeded",
        next_action: null,
        latest_charge: { payment_method_details: { card: { three_d_secure: { result: "authenticated" } } } },
      });
      expect(await sandbox.eventTypes()).toEqual([
        "payment_intent.created",
        "payment_intent.requires_action",
        "charge.succeeded",
        "payment_intent.succeeded",
      ]);
    },
  );

  it("returns to requires_payment_method when failed", async () => {
    const intent = await anIntent();
    await confirmInBrowser(intent, "4000000000003220");
    await answer3ds(intent, "fail");
    const after = await sandbox.regular.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
      latest_charge: null,
    });
    expect(await sandbox.ledger()).toEqual([]);
    expect((await confirmInBrowser(intent, "4242424242424242")).body.status).toBe("succeeded");
  });

  it("4000008400001629 is declined after authentication", async () => {
    const intent = await anIntent();
    await confirmInBrowser(intent, "4000008400001629");
    await answer3ds(intent, "complete");
    expect(await sandbox.regular.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "card_declined" },
    });
  });

  it("redirects to the return_url of a server's confirm", async () => {
    const intent = await anIntent();
    const waiting = await sandbox.regular.paymentIntents.confirm(intent.id, {
      payment_method: "pm_card_threeDSecure2Required",
      return_url: "https://shop.example.com/back?x=1",
    });
    expect(waiting.next_action).toMatchObject({
      type: "redirect_to_url",
      redirect_to_url: { return_url: "https://shop.example.com/back?x=1" },
    });
    const page = await sandbox.send(waiting.next_action!.redirect_to_url!.url!);
    expect(await page.text()).toContain("Complete authentication");
    const back = await answer3ds(intent, "complete");
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toBe(
      `https://shop.example.com/back?x=1&payment_intent=${intent.id}&payment_intent_client_secret=${intent.client_secret}&redirect_status=succeeded`,
    );
  });

  it("only opens with the client secret", async () => {
    const intent = await anIntent();
    await confirmInBrowser(intent, "4000000000003220");
    const answer = await answer3ds({ id: intent.id, client_secret: "guess" }, "complete");
    expect(answer.status).toBe(404);
    expect((await sandbox.regular.paymentIntents.retrieve(intent.id)).status).toBe("requires_action");
  });

  it("off session: 3155 asks once at set-up, 3184 always", async () => {
    const customer = await sandbox.regular.customers.create({});
    for (const [alias, expected] of [
      ["pm_card_authenticationRequiredOnSetup", "succeeded"],
      ["pm_card_authenticationRequired", "authentication_required"],
    ] as const) {
      const setup = await sandbox.regular.setupIntents.create({
        customer: customer.id,
        payment_method: alias,
        confirm: true,
        usage: "off_session",
      });
      expect(setup.status).toBe("requires_action");
      await answer3ds(setup, "complete");
      const { payment_method } = await sandbox.regular.setupIntents.retrieve(setup.id);
      const charge = anIntent({
        customer: customer.id,
        payment_method: payment_method as string,
        off_session: true,
        confirm: true,
      });
      const outcome = await charge.then(
        (intent) => intent.status,
        (error: Stripe.errors.StripeError) => error.code,
      );
      expect(outcome).toBe(expected);
    }
  });

  it("error_on_requires_action declines instead of asking", async () => {
    const error = await refusal(
      anIntent({ payment_method: "pm_card_authenticationRequired", confirm: true, error_on_requires_action: true }),
    );
    expect(error).toMatchObject({
      statusCode: 402,
      code: "authentication_required",
      payment_intent: { status: "requires_payment_method" },
    });
  });
});
