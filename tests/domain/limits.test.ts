import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consumeRateLimit } from "~/domain/accounts/consumeRateLimit";
import { knownBrowser, rememberBrowser } from "~/domain/accounts/knownBrowser";
import { type Limit, type LimitRule, limits, networksOf } from "~/domain/accounts/limits";
import { TooMany } from "~/domain/errors";
import { limitedAddress } from "~/http/requestContext.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const attempt = (limit: Limit, address: string, subject: string | null, { now = TEST_NOW, amount = 1 } = {}) =>
  consumeRateLimit(testContext(database.db, anonymous, { address, now }), limit, subject, amount).then(
    () => "counted" as const,
    (error: TooMany) => error,
  );
/** The number of `times` attempts that were counted, and the first refusal. */
async function attempts(times: number, one: (n: number) => ReturnType<typeof attempt>) {
  let counted = 0;
  for (let n = 0; n < times; n++) {
    const answer = await one(n);
    if (answer !== "counted") return { counted, refusal: answer };
    counted++;
  }
  return { counted, refusal: null };
}
const addressOf = (n: number) => `198.51.${100 + Math.floor(n / 250)}.${n % 250}`;

describe.each(Object.entries(limits) as [Limit, LimitRule][])("%s", (name, rule) => {
  const { perAccount, perAccountTotal = perAccount, windowMs } = rule;
  /** Limits of amounts are reached in steps. */
  const amount = perAccount > 100 ? 100 : 1;

  test("stops an account at its limit from all networks until the window ends", async () => {
    const one = (n: number) => attempt(name, addressOf(n), "one account", { amount });
    const { counted, refusal } = await attempts(perAccountTotal / amount + 1, one);
    expect(counted).toBe(perAccountTotal / amount);
    expect(refusal).toBeInstanceOf(TooMany);
    expect(refusal).toMatchObject({ kind: "TooMany", retryAfterSeconds: windowMs / 1000 });
    expect(await attempt(name, addressOf(0), "another account")).toBe("counted");
    const [before, after] = [{ now: TEST_NOW + windowMs - 1 }, { now: TEST_NOW + windowMs }];
    expect(await attempt(name, "203.0.113.1", "one account", before)).toBeInstanceOf(TooMany);
    expect(await attempt(name, "203.0.113.2", "one account", after)).toBe("counted");
  });

  test("stops an account at its number on one network", async () => {
    const one = () => attempt(name, "203.0.113.7", "one account", { amount });
    expect((await attempts(perAccount / amount + 1, one)).counted).toBe(perAccount / amount);
  });
});

const rules = Object.entries(limits) as [Limit, LimitRule][];
test.each(rules.filter(([, rule]) => rule.perNetwork))("%s: stops a network over all accounts", async (name, rule) => {
  const most = rule.perNetwork ?? 0;
  const amount = most > 100 && rule.perAccount > 100 ? 100 : 1;
  const one = (n: number) => attempt(name, "203.0.113.7", `account ${n}`, { amount });
  expect((await attempts(most / amount + 1, one)).counted).toBe(most / amount);
  expect(await attempt(name, "203.0.113.8", "an account")).toBe("counted");
});

