import { expect, test } from "vitest";
import { DAY_MS } from "../days";
import { afterDecline, asksOwner } from "./dunning";

type Decline = Parameters<typeof afterDecline>[0];
const declined = (values: Partial<Decline> = {}): Decline => ({
  code: "card_declined",
  declineCode: "generic_decline",
  adviceCode: null,
  message: "Your card was declined.",
  paymentMethodId: null,
  ...values,
});
const START = Date.parse("2026-11-21T09:00:00.000Z");
const afterTry = (tries: number, now: number, decline = declined()) =>
  afterDecline(decline, { tries, firstTriedAt: START, now, retryDays: [1, 3, 6] });

/** Declines that are never retried (rules.md subscriptions/dunning). */
test.each([
  "lost_card",
  "stolen_card",
  "pickup_card",
  "restricted_card",
  "fraudulent",
  "stop_payment_order",
  "expired_card",
  "payment_method_unexpected_state",
  "resource_missing",
  "revocation_of_authorization",
  "revocation_of_all_authorizations",
])("never retries %s, as code or as decline code", (hard) => {
  for (const decline of [declined({ code: hard, declineCode: null }), declined({ declineCode: hard })])
    expect(afterTry(1, START, decline)).toEqual({ event: "triesOver", nextTryAt: null });
});

test("retries only if the issuer's advice allows it", () => {
  expect(afterTry(1, START, declined({ adviceCode: "do_not_try_again" })).event).toBe("triesOver");
  expect(afterTry(1, START, declined({ adviceCode: "try_again_later" })).event).toBe("tryFailed");
});

/** Retry days (rules.md subscriptions/dunning). */
test.each([
  [1, 1],
  [2, 3],
  [3, 6],
])("after try %i the next is %i days after the first", (tries, days) => {
  expect(afterTry(tries, START)).toEqual({ event: "tryFailed", nextTryAt: START + days * DAY_MS });
});

test("the fourth try is the last", () => {
  expect(afterTry(4, START + 6 * DAY_MS)).toEqual({ event: "triesOver", nextTryAt: null });
});

test("makes up for missed days with one try, half a day later", () => {
  const late = START + 10 * DAY_MS;
  expect(afterTry(1, late).nextTryAt).toBe(late + DAY_MS / 2);
});

test.each([
  [{ code: "authentication_required", declineCode: null }, true],
  [{ code: "card_declined", declineCode: "authentication_required" }, true],
  [{ code: "card_declined", declineCode: null }, false],
])("%j: the bank asks for authentication: %s", (values, asks) => {
  expect(asksOwner(declined(values))).toBe(asks);
});
