import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contractPath, generateStripeContract } from "../../scripts/stripeContract";
import { apiVersion } from "../../workers/card-sandbox/events";
import { contractViolations } from "../support/stripeContract";

const committed = readFileSync(contractPath, "utf8");
const contract = JSON.parse(committed) as {
  meta: { sdk: string; api_version: string };
  events: Record<string, string>;
  operations: Record<
    string,
    { method: string; path: string; request?: { properties: Record<string, unknown>; required?: string[] } }
  >;
  $defs: Record<string, { required?: string[]; properties: Record<string, unknown> }>;
};
const parametersOf = (operation: string) => Object.keys(contract.operations[operation]?.request?.properties ?? {});

describe("the card contract", () => {
  it("matches the installed stripe (else: npm run stripe:contract)", () => {
    expect(generateStripeContract()).toBe(committed);
  });

  it("has the API version that client and sandbox speak", () => {
    expect(contract.meta.api_version).toBe("2026-10-28.endive");
    expect(apiVersion).toBe(contract.meta.api_version);
  });

  it.each([
    "paymentIntents.create",
    "paymentIntents.update",
    "paymentIntents.confirm",
    "setupIntents.create",
    "setupIntents.confirm",
    "checkout.sessions.create",
  ])("%s has allowed_payment_method_types and no payment_method_types", (operation) => {
    expect(parametersOf(operation)).toContain("allowed_payment_method_types");
    expect(parametersOf(operation)).not.toContain("payment_method_types");
  });

  it.each([
    ["paymentIntents.create", "POST", "/v1/payment_intents", ["amount", "currency"]],
    ["paymentIntents.confirm", "POST", "/v1/payment_intents/{id}/confirm", undefined],
    ["paymentIntents.cancel", "POST", "/v1/payment_intents/{id}/cancel", undefined],
    ["paymentMethods.attach", "POST", "/v1/payment_methods/{id}/attach", undefined],
    ["customers.del", "DELETE", "/v1/customers/{id}", undefined],
    ["customers.listPaymentMethods", "GET", "/v1/customers/{id}/payment_methods", undefined],
    ["checkout.sessions.create", "POST", "/v1/checkout/sessions", ["mode", "success_url"]],
    ["checkout.sessions.expire", "POST", "/v1/checkout/sessions/{id}/expire", undefined],
    ["refunds.create", "POST", "/v1/refunds", undefined],
    ["events.list", "GET", "/v1/events", undefined],
  ])("%s is %s %s", (operation, method, path, required) => {
    expect(contract.operations[operation]).toMatchObject({ method, path });
    expect(contract.operations[operation]?.request?.required).toEqual(required);
  });

  it("names the fields that settling, dunning and refunds read", () => {
    expect(contract.$defs.payment_intent?.required).toEqual(
      expect.arrayContaining([
        "amount",
        "currency",
        "customer",
        "last_payment_error",
        "latest_charge",
        "metadata",
        "next_action",
        "status",
      ]),
    );
    expect(contract.$defs.api_error?.properties).toMatchObject({
      advice_code: { type: "string" },
      decline_code: { type: "string" },
      code: { type: "string" },
    });
    expect(contract.$defs.charge?.required).toEqual(
      expect.arrayContaining(["outcome", "failure_code", "amount_refunded", "refunded"]),
    );
    expect(contract.events).toMatchObject({
      "payment_intent.succeeded": "payment_intent",
      "payment_intent.payment_failed": "payment_intent",
      "payment_intent.requires_action": "payment_intent",
      "charge.refunded": "charge",
      "refund.failed": "refund",
      "checkout.session.expired": "checkout.session",
      "setup_intent.succeeded": "setup_intent",
      "payment_method.detached": "payment_method",
      "customer.deleted": "customer",
    });
  });

  const call = {
    method: "POST",
    url: "https://api.stripe.com/v1/payment_intents",
    status: 402,
    answer: { error: { type: "card_error", code: "card_declined" } },
    fromBrowser: false,
  };
  it.each([
    ["amount=500&currency=usd", 0],
    ["amount=500&currency=usd&payment_method_types[]=card", 1],
    ["amount=49&currency=usd", 1],
    ["currency=usd", 1],
    ["amount=500&currency=usd&off_session=true&confirm=true", 0],
    ["amount=500&currency=usd&off_session=true", 1],
    ["amount=500&currency=usd&allowed_payment_method_types[]=card&automatic_payment_methods[enabled]=true", 1],
  ])("judges %s", (body, wrong) => {
    expect(contractViolations({ ...call, body }).length > 0).toBe(wrong === 1);
  });

  it("detects an answer that is not Stripe's", () => {
    const answer = {
      ...call,
      body: "amount=500&currency=usd",
      status: 200,
      answer: { id: "pi_1", object: "payment_intent", colour: "red" },
    };
    const violations = contractViolations(answer).join("\n");
    expect(violations).toContain("must have required property 'status'");
    expect(violations).toContain("answer invents payment_intent.colour");
    expect(contractViolations({ ...answer, url: "https://api.stripe.com/v1/nowhere" })).toHaveLength(1);
  });
});
