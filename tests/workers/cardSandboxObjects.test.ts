import type Stripe from "stripe";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { sandboxKeys } from "../../workers/card-sandbox/keys";
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
const paid = (alias = "pm_card_visa", amount = 10_000) =>
  sandbox.regular.paymentIntents.create({ amount, currency: "usd", payment_method: alias, confirm: true });

/** Parameters that the SDK's types forbid, as an outdated integration would send them. */
const raw = async (path: string, body: string, key = sandboxKeys.regular.secretKey) => {
  const answer = await sandbox.send(`https://api.stripe.com${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/x-www-form-urlencoded" },
    body,
  });
  return {
    status: answer.status,
    error: ((await answer.json()) as { error: { code?: string; param?: string; message: string; type: string } }).error,
  };
};

describe("parameters", () => {
  it.each([
    ["amount=500&currency=usd&payment_method_types[]=card", "parameter_unknown", "payment_method_types"],
    ["amount=500&currency=usd&foo[bar]=1", "parameter_unknown", "foo"],
    ["currency=usd", "parameter_missing", "amount"],
    ["amount=5.5&currency=usd", "parameter_invalid_integer", "amount"],
    ["amount=49&currency=usd", "amount_too_small", "amount"],
    ["amount=100000000&currency=usd", "amount_too_large", "amount"],
    ["amount=500&currency=eur", undefined, "currency"],
    ["amount=500&currency=usd&off_session=true", undefined, "off_session"],
    [
      "amount=500&currency=usd&allowed_payment_method_types[]=card&automatic_payment_methods[enabled]=true",
      "parameters_exclusive",
      "allowed_payment_method_types",
    ],
    [
      "amount=500&currency=usd&payment_method_data[type]=card&payment_method_data[card][number]=4242424242424242",
      undefined,
      "payment_method_data[card]",
    ],
    ["amount=500&currency=usd&expand[]=nothing", undefined, "expand"],
  ])("%s is refused", async (body, code, param) => {
    const { status, error } = await raw("/v1/payment_intents", body);
    expect({ status, type: error.type, code: error.code, param: error.param }).toEqual({
      status: 400,
      type: "invalid_request_error",
      code,
      param,
    });
    expect((await sandbox.regular.paymentIntents.list()).data).toEqual([]);
  });

  it("need a known key, and the publishable one opens a single intent only", async () => {
    expect((await raw("/v1/customers", "", "sk_test_wrong")).status).toBe(401);
    expect(await raw("/v1/customers", "", sandboxKeys.regular.publishableKey)).toMatchObject({
      status: 403,
      error: { code: "secret_key_required" },
    });
    const intent = await sandbox.regular.paymentIntents.create({ amount: 500, currency: "usd" });
    const retrieve = (fields: Record<string, string>) =>
      sandbox.browserCall("regular", "GET", `payment_intents/${intent.id}`, fields);
    expect((await retrieve({})).status).toBe(401);
    expect((await retrieve({ client_secret: `${intent.id}_secret_guess` })).status).toBe(400);
    expect((await retrieve({ client_secret: intent.client_secret! })).body).toMatchObject({
      id: intent.id,
      amount: 500,
    });
    const onPortal = await sandbox.send(`${siteUrl}/__stripe/v1/customers`, {
      headers: { authorization: `Bearer ${sandboxKeys.regular.secretKey}` },
    });
    expect(onPortal.status).toBe(401);
    expect((await raw("/v1/nowhere", "")).status).toBe(404);
  });
});

describe("a customer", () => {
  it("is created, updated, listed and deleted", async () => {
    const customer = await sandbox.regular.customers.create({
      email: "a@example.com",
      name: "A",
      metadata: { user: "1", role: "x" },
      address: { city: "Pune", country: "IN" },
    });
    const changed = await sandbox.regular.customers.update(customer.id, { name: "B", metadata: { role: "" } });
    expect(changed).toMatchObject({
      name: "B",
      email: "a@example.com",
      metadata: { user: "1" },
      address: { city: "Pune", line1: null },
    });
    expect(changed.metadata).not.toHaveProperty("role");
    expect((await sandbox.regular.customers.list({ email: "a@example.com" })).data.map((one) => one.id)).toEqual([
      customer.id,
    ]);
    expect(await sandbox.regular.customers.del(customer.id)).toMatchObject({ deleted: true });
    expect(await sandbox.regular.customers.retrieve(customer.id)).toEqual({
      id: customer.id,
      object: "customer",
      deleted: true,
    });
    expect(await refusal(sandbox.regular.customers.update(customer.id, { name: "C" }))).toMatchObject({
      code: "resource_missing",
    });
    expect(await sandbox.eventTypes()).toEqual(["customer.created", "customer.updated", "customer.deleted"]);
  });

  it.each(["a..b@example.com", ".x@example.com", "dr.@example.com"])("refuses the address %s", async (email) => {
    const refused = { code: "email_invalid", param: "email" };
    expect(await refusal(sandbox.regular.customers.create({ email }))).toMatchObject(refused);
    const { id } = await sandbox.regular.customers.create({});
    expect(await refusal(sandbox.regular.customers.update(id, { email }))).toMatchObject(refused);
  });

  it("keeps cards, which are detached permanently", async () => {
    const customer = await sandbox.regular.customers.create({});
    const method = await sandbox.regular.paymentMethods.attach("pm_card_mastercard", { customer: customer.id });
    await sandbox.regular.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
    expect((await sandbox.regular.paymentMethods.list({ customer: customer.id, type: "card" })).data).toHaveLength(1);
    await sandbox.regular.paymentMethods.detach(method.id);
    expect(await sandbox.regular.customers.retrieve(customer.id)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    expect(await refusal(sandbox.regular.paymentMethods.attach(method.id, { customer: customer.id }))).toMatchObject({
      statusCode: 400,
      code: "payment_method_unexpected_state",
    });
    expect(await sandbox.eventTypes()).toEqual([
      "customer.created",
      "payment_method.attached",
      "customer.updated",
      "payment_method.detached",
    ]);
  });

  it("refuses a declining card but accepts one that fails later", async () => {
    const customer = await sandbox.regular.customers.create({});
    expect(
      await refusal(sandbox.regular.paymentMethods.attach("pm_card_chargeDeclined", { customer: customer.id })),
    ).toMatchObject({ statusCode: 402, decline_code: "generic_decline" });
    expect(await refusal(sandbox.regular.customers.create({ payment_method: "pm_card_chargeDeclined" }))).toMatchObject(
      { statusCode: 402 },
    );
    expect((await sandbox.regular.customers.list()).data).toHaveLength(1);
    const method = await sandbox.regular.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customer.id });
    const renewal = sandbox.regular.paymentIntents.create({
      amount: 500,
      currency: "usd",
      customer: customer.id,
      payment_method: method.id,
      off_session: true,
      confirm: true,
    });
    expect(await refusal(renewal)).toMatchObject({ statusCode: 402, code: "card_declined" });
  });

  it("is listed page by page", async () => {
    for (const name of ["1", "2", "3"]) await sandbox.regular.customers.create({ name });
    const first = await sandbox.regular.customers.list({ limit: 2 });
    expect([first.data.map((one) => one.name), first.has_more]).toEqual([["3", "2"], true]);
    const second = await sandbox.regular.customers.list({ limit: 2, starting_after: first.data[1]!.id });
    expect([second.data.map((one) => one.name), second.has_more]).toEqual([["1"], false]);
    const back = await sandbox.regular.customers.list({ limit: 2, ending_before: second.data[0]!.id });
    expect(back.data.map((one) => one.name)).toEqual(["3", "2"]);
    expect((await sandbox.regular.customers.list({ limit: 1 }).autoPagingToArray({ limit: 10 })).length).toBe(3);
  });
});

describe("a SetupIntent", () => {
  it("saves a card for later", async () => {
    const customer = await sandbox.regular.customers.create({});
    const setup = await sandbox.regular.setupIntents.create({
      customer: customer.id,
      allowed_payment_method_types: ["card"],
    });
    const answer = await sandbox.browserCall("regular", "POST", `setup_intents/${setup.id}/confirm`, {
      client_secret: setup.client_secret!,
      "payment_method_data[type]": "card",
      "payment_method_data[card][number]": "4242424242424242",
      "payment_method_data[card][exp_month]": "12",
      "payment_method_data[card][exp_year]": "40",
      "payment_method_data[card][cvc]": "123",
    });
    expect(answer.body.status).toBe("succeeded");
    expect((await sandbox.regular.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
    expect(
      await refusal(sandbox.regular.setupIntents.confirm(setup.id, { payment_method: "pm_card_visa" })),
    ).toMatchObject({ code: "setup_intent_unexpected_state" });
    expect(await refusal(sandbox.regular.setupIntents.cancel(setup.id))).toMatchObject({
      code: "setup_intent_unexpected_state",
    });
    expect(await sandbox.eventTypes()).toEqual([
      "customer.created",
      "setup_intent.created",
      "payment_method.attached",
      "setup_intent.succeeded",
    ]);
  });

  it("is refused by a declining card and can be cancelled", async () => {
    const setup = await sandbox.regular.setupIntents.create({});
    const error = await refusal(
      sandbox.regular.setupIntents.confirm(setup.id, { payment_method: "pm_card_chargeDeclined" }),
    );
    expect(error).toMatchObject({
      statusCode: 402,
      setup_intent: { status: "requires_payment_method", last_setup_error: { code: "card_declined" } },
    });
    expect(await sandbox.regular.setupIntents.cancel(setup.id)).toMatchObject({ status: "canceled" });
    expect(await sandbox.eventTypes()).toEqual([
      "setup_intent.created",
      "setup_intent.setup_failed",
      "setup_intent.canceled",
    ]);
  });
});

describe("a refund", () => {
  it("refunds a part, then the rest, and no more", async () => {
    const intent = await paid();
    const part = await sandbox.regular.refunds.create({
      payment_intent: intent.id,
      amount: 4000,
      metadata: { order_id: "1" },
    });
    expect(part).toMatchObject({ status: "succeeded", amount: 4000, charge: intent.latest_charge });
    expect(await refusal(sandbox.regular.refunds.create({ payment_intent: intent.id, amount: 6001 }))).toMatchObject({
      statusCode: 400,
      param: "amount",
    });
    await sandbox.regular.refunds.create({ charge: intent.latest_charge as string });
    expect(await sandbox.regular.charges.retrieve(intent.latest_charge as string)).toMatchObject({
      refunded: true,
      amount_refunded: 10_000,
    });
    expect(await refusal(sandbox.regular.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: "charge_already_refunded",
    });
    expect((await sandbox.regular.refunds.list({ payment_intent: intent.id })).data.map((one) => one.amount)).toEqual([
      6000, 4000,
    ]);
    expect((await sandbox.ledger()).map((entry) => [entry.kind, entry.amount])).toEqual([
      ["charge", 10_000],
      ["refund", 4000],
      ["refund", 6000],
    ]);
  });

  it("needs a charge that took money", async () => {
    const intent = await sandbox.regular.paymentIntents.create({ amount: 500, currency: "usd" });
    expect(await refusal(sandbox.regular.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      statusCode: 400,
    });
  });

  it("4000000000005126 fails later and restores the charge's amount", async () => {
    const intent = await paid("pm_card_refundFail");
    const refund = await sandbox.regular.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe("succeeded");
    await sandbox.webhooks(8);
    expect(await sandbox.regular.refunds.retrieve(refund.id)).toMatchObject({
      status: "failed",
      failure_reason: "expired_or_canceled_card",
    });
    expect(await sandbox.regular.charges.retrieve(intent.latest_charge as string)).toMatchObject({
      refunded: false,
      amount_refunded: 0,
    });
    expect((await sandbox.eventTypes()).slice(3)).toEqual([
      "refund.created",
      "charge.refunded",
      "refund.updated",
      "refund.failed",
      "charge.refund.updated",
    ]);
  });

  it("4000000000007726 is pending, then succeeds", async () => {
    const refund = await sandbox.regular.refunds.create({ payment_intent: (await paid("pm_card_pendingRefund")).id });
    expect(refund.status).toBe("pending");
    await sandbox.webhooks(7);
    expect((await sandbox.regular.refunds.retrieve(refund.id)).status).toBe("succeeded");
  });
});

describe("a dispute", () => {
  const disputed = async () => {
    const intent = await paid("pm_card_createDispute");
    const { data } = await sandbox.regular.disputes.list({ payment_intent: intent.id });
    return { intent, dispute: data[0]! };
  };
  const moved = ({ balance_transactions }: Stripe.Dispute) =>
    balance_transactions.map(({ amount, net }) => [amount, net]);

  it("4000000000000259 is charged, then disputed and cannot be refunded", async () => {
    const { intent, dispute } = await disputed();
    expect(intent.status).toBe("succeeded");
    expect(dispute).toMatchObject({ amount: 10_000, status: "needs_response", charge: intent.latest_charge });
    expect(moved(dispute)).toEqual([[-10_000, -11_500]]);
    expect(await sandbox.regular.charges.retrieve(intent.latest_charge as string)).toMatchObject({ disputed: true });
    expect(await refusal(sandbox.regular.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      statusCode: 400,
      code: "charge_disputed",
    });
    expect((await sandbox.eventTypes()).slice(-3)).toEqual([
      "payment_intent.succeeded",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
    ]);
    expect((await sandbox.ledger()).map(({ kind, amount, status }) => [kind, amount, status])).toEqual([
      ["charge", 10_000, "succeeded"],
      ["dispute", 10_000, "needs_response"],
    ]);
  });

  it("returns the money when won, and the charge can be refunded", async () => {
    const { intent, dispute } = await disputed();
    expect(await sandbox.control("POST", "dispute", { ids: [dispute.id], outcome: "won" })).toEqual({
      closed: [dispute.id],
    });
    expect(await sandbox.control("POST", "dispute", { outcome: "lost" })).toEqual({ closed: [] });
    const won = await sandbox.regular.disputes.retrieve(dispute.id);
    expect(won.status).toBe("won");
    expect(moved(won)).toEqual([
      [-10_000, -11_500],
      [10_000, 10_000],
    ]);
    expect((await sandbox.eventTypes()).slice(-2)).toEqual([
      "charge.dispute.closed",
      "charge.dispute.funds_reinstated",
    ]);
    expect((await sandbox.regular.refunds.create({ payment_intent: intent.id })).status).toBe("succeeded");
  });

  it("is lost on request; a request without an id closes all open ones", async () => {
    const { dispute } = await disputed();
    expect(await sandbox.control("POST", "dispute", { outcome: "lost" })).toEqual({ closed: [dispute.id] });
    expect(moved(await sandbox.regular.disputes.retrieve(dispute.id))).toHaveLength(1);
    expect((await sandbox.eventTypes()).at(-1)).toBe("charge.dispute.closed");
    await expect(sandbox.control("POST", "dispute", { outcome: "drawn" })).rejects.toThrow("outcome must be one of");
  });
});

describe("a payment of the past", () => {
  it("is imported with its ids and refunds, without events", async () => {
    const createdAt = Date.parse("2026-05-04T10:00:00Z");
    const past = {
      account: "regular",
      id: "pi_past0001",
      chargeId: "ch_past0001",
      customerId: "cus_past01",
      paymentMethodId: "pm_past0001",
      amount: 10_000,
      createdAt,
      metadata: { order_id: "past" },
      card: "pm_card_visa",
      paid: true,
      refunds: [{ id: "re_past0001", amount: 2_500, createdAt: createdAt + 60_000, metadata: { refund_id: "first" } }],
    };
    const second = { ...past, id: "pi_past0002", chargeId: "ch_past0002", paymentMethodId: "pm_past0002", refunds: [] };
    await sandbox.control("POST", "adopt", { payments: [past, second] });
    await sandbox.control("POST", "adopt", { payments: [past] });
    expect(await sandbox.eventTypes()).toEqual([]);
    const intent = await sandbox.regular.paymentIntents.retrieve("pi_past0001", { expand: ["latest_charge"] });
    expect(intent).toMatchObject({
      status: "succeeded",
      amount_received: 10_000,
      customer: "cus_past01",
      payment_method: "pm_past0001",
      created: createdAt / 1000,
      metadata: { order_id: "past" },
      latest_charge: { id: "ch_past0001", amount_refunded: 2_500 },
    });
    const rest = await sandbox.regular.refunds.create({ payment_intent: "pi_past0001" });
    expect(rest.amount).toBe(7_500);
    const { data } = await sandbox.regular.refunds.list({ payment_intent: "pi_past0001" });
    expect(data.map(({ id, amount }) => [id, amount])).toEqual([
      [rest.id, 7_500],
      ["re_past0001", 2_500],
    ]);
    expect((await sandbox.regular.paymentMethods.list({ customer: "cus_past01" })).data).toHaveLength(2);
  });

  it("is imported with its dispute, which closes like any other", async () => {
    const createdAt = Date.parse("2026-05-04T10:00:00Z");
    const dispute = { id: "dp_past0004", movementId: "txn_past0004", createdAt: createdAt + 60_000 };
    const past = {
      account: "regular",
      id: "pi_past0004",
      chargeId: "ch_past0004",
      customerId: "cus_past04",
      paymentMethodId: "pm_past0004",
      amount: 10_000,
      createdAt,
      metadata: { order_id: "past" },
      card: "pm_card_visa",
      paid: true,
      refunds: [],
      dispute,
    };
    await sandbox.control("POST", "adopt", { payments: [past] });
    expect(await sandbox.eventTypes()).toEqual([]);
    const { data } = await sandbox.regular.disputes.list({ payment_intent: "pi_past0004" });
    expect(data).toMatchObject([
      { id: "dp_past0004", charge: "ch_past0004", created: dispute.createdAt / 1000, status: "needs_response" },
    ]);
    expect(data[0]!.balance_transactions).toMatchObject([
      { id: "txn_past0004", amount: -10_000, source: "dp_past0004" },
    ]);
    await sandbox.control("POST", "dispute", { ids: ["dp_past0004"], outcome: "won" });
    expect(await sandbox.eventTypes()).toEqual(["charge.dispute.closed", "charge.dispute.funds_reinstated"]);
  });

  it("may be unpaid with a card that stopped working", async () => {
    const open = {
      account: "regular",
      id: "pi_past0003",
      chargeId: "",
      customerId: "cus_past03",
      paymentMethodId: "pm_past0003",
      amount: 9_900,
      createdAt: Date.parse("2026-05-04T10:00:00Z"),
      metadata: { subscription_id: "past", cycle: "2" },
      card: "pm_card_chargeCustomerFail",
      paid: false,
      refunds: [],
    };
    await sandbox.control("POST", "adopt", { payments: [open] });
    const intent = await sandbox.regular.paymentIntents.retrieve("pi_past0003");
    expect(intent).toMatchObject({ status: "requires_payment_method", customer: "cus_past03", latest_charge: null });
    const confirmed = sandbox.regular.paymentIntents.confirm("pi_past0003", {
      payment_method: "pm_past0003",
      off_session: true,
    });
    await expect(confirmed).rejects.toMatchObject({ code: "card_declined" });
  });
});

describe("evidence", () => {
  const pdf = (bytes = new Uint8Array([37, 80, 68, 70, 0, 255]), type = "application/pdf") =>
    sandbox.regular.files.create({ purpose: "dispute_evidence", file: { data: bytes, name: "invoice.pdf", type } });
  const aDispute = async () => {
    const intent = await paid("pm_card_createDispute");
    const { data } = await sandbox.regular.disputes.list({ payment_intent: intent.id });
    return data[0]!;
  };

  it("keeps a file's name, type and size, once per key", async () => {
    const file = { data: new Uint8Array([1, 0, 255]), name: "a.pdf", type: "application/pdf" };
    const params = { purpose: "dispute_evidence" as const, file };
    const create = () => sandbox.regular.files.create(params, { idempotencyKey: "one-file" });
    const [first, second] = [await create(), await create()];
    expect(first).toMatchObject({
      object: "file",
      filename: "a.pdf",
      size: 3,
      type: "pdf",
      purpose: "dispute_evidence",
    });
    expect(second.id).toBe(first.id);
    expect((await refusal(pdf(undefined, "text/html"))).message).toContain("file type");
    expect((await refusal(pdf(new Uint8Array(5 * 1024 * 1024 + 1)))).message).toContain("maximum file size");
  });

  it("stages without sending, then submits once", async () => {
    const { id } = await aDispute();
    const receipt = (await pdf()).id;
    const staged = await sandbox.regular.disputes.update(id, {
      evidence: { receipt, product_description: "Links", service_date: "May 1" },
      submit: false,
    });
    expect(staged).toMatchObject({ status: "needs_response", evidence: { receipt, product_description: "Links" } });
    expect(staged.evidence_details).toMatchObject({ has_evidence: true, submission_count: 0 });
    const sent = await sandbox.regular.disputes.update(id, { evidence: { service_date: "" } });
    expect(sent).toMatchObject({ status: "under_review", evidence: { receipt, service_date: null } });
    expect(sent.evidence_details).toMatchObject({ submission_count: 1, submission_method: "manual" });
    expect((await refusal(sandbox.regular.disputes.update(id, { submit: false }))).statusCode).toBe(400);
    expect(await sandbox.eventTypes()).toContain("charge.dispute.updated");
    const { closed } = await sandbox.control<{ closed: string[] }>("POST", "dispute", { ids: [id], outcome: "won" });
    expect(closed).toEqual([id]);
    expect((await sandbox.regular.disputes.retrieve(id)).status).toBe("won");
  });

  it("refuses unknown files, too much text and a late answer", async () => {
    const { id } = await aDispute();
    const update = (evidence: Stripe.DisputeUpdateParams.Evidence) =>
      sandbox.regular.disputes.update(id, { evidence, submit: false });
    expect((await refusal(update({ receipt: "file_nobody" }))).param).toBe("evidence[receipt]");
    expect((await refusal(update({ uncategorized_text: "x".repeat(150_001) }))).param).toBe("evidence");
    sandbox.portal.offsetMs = 10 * 24 * 60 * 60 * 1000;
    expect((await refusal(sandbox.regular.disputes.update(id, {}))).message).toContain("due date");
  });
});