describe("a browser that signed in before", () => {
  const EMAIL = "ada@example.com";
  const strangers = (limit: Limit) =>
    attempts(limits[limit].perAccount * 20, (n) => attempt(limit, addressOf(n), EMAIL));
  const owner = async (limit: Limit, { browserCookie = null as string | null, subject = EMAIL } = {}) =>
    consumeRateLimit(testContext(database.db, anonymous, { address: "203.0.113.7", browserCookie }), limit, subject);
  const remembered = (...emails: string[]) =>
    emails.reduce(
      async (cookie, email) =>
        rememberBrowser(testContext(database.db, anonymous, { browserCookie: await cookie }), email),
      Promise.resolve(null as string | null),
    );

  test.each(["signIn", "signInCode", "signInLink", "reset"] as const)(
    "%s: strangers do not lock it out",
    async (limit) => {
      const browserCookie = await remembered("other@example.com", EMAIL);
      expect((await strangers(limit)).refusal).toBeInstanceOf(TooMany);
      await expect(owner(limit)).rejects.toBeInstanceOf(TooMany);
      for (let n = 0; n < limits[limit].perAccount; n++) await owner(limit, { browserCookie });
      await expect(owner(limit, { browserCookie })).rejects.toBeInstanceOf(TooMany);
    },
  );

  test("has no part in the limit of another account, or with a forged cookie", async () => {
    await strangers("signIn");
    const [nonce] = (await remembered(EMAIL))!.split(".");
    for (const browserCookie of [
      await remembered("other@example.com"),
      nonce!,
      `${nonce}.${"A".repeat(43)}`,
      "...",
      "",
    ])
      await expect(owner("signIn", { browserCookie })).rejects.toBeInstanceOf(TooMany);
  });

  test("is remembered for the last eight accounts", async () => {
    const emails = Array.from({ length: 9 }, (_, n) => `person${n}@example.com`);
    const browserCookie = await remembered(...emails, emails[8]!);
    const ctx = testContext(database.db, anonymous, { browserCookie });
    const known = await Promise.all(emails.map(async (email) => (await knownBrowser(ctx, email)) !== null));
    expect(known).toEqual([false, ...Array(8).fill(true)]);
  });
});

test("30 parallel attempts count no more than the limit", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt("signIn", "203.0.113.7", "an account")));
  expect(answers.filter((answer) => answer === "counted")).toHaveLength(limits.signIn.perAccount);
});

test("one IPv6 line has one limit, and its site four times as much", async () => {
  const line = await attempts(40, (n) => attempt("signUp", `2001:db8:1:1::${n + 1}`, null));
  expect(line.counted).toBe(limits.signUp.perNetwork);
  const site = await attempts(200, (n) => attempt("signUp", `2001:db8:1:${(n + 2).toString(16)}::1`, null));
  expect(line.counted + site.counted + 1).toBe(4 * limits.signUp.perNetwork);
  expect(await attempt("signUp", "2001:db8:2:1::1", null)).toBe("counted");
});

test.each([
  ["203.0.113.7", ["address:203.0.113.7"]],
  ["::ffff:203.0.113.7", ["address:203.0.113.7"]],
  ["2001:DB8:0:0:0:0:0:1", ["address:2001:db8::/64", "address:2001:db8::/48"]],
  ["2001:db8::ffff", ["address:2001:db8::/64", "address:2001:db8::/48"]],
  ["2001:db8:0:1::1", ["address:2001:db8:0:1::/64", "address:2001:db8::/48"]],
  ["unknown", ["address:unknown"]],
  ["not an address", ["address:unknown"]],
])("counts %s as %j", (address, keys) => {
  expect(networksOf(address).map(({ key }) => key)).toEqual(keys);
});

test("in production, requests without an address share one limit", async () => {
  const request = (headers: Record<string, string>) => new Request("https://portal.example.com/", { headers });
  const claims = [
    {},
    { "X-Forwarded-For": "203.0.113.9" },
    { "X-Real-IP": "203.0.113.9" },
    { Forwarded: "for=203.0.113.9" },
  ];
  for (const headers of claims) {
    expect(limitedAddress(request(headers as Record<string, string>), true)).toBe("unknown");
    expect(limitedAddress(request(headers as Record<string, string>))).toBeNull();
  }
  const { counted } = await attempts(limits.signUp.perNetwork + 1, () => attempt("signUp", "unknown", null));
  expect(counted).toBe(limits.signUp.perNetwork);
});

test("docs/security.md lists every limit", () => {
  const windowText = (ms: number) =>
    ms === 24 * 3_600_000 ? "1 day" : ms === 60_000 ? "1 minute" : `${ms / 60_000} minutes`;
  const rows = Object.values(limits).map(
    ({ what, perAccount, perAccountTotal, perNetwork, windowMs }: LimitRule) =>
      `| ${what} | ${perAccount} | ${perAccountTotal ?? "–"} | ${perNetwork ?? "–"} | ${windowText(windowMs)} |`,
  );
  const documented = readFileSync("docs/security.md", "utf8").match(/(?<=\| Window \|\n\|[-|]+\|\n)(\|.*\n)+/)?.[0];
  expect(documented?.trim().split("\n")).toEqual(rows);
});
