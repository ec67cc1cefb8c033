import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requiredValues } from "../../scripts/deployment/deployPlan";
import { type RunningPortal, startPortal } from "../support/runningPortal";

const HOST = "portal.example.com";
const SITE = `https://${HOST}`;
const stripe = Object.fromEntries(
  requiredValues.filter((name) => name.startsWith("STRIPE_")).map((name) => [name, `value of ${name}`]),
);

const modes = {
  development: { env: { SEED: "none" }, headers: { Host: undefined } },
  production: {
    env: { SEED: "none", SITE_URL: SITE, APP_ENV: "production", PAYMENTS_MODE: "stripe", ...stripe },
    headers: { Host: HOST },
  },
};

/** Every kind of answer: what asks for it, its status, and what its Cache-Control must say. */
const kinds = [
  ["a page", "GET", "/signin", 200, /no-cache|no-store/],
  ["a redirect", "GET", "/orders", 303, /no-cache|no-store/],
  ["a link with the end of its sentence", "GET", "/services/1/checkout%22).", 302, /no-store/],
  ["a page that does not exist", "GET", "/nothing-here", 404, /no-cache|no-store/],
  ["an overlong address", "GET", `/${"a/".repeat(40)}`, 404, /no-cache|no-store/],
  ["a form from another site", "POST", "/signin", 403, /no-cache|no-store/],
  ["a method that pages do not take", "PUT", "/signin", 403, /no-cache|no-store/],
  ["an API error", "POST", "/api/user/signIn", 400, /no-store/],
  ["an API call without a token", "POST", "/api/order/find", 401, /no-store/],
  ["the API document", "GET", "/api/openapi.json", 200, /./],
  ["a missing file", "GET", "/files/nothing", 404, /no-cache|no-store/],
  ["a refused socket", "GET", "/our-websocket", 426, /no-cache|no-store/],
  ["a forged webhook", "POST", "/webhooks/stripe/regular", 400, /no-cache|no-store/],
  ["a referral link", "GET", "/r/AFF2026", 302, /no-store/],
  ["a referral link by POST", "POST", "/r/AFF2026", 405, /no-store/],
  ["a favicon", "GET", "/favicon.ico", 200, /./],
  ["a missing asset", "GET", "/assets/missing.js", 404, /^no-store$/],
  ["a folder of assets", "GET", "/assets/", 404, /^no-store$/],
  ["a request to trace itself", "TRACE", "/signin", 403, /no-cache|no-store/],
  ["the security contact", "GET", "/.well-known/security.txt", 200, /max-age=86400/],
  ["the keys of evidence", "GET", "/.well-known/portal-evidence.json", 200, /max-age=3600/],
] as const;

