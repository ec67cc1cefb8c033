import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type CardSandbox, siteUrl, startCardSandbox } from "../support/cardSandbox";

let sandbox: CardSandbox;
beforeAll(async () => {
  sandbox = await startCardSandbox({ callerPath: "tests/support/sandboxCaller.ts" });
});
afterEach(async () => {
  expect(sandbox.violations()).toEqual([]);
  await sandbox.reset();
});
afterAll(() => sandbox.stop());

const createRoute = "POST /v1/payment_intents";
const confirmRoute = "POST /v1/payment_intents/:id/confirm";
const anIntent = (idempotencyKey?: string, amount = 12345) =>
  sandbox.regular.paymentIntents.create(
    { amount, currency: "usd", allowed_payment_method_types: ["card"] },
    idempotencyKey ? { idempotencyKey } : {},
  );
const refusal = (work: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  work.then(
    () => Promise.reject(new Error("Expected a refusal")),
    (error) => error,
  );

/** Runs the SDK inside workerd through a service binding, like the portal. */
const callFromWorker = async (body: { idempotencyKey: string; maxNetworkRetries: number }) => {
  const answer = await sandbox.send("http://caller/", { method: "POST", body: JSON.stringify(body) });
  return (await answer.json()) as { status?: string; id?: string; error?: string };
};

describe("an idempotency key", () => {
  it("replays the first response and says so", async () => {
    const first = await anIntent("order:1:pi");
    const second = await anIntent("order:1:pi");
    expect(second.id).toBe(first.id);
    expect((second.lastResponse.headers as unknown as Headers).get("idempotent-replayed")).toBe("true");
    expect((await sandbox.regular.paymentIntents.list()).data).toHaveLength(1);
  });

  it("refuses other parameters", async () => {
    await anIntent("order:1:pi");
    const error = await refusal(anIntent("order:1:pi", 999));
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error.statusCode).toBe(400);
  });

  it("belongs to one account", async () => {
    const first = await anIntent("order:1:pi");
    const other = await sandbox.custom.paymentIntents.create(
      { amount: 999, currency: "usd" },
      { idempotencyKey: "order:1:pi" },
    );
    expect(other.id).not.toBe(first.id);
  });

  it("expires after 24 hours of the portal's clock", async () => {
    const first = await anIntent("order:1:pi");
    sandbox.portal.offsetMs = 24 * 3600 * 1000 + 1000;
    expect((await anIntent("order:1:pi")).id).not.toBe(first.id);
  });

  it("replays a declined card instead of charging again", async () => {
    const intent = await anIntent();
    const confirm = () =>
      sandbox.regular.paymentIntents.confirm(
        intent.id,
        { payment_method: "pm_card_chargeDeclined" },
        { idempotencyKey: "try:1" },
      );
    const first = await refusal(confirm());
    const second = await refusal(confirm());
    expect(second).toMatchObject({ statusCode: 402, charge: first.charge });
    expect(await sandbox.ledger()).toHaveLength(1);
  });

  it("replays a server error but not an invalid parameter", async () => {
    await sandbox.control("POST", "fault", { route: createRoute, kind: "500", times: 1 });
    expect(await refusal(anIntent("order:1:pi"))).toMatchObject({ type: "StripeAPIError", statusCode: 500 });
    expect(await refusal(anIntent("order:1:pi"))).toMatchObject({ type: "StripeAPIError", statusCode: 500 });
    expect(await refusal(anIntent("order:2:pi", 10))).toMatchObject({ statusCode: 400, code: "amount_too_small" });
    expect((await anIntent("order:2:pi")).status).toBe("requires_payment_method");
  });

  it("is in use while its first request runs", async () => {
    await sandbox.control("POST", "fault", {
      account: "regular",
      route: createRoute,
      kind: "slow",
      times: 1,
      delayMs: 300,
    });
    const [first, second] = await Promise.allSettled([anIntent("order:1:pi"), anIntent("order:1:pi")]);
    const outcomes = [first, second].map((one) =>
      one.status === "fulfilled" ? one.value.status : (one.reason as Stripe.errors.StripeError).code,
    );
    expect(outcomes.sort()).toEqual(["idempotency_key_in_use", "requires_payment_method"]);
  });
});

