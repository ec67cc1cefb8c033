import { expect, test } from "vitest";
import { type AccountAnswer, type AccountFacts, accountLines } from "./accountLines";

const NOW = Date.UTC(2026, 2, 5, 12);
const HOUR_MS = 3_600_000;

const read = (values: object = {}): AccountAnswer => ({
  kind: "read",
  account: {
    id: "acct_1",
    name: "Acme",
    live: true,
    chargesEnabled: true,
    cardPayments: "active",
    statement: "ACME LINKS",
    statementPrefix: "ACME",
    ...values,
  },
});
const linesOf = (values: Partial<AccountFacts> = {}) =>
  accountLines({
    account: "regular",
    answer: read(),
    publishableKey: "pk_live_abcd1234",
    sandbox: false,
    statementText: null,
    shared: false,
    lastEvent: { type: "charge.refunded", receivedAt: NOW - 3 * HOUR_MS },
    missedAt: null,
    now: NOW,
    zone: "UTC",
    ...values,
  });
const redLines = (values: Partial<AccountFacts>) => linesOf(values).filter(({ state }) => state === "bad");

test("an account that works has no line that needs someone", () => {
  expect(linesOf()).toEqual([
    { label: "Account", state: "plain", text: "Acme (acct_1)" },
    { label: "Mode", state: "good", text: "Live: cards are charged" },
    { label: "Charges", state: "good", text: "Enabled" },
    { label: "Card payments", state: "good", text: "Active" },
    { label: "Card statement", state: "plain", text: "ACME LINKS" },
    { label: "Publishable key", state: "plain", text: "STRIPE_REGULAR_PUBLISHABLE_KEY …1234" },
    { label: "Last webhook", state: "plain", text: "charge.refunded, 3 hours ago (5 Mar 26 09:00 AM)" },
  ]);
});

test.each<[string, Partial<AccountFacts>, RegExp, RegExp]>([
  ["charges that are off", { answer: read({ chargesEnabled: false }) }, /^Charges are off/, /activation/],
  ["cards that are off", { answer: read({ cardPayments: "inactive" }) }, /^Card payments are off/, /payment methods/],
  ["keys of two modes", { answer: read({ live: false }) }, /publishable key is live/, /STRIPE_REGULAR_SECRET_KEY/],
  ["one account for both", { shared: true }, /keys of acct_1/, /second account/],
  ["a silent provider", { answer: { kind: "silent" } }, /does not answer/, /in a minute/],
  ["a refused key", { answer: { kind: "key refused" } }, /refuses the secret key/, /STRIPE_REGULAR_SECRET_KEY/],
  ["an odd answer", { answer: { kind: "unreadable" } }, /cannot be read/, /logs/],
  [
    "a missing value",
    { answer: { kind: "misconfigured", message: "STRIPE_REGULAR_SECRET_KEY is missing" }, publishableKey: null },
    /STRIPE_REGULAR_SECRET_KEY is missing/,
    /deploy/,
  ],
  ["webhooks that stopped", { missedAt: NOW - HOUR_MS }, /had to be looked up/, /\/webhooks\/stripe\/regular/],
])("shows %s in red and says what to do", (_, facts, text, advice) => {
  const lines = redLines(facts);
  expect(lines).toHaveLength(1);
  expect(lines[0]!.text).toMatch(text);
  expect(lines[0]!.advice).toMatch(advice);
});

test("a test account is a warning, and no failure", () => {
  const lines = linesOf({ answer: read({ live: false }), publishableKey: "pk_test_abcd1234" });
  expect(lines.find(({ label }) => label === "Mode")).toMatchObject({ state: "warning" });
  expect(lines.some(({ state }) => state === "bad")).toBe(false);
});

test.each([
  ["a text after the prefix", { statementText: "GUEST POSTS" }, "ACME* GUEST POSTS"],
  ["a text without a prefix", { statementText: "POSTS", answer: read({ statementPrefix: null }) }, "ACME LINKS* POSTS"],
  ["the account's own text", {}, "ACME LINKS"],
  ["neither", { answer: read({ statement: null, statementPrefix: null }) }, "Not set"],
])("shows what card statements say: %s", (_, facts, text) => {
  expect(linesOf(facts).find(({ label }) => label === "Card statement")?.text).toBe(text);
});