describe.each(Object.entries(modes))("in %s", (mode, { env, headers }) => {
  let portal: RunningPortal;
  beforeAll(async () => {
    portal = await startPortal(env);
  }, 240_000);
  afterAll(() => portal?.remove());

  /** Unlike `fetch`, this sends another Host. */
  const ask = async (
    method: string,
    path: string,
    { host = headers.Host, ...others }: Record<string, string | undefined> = {},
  ) => {
    const asked = Object.fromEntries(
      Object.entries({ Host: host, ...others }).filter(([, value]) => value !== undefined),
    );
    const sent = request({ port: portal.port, method, path, agent: false, headers: asked }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    const body = Buffer.concat(await answer.toArray()).toString();
    return { status: answer.statusCode, headers: new Headers(answer.headers as Record<string, string>), body };
  };
  const assertCommon = (answer: Awaited<ReturnType<typeof ask>>) => {
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      // Wallets answer the page that opened them (rules.md checkout/express); static files have no page.
      "cross-origin-opener-policy": expect.stringMatching(
        mode === "production" ? /^same-origin(-allow-popups)?$/ : /^same-origin$/,
      ),
    });
    if (mode === "production")
      expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=63072000; includeSubDomains");
    for (const rule of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"])
      expect(answer.headers.get("Content-Security-Policy")).toContain(rule);
    // The portal shares nothing with scripts of other sites.
    expect(answer.headers.has("Access-Control-Allow-Origin")).toBe(false);
    const type = answer.headers.get("Content-Type");
    if (answer.body) expect(type).toBeTruthy();
    if (type?.startsWith("text/")) expect(type).toMatch(/; ?charset=utf-8$/i);
  };

  test.each(kinds)("%s carries its headers", async (_, method, path, status, cache) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(status);
    assertCommon(answer);
    expect(answer.headers.get("Cache-Control") ?? "", "Cache-Control").toMatch(cache);
  });

  test("a built asset is cached for ever", async () => {
    const file = readdirSync("build/client/assets").find((name) => name.endsWith(".js"))!;
    const answer = await ask("GET", `/assets/${file}`);
    expect(answer.status).toBe(200);
    assertCommon(answer);
    expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  });

  test("a GET may announce an empty body", async () => {
    expect((await ask("GET", "/signin", { "Content-Length": "0" })).status).toBe(200);
  });

  test("a form whose origin is another host is refused, not a fault", async () => {
    const site = mode === "production" ? SITE : `http://localhost:${portal.port}`;
    const post = async (others: Record<string, string>) =>
      (await ask("POST", "/signin", { "Content-Type": "application/x-www-form-urlencoded", ...others })).status;
    expect(await post({ Origin: site })).toBe(400);
    for (const Origin of ["https://evil.example", "no address"])
      expect(await post({ Origin, "Sec-Fetch-Site": "same-origin" })).toBe(403);
    expect(await post({ Origin: site, "X-Forwarded-Host": "evil.example" })).toBe(403);
  });

  test.each(["link", "reset", "challenge"])("a page that read the %s cookie is stored nowhere", async (name) => {
    const pages = {
      link: "/signin/link?sent",
      reset: "/password/reset?sent",
      challenge: "/signin/code",
    };
    const Cookie = `${mode === "production" ? "__Host-" : ""}${name}=ada%40example.com`;
    const page = await ask("GET", pages[name as keyof typeof pages], { Cookie });
    expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  });

  test.runIf(mode === "production")("another host name leads to the portal and takes nothing", async () => {
    const other = "a1b2c3.portal.pages.dev";
    const page = await ask("GET", "/signin?redirectUrl=%2Forders", { host: other });
    expect([page.status, page.headers.get("Location")]).toEqual([301, `${SITE}/signin?redirectUrl=%2Forders`]);
    assertCommon(page);
    for (const path of ["/signin", "/api/user/signIn", "/webhooks/stripe/regular"]) {
      const post = await ask("POST", path, { host: other });
      expect(post.status).toBe(421);
      assertCommon(post);
    }
  });

  test.runIf(mode === "production")("without https pages redirect and programs are refused", async () => {
    const unencrypted = { "X-Forwarded-Proto": "http" };
    const page = await ask("GET", "/signin?redirectUrl=%2Forders", unencrypted);
    expect([page.status, page.headers.get("Location")]).toEqual([301, `${SITE}/signin?redirectUrl=%2Forders`]);
    for (const [method, path] of [
      ["POST", "/signin"],
      ["GET", "/api/user/countries"],
      ["POST", "/api/user/signIn"],
      ["POST", "/webhooks/stripe/regular"],
      ["GET", "/our-websocket"],
    ] as const) {
      const refused = await ask(method, path, unencrypted);
      expect([path, refused.status]).toEqual([path, 421]);
      assertCommon(refused);
    }
  });

  test.runIf(mode === "production")("pages of development and the card sandbox do not exist", async () => {
    for (const path of ["/dev/gallery", "/__stripe/stripe.js"]) expect((await ask("GET", path)).status).toBe(404);
    expect((await ask("GET", "/signin")).headers.has("Server-Timing")).toBe(false);
  });

  test("the security contact names this portal and has not expired", async () => {
    const { body } = await ask("GET", "/.well-known/security.txt");
    const site = mode === "production" ? SITE : `http://localhost:${portal.port}`;
    expect(body).toContain(`Canonical: ${site}/.well-known/security.txt`);
    expect(Date.parse(/^Expires: (.*)$/m.exec(body)![1]!)).toBeGreaterThan(Date.now());
  });
});