describe("a planned fault", () => {
  it("drop_before closes the connection and does nothing", async () => {
    await sandbox.control("POST", "fault", { route: createRoute, kind: "drop_before", times: 1 });
    expect(await refusal(anIntent("order:1:pi"))).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect((await sandbox.regular.paymentIntents.list()).data).toEqual([]);
    expect((await anIntent("order:1:pi")).status).toBe("requires_payment_method");
  });

  it("drop_after charges and drops the response; the same key replays it", async () => {
    const intent = await anIntent();
    const confirm = () =>
      sandbox.regular.paymentIntents.confirm(
        intent.id,
        { payment_method: "pm_card_visa" },
        { idempotencyKey: "try:1" },
      );
    await sandbox.control("POST", "fault", { route: confirmRoute, kind: "drop_after", times: 1 });
    expect(await refusal(confirm())).toBeInstanceOf(Stripe.errors.StripeConnectionError);
    expect((await sandbox.regular.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
    expect((await confirm()).status).toBe("succeeded");
    expect(await sandbox.ledger()).toHaveLength(1);
  });

  it("is a connection error in workerd and runs the request once", async () => {
    await sandbox.control("POST", "fault", { account: "regular", route: createRoute, kind: "drop_after", times: 1 });
    expect(await callFromWorker({ idempotencyKey: "a", maxNetworkRetries: 0 })).toEqual({
      error: "StripeConnectionError",
    });
    expect((await sandbox.ledger()).map((entry) => entry.amount)).toEqual([700]);
    expect(await callFromWorker({ idempotencyKey: "a", maxNetworkRetries: 0 })).toMatchObject({ status: "succeeded" });
    expect(await sandbox.ledger()).toHaveLength(1);
  });

  it("is survived by the SDK's own retries with one charge", async () => {
    await sandbox.control("POST", "fault", { account: "regular", route: createRoute, kind: "drop_after", times: 1 });
    await sandbox.control("POST", "fault", { account: "regular", route: createRoute, kind: "drop_before", times: 1 });
    expect(await callFromWorker({ idempotencyKey: "b", maxNetworkRetries: 2 })).toMatchObject({ status: "succeeded" });
    expect(await sandbox.ledger()).toHaveLength(1);
  });

  it("429 is a rate limit and stores nothing for the key", async () => {
    await sandbox.control("POST", "fault", { route: createRoute, kind: "429", times: 1 });
    const error = await refusal(anIntent("order:1:pi"));
    expect(error).toMatchObject({ type: "StripeRateLimitError", statusCode: 429 });
    expect((await anIntent("order:1:pi")).status).toBe("requires_payment_method");
  });

  it("happens as often as planned", async () => {
    await sandbox.control("POST", "fault", { route: "GET /v1/payment_intents/:id", kind: "429", times: 2 });
    const intent = await anIntent();
    await refusal(sandbox.regular.paymentIntents.retrieve(intent.id));
    await refusal(sandbox.regular.paymentIntents.retrieve(intent.id));
    expect((await sandbox.regular.paymentIntents.retrieve(intent.id)).id).toBe(intent.id);
  });

  it("needs a route that exists and a known kind", async () => {
    await expect(sandbox.control("POST", "fault", { route: "POST /v1/nowhere", kind: "500" })).rejects.toThrow("400");
    await expect(sandbox.control("POST", "fault", { route: createRoute, kind: "fire" })).rejects.toThrow("400");
  });
});

describe("control", () => {
  it("is not reachable from the public side", async () => {
    for (const path of ["/__control/ledger", "/__stripe/__control/ledger", "/__stripe/../__control/ledger"]) {
      expect((await sandbox.send(`${siteUrl}${path}`)).status).toBe(404);
    }
  });
});

describe("a webhook", () => {
  const stripe = () => sandbox.regular.webhooks;
  const provider = Stripe.createSubtleCryptoProvider();

  it("carries a signature that only the account's own secret verifies", async () => {
    await anIntent();
    await sandbox.custom.customers.create({ email: "other@example.com" });
    const arrived = await sandbox.webhooks(2);
    const regular = arrived.find((one) => one.account === "regular")!;
    const custom = arrived.find((one) => one.account === "custom")!;
    const event = await stripe().constructEventAsync(
      regular.body,
      regular.signature,
      "whsec_sandbox_regular",
      300,
      provider,
    );
    expect(event).toMatchObject({ type: "payment_intent.created", api_version: "2026-10-28.endive" });
    await expect(
      stripe().constructEventAsync(custom.body, custom.signature, "whsec_sandbox_regular", 300, provider),
    ).rejects.toThrow();
    await expect(
      stripe().constructEventAsync(`${custom.body} `, custom.signature, "whsec_sandbox_custom", 300, provider),
    ).rejects.toThrow();
    expect(
      (await stripe().constructEventAsync(custom.body, custom.signature, "whsec_sandbox_custom", 300, provider)).type,
    ).toBe("customer.created");
  });

  it("is signed at the portal's time", async () => {
    sandbox.portal.offsetMs = 3 * 24 * 3600 * 1000;
    await anIntent();
    const [first] = await sandbox.webhooks(1);
    const signedAt = Number(/t=(\d+)/.exec(first!.signature)![1]) * 1000;
    expect(Math.abs(signedAt - Date.now() - sandbox.portal.offsetMs)).toBeLessThan(10_000);
    expect(Math.abs(first!.event.created * 1000 - Date.now() - sandbox.portal.offsetMs)).toBeLessThan(10_000);
  });

  it("waits while held and is released in the requested order", async () => {
    await sandbox.control("POST", "hold");
    await sandbox.regular.paymentIntents.create({
      amount: 700,
      currency: "usd",
      payment_method: "pm_card_visa",
      confirm: true,
    });
    const { data } = await sandbox.regular.events.list();
    const [succeeded, charged, created] = data.map((event) => event.id);
    expect(sandbox.received).toEqual([]);
    await sandbox.control("POST", "release", { ids: [succeeded, created] });
    expect(sandbox.received.map(({ event }) => event.id)).toEqual([succeeded, created, charged]);
  });

  it("can be released alone and sent again repeatedly", async () => {
    await sandbox.control("POST", "hold");
    await sandbox.regular.paymentIntents.create({
      amount: 700,
      currency: "usd",
      payment_method: "pm_card_visa",
      confirm: true,
    });
    const [last] = (await sandbox.regular.events.list()).data;
    await sandbox.control("POST", "release", { ids: [last!.id], only: true });
    await sandbox.control("POST", "resend", { ids: [last!.id, last!.id] });
    expect(sandbox.received.map(({ event }) => event.id)).toEqual([last!.id, last!.id, last!.id]);
    const { events } = await sandbox.control<{ events: { id: string; state: string }[] }>("GET", "events");
    expect(events.filter((event) => event.state === "pending")).toHaveLength(2);
  });

  it("is retried when the portal did not answer 2xx", async () => {
    sandbox.portal.webhookStatus = 500;
    await anIntent();
    await sandbox.webhooks(1);
    sandbox.portal.webhookStatus = 200;
    const arrived = await sandbox.webhooks(2);
    expect(arrived[1]!.event.id).toBe(arrived[0]!.event.id);
  });

  it("can be read back from the API, by type", async () => {
    await sandbox.regular.paymentIntents.create({
      amount: 700,
      currency: "usd",
      payment_method: "pm_card_visa",
      confirm: true,
    });
    const list = await sandbox.regular.events.list({ types: ["payment_intent.succeeded"] });
    expect(list.data.map((event) => event.type)).toEqual(["payment_intent.succeeded"]);
    expect((await sandbox.regular.events.retrieve(list.data[0]!.id)).id).toBe(list.data[0]!.id);
  });
});
