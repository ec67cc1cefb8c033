import { expect, test } from "vitest";
import { PaymentsMisconfigured } from "~/domain/ports/paymentFailures";
import { type PaymentEnv, paymentMode } from "./paymentMode.server";
import { stripePayments } from "./payments.server";

const CARD_SANDBOX = { fetch: async () => new Response() } as unknown as Fetcher;
const real: PaymentEnv = {
  APP_ENV: "production",
  PAYMENTS_MODE: "stripe",
  STRIPE_REGULAR_SECRET_KEY: "sk_live_regular",
  STRIPE_REGULAR_PUBLISHABLE_KEY: "pk_live_regular",
  STRIPE_REGULAR_WEBHOOK_SECRET: "whsec_regular",
  STRIPE_CUSTOM_SECRET_KEY: "sk_live_custom",
  STRIPE_CUSTOM_PUBLISHABLE_KEY: "pk_live_custom",
  STRIPE_CUSTOM_WEBHOOK_SECRET: "whsec_custom",
};
const names = Object.keys(real).filter((name) => name.startsWith("STRIPE_")) as (keyof PaymentEnv)[];

test("uses the sandbox and its public keys without any settings", () => {
  const payments = stripePayments({ CARD_SANDBOX }, 0);
  expect([payments.sandbox, payments.scriptUrl, payments.publishableKey("custom")]).toEqual([
    true,
    "/__stripe/stripe.js",
    "pk_test_sandbox_custom",
  ]);
});

test("uses Stripe with all six values, even without a mode", () => {
  for (const PAYMENTS_MODE of ["stripe", undefined, ""]) {
    const payments = stripePayments({ ...real, PAYMENTS_MODE }, 0);
    expect([payments.sandbox, payments.publishableKey("regular")]).toEqual([false, "pk_live_regular"]);
    expect(payments.scriptUrl).toMatch(/^https:\/\/js\.stripe\.com\//);
  }
});

test.each(names)("names the missing %s, with and without an explicit mode", (name) => {
  for (const PAYMENTS_MODE of ["stripe", undefined]) {
    const env = { ...real, PAYMENTS_MODE, [name]: undefined, CARD_SANDBOX };
    expect(() => paymentMode(env)).toThrow(PaymentsMisconfigured);
    expect(() => paymentMode(env)).toThrow(name);
  }
});

test.each(["SECRET_KEY", "PUBLISHABLE_KEY", "WEBHOOK_SECRET"])("rejects one %s for both accounts", (key) => {
  const env = { ...real, [`STRIPE_CUSTOM_${key}`]: real[`STRIPE_REGULAR_${key}` as keyof PaymentEnv] };
  expect(() => paymentMode(env)).toThrow(/must not be the same/);
});

test.each<[string, PaymentEnv, RegExp]>([
  ["the sandbox in production", { APP_ENV: "production", CARD_SANDBOX }, /PAYMENTS_MODE/],
  [
    "a live key in sandbox mode",
    { ...real, APP_ENV: "development", PAYMENTS_MODE: "sandbox", CARD_SANDBOX },
    /STRIPE_REGULAR_SECRET_KEY is a live key/,
  ],
  ["a missing sandbox binding", { APP_ENV: "development" }, /CARD_SANDBOX/],
  ["an unknown mode", { PAYMENTS_MODE: "test", CARD_SANDBOX }, /PAYMENTS_MODE/],
])("rejects %s", (_, env, words) => {
  expect(() => paymentMode(env)).toThrow(words);
});

test("never puts a value in a message", () => {
  const env = { ...real, STRIPE_CUSTOM_SECRET_KEY: real.STRIPE_REGULAR_SECRET_KEY };
  expect(() => paymentMode(env)).toThrow(expect.objectContaining({ message: expect.not.stringContaining("sk_live") }));
});
