import { createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pages } from "~/pages";
import { encodeId } from "~/paths";
import { sandboxKeys } from "../../workers/card-sandbox/keys";
import {
  type ApiBuyer,
  aBuyer,
  answersFor,
  aPlacement,
  BUYER_PASSWORD,
  buy,
  confirmCard,
  eventsOf,
  ledgerOf,
  place,
  type ServedService,
  serviceNamed,
} from "../support/apiBuyer";
import { aFile, jpegBytes, pdfBytes, pngBytes, xlsxBytes } from "../support/fileBytes";
import { type RunningPortal, SEEDED_PASSWORD, startPortal } from "../support/runningPortal";
import { until } from "../support/until";

/** Runs on https as in production, with its cookies and headers. */
const SITE = "https://portal.example.com";
const MINUTE = 60_000;
const WRONG_PASSWORD = "Wrong#2026-kiwi";
const CARD = "4242424242424242";

let portal: RunningPortal;
let service: ServedService;
/** Strings that must appear nowhere at the end (rules.md security/no-secrets). */
const secrets = new Set([SEEDED_PASSWORD, BUYER_PASSWORD, WRONG_PASSWORD, CARD]);

const remember = (...values: string[]) => {
  for (const value of values) secrets.add(value);
};
/** Signs in and returns the session cookie; remembers its secret. */
async function signedIn(name = "customer", password = SEEDED_PASSWORD) {
  const cookie = await portal.cookie(name.includes("@") ? name : `${name}@example.com`, password);
  remember(cookie.split(".").at(-1)!);
  return cookie;
}
async function tokensOf(name: string, password = SEEDED_PASSWORD) {
  const tokens = await portal.tokens(name.includes("@") ? name : `${name}@example.com`, password);
  remember(tokens.jwtToken, tokens.refreshToken.split(".").at(-1)!);
  return tokens;
}
async function newBuyer(): Promise<ApiBuyer> {
  const buyer = await aBuyer(portal);
  remember(buyer.bearer, buyer.refreshToken.split(".").at(-1)!);
  return buyer;
}
async function placed(buyer: ApiBuyer, values = {}) {
  const order = await place(portal, buyer.bearer, service, values);
  remember(order.client_secret);
  return order;
}
const staffBearer = async () => (await tokensOf("superadmin")).jwtToken;
const from = (address: string) => ({ "CF-Connecting-IP": address });

beforeAll(async () => {
  portal = await startPortal({ SITE_URL: SITE });
  service = await serviceNamed(portal, (await newBuyer()).bearer, "SEO Content Writing");
}, 240_000);
afterAll(() => portal?.remove());

test("the session cookie is __Host-, Secure, HttpOnly, Lax and page-only", async () => {
  const answer = await portal.post("/signin", { email: "customer@example.com", password: SEEDED_PASSWORD });
  const [cookie, browser, ...others] = answer.headers.getSetCookie();
  expect(browser).toMatch(/^__Host-browser=[\w-]{43}\.[\w-]{43}; /);
  expect(others).toEqual([]);
  const [pair, ...flags] = cookie!.split("; ");
  expect(pair).toMatch(/^__Host-session=[0-9A-Z]{26}\.1\.[\w-]{43}$/);
  expect(flags.sort()).toEqual(["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Lax", "Secure"]);
  remember(pair!.split(".").at(-1)!);
  const byApi = await portal.api("POST", "/user/signIn", {
    body: { email: "customer@example.com", password: SEEDED_PASSWORD },
  });
  remember(byApi.json.jwtToken);
  expect(byApi.cookies).toEqual([]);
  expect((await portal.api("GET", "/user/detail", { headers: { Cookie: pair! } })).status).toBe(401);
  expect((await portal.ask("GET", "/orders", { bearer: byApi.json.jwtToken })).location).toBe(
    "/signin?redirectUrl=%2Forders",
  );
});

test("ten parallel page requests at expiry rotate the session once", async () => {
  const cookie = await signedIn();
  await portal.control.moveClock({ advanceMs: 15 * MINUTE });
  const answers = await Promise.all(
    ["/orders", "/services", "/notifications", "/", "/notifications/latest"]
      .flatMap((path) => [path, path])
      .map((path) => portal.get(path, { Cookie: cookie })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const given = new Set(answers.flatMap(({ cookies }) => cookies.filter((one) => one.startsWith("__Host-session="))));
  expect(given.size).toBe(1);
  const [renewed] = [...given];
  expect(renewed).toMatch(/^__Host-session=[0-9A-Z]{26}\.2\./);
  remember(renewed!.split(".").at(-1)!);

  const next = await portal.get("/orders", { Cookie: renewed! });
  expect([next.status, next.cookies]).toEqual([200, []]);
  await portal.control.moveClock({ advanceMs: 11_000 });
  const replayed = await portal.get("/orders", { Cookie: cookie });
  expect([replayed.status, replayed.location]).toEqual([303, "/signin?redirectUrl=%2Forders"]);
  expect(replayed.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-session=;.*Max-Age=0/)]);
  expect((await portal.get("/orders", { Cookie: renewed! })).status).toBe(303);
});

test("no cache keeps a public picture that carries a renewed session", async () => {
  const form = new FormData();
  form.set("file", aFile(pngBytes(), "a.png"));
  form.set("kind", "serviceImage");
  const { url } = (await portal.api("POST", "/upload", { bearer: await staffBearer(), body: form })).json;
  const cookie = await signedIn();
  const before = await portal.get(url, { Cookie: cookie });
  expect([before.cookies, before.headers.get("Cache-Control")]).toEqual([[], "public, max-age=86400"]);
  await portal.control.moveClock({ advanceMs: 15 * MINUTE });
  const renewed = await portal.get(url, { Cookie: cookie });
  expect(renewed.cookies).toEqual([expect.stringMatching(/^__Host-session=[0-9A-Z]{26}\.2\./)]);
  remember(renewed.cookies[0]!.split(".").at(-1)!);
  expect([renewed.status, renewed.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
});

test("ten parallel refreshToken calls succeed with the same tokens", async () => {
  const { refreshToken } = await tokensOf("customer");
  const refresh = (token: string) => portal.api("GET", `/user/refreshToken?token=${encodeURIComponent(token)}`);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const renewed = new Set(answers.map(({ json }) => json.refreshToken as string));
  expect(renewed.size).toBe(1);
  const [next] = [...renewed];
  expect(next).toMatch(/\.2\./);
  remember(next!.split(".").at(-1)!, ...answers.map(({ json }) => json.jwtToken as string));
  const bearer = answers[0]!.json.jwtToken as string;
  expect((await portal.api("GET", "/user/detail", { bearer })).status).toBe(200);
  await portal.control.moveClock({ advanceMs: 11_000 });
  expect((await refresh(refreshToken)).status).toBe(403);
  expect((await refresh(next!)).status).toBe(403);
  expect((await portal.api("GET", "/user/detail", { bearer })).status).toBe(401);
});

test("sign-out, idling and a password reset end sessions on the server", async () => {
  const cookie = await signedIn();
  expect((await portal.get("/logout", { Cookie: cookie })).status).toBe(302);
  expect((await portal.get("/orders", { Cookie: cookie })).status).toBe(200);
  const out = await portal.post("/logout", {}, { Cookie: cookie });
  expect(out.headers.get("Clear-Site-Data")).toBe('"storage"');
  expect([out.status, out.location]).toEqual([303, "/signin"]);
  expect((await portal.get("/orders", { Cookie: cookie })).status).toBe(303);

  const buyer = await newBuyer();
  const page = await signedIn(buyer.email, BUYER_PASSWORD);
  await portal.api("GET", `/user/resetPassword?email=${buyer.email}`);
  const mail = await until("the reset mail", async () =>
    (await portal.control.mail()).find(({ to, text }) => to.includes(buyer.email) && text.includes("/password/reset/")),
  );
  const token = /\/password\/reset\/([\w-]+)/.exec(mail.text)![1]!;
  remember(token);
  const link = `/password/reset/${token}`;
  const opened = await portal.get(link);
  expect([opened.status, opened.headers.get("Referrer-Policy"), opened.headers.get("Cache-Control")]).toEqual([
    200,
    "same-origin",
    "no-store",
  ]);
  expect((await portal.get("/orders", { Cookie: page })).status).toBe(200);
  const newPassword = "Fresh#2027-melon";
  remember(newPassword);
  const weak = await portal.post(link, { password: "short", confirmPassword: "short" });
  expect([weak.status, weak.text.includes("Use 8 to 32 characters")]).toEqual([400, true]);
  const update = (password: string) => portal.api("POST", "/user/updatePassword", { body: { token, password } });
  expect((await update(newPassword)).json).toEqual({ message: "Password reset successfully" });
  expect((await update("Again#2028-plum")).status).toBe(400);
  expect((await portal.get("/orders", { Cookie: page })).status).toBe(303);
  expect((await portal.api("GET", "/user/detail", { bearer: buyer.bearer })).status).toBe(401);
  expect((await portal.api("GET", `/user/refreshToken?token=${buyer.refreshToken}`)).status).toBe(403);
  await tokensOf(buyer.email, newPassword);

  const idle = await signedIn();
  await portal.control.moveClock({ advanceMs: 7 * 24 * 60 * MINUTE });
  expect((await portal.get("/orders", { Cookie: idle })).status).toBe(303);
});

const sourceOf = (id: string) =>
  [`app/${id}.tsx`, `app/${id}.ts`, `app/${id}/route.tsx`]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8"))[0]!;
const withAction = Object.entries(pages).filter(([id]) => /export (async function|const) action\b/.test(sourceOf(id)));

/** A page's path with every parameter filled in. */
const filled = (path: string, orderId = "nobody") => {
  const parts: Record<string, string> = {
    orderId: encodeId(orderId),
    serviceId: encodeId(service._id),
    token: "token",
  };
  return (path || "/").replace(/:(\w+)/g, (_, name: string) => parts[name]!).replace("*", "nothing-here");
};

test("every action refuses a cross-site post with 403", async () => {
  expect(withAction.length).toBeGreaterThan(14);
  const buyer = await newBuyer();
  const order = await buy(portal, buyer.bearer, service);
  remember(order.client_secret);
  const bearer = await staffBearer();
  const row = async () => (await portal.api("GET", `/order/details?id=${order.orderSystemId}`, { bearer })).json;
  const before = await row();
  const cookie = await signedIn("superadmin");
  const fields = {
    version: String(before.version),
    status: "Working",
    assignedToId: "none",
    reason: "x",
    theme: "dark",
  };
  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "http://portal.example.com" },
    { Origin: `${SITE}.evil.example` },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site", Origin: SITE },
    { Referer: `${SITE}/orders` },
    {},
  ];
  for (const [id, { path }] of withAction) {
    const address = filled(path, order.orderSystemId);
    const answers = await Promise.all(
      foreign.map((headers) => portal.post(address, fields, { "Sec-Fetch-Site": "", Cookie: cookie, ...headers })),
    );
    expect([id, ...answers.map(({ status }) => status)]).toEqual([id, ...foreign.map(() => 403)]);
    expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
  }
  expect(await row()).toEqual(before);
  expect((await portal.get("/orders", { Cookie: cookie })).status).toBe(200);
  const own = await portal.post(filled("/orders/:orderId", order.orderSystemId), fields, {
    "Sec-Fetch-Site": "",
    Origin: SITE,
    // Remix compares the origin with the host, which differs in this test only.
    "X-Forwarded-Host": new URL(SITE).host,
    Cookie: cookie,
  });
  expect([own.status, (await row()).status]).toEqual([303, "Working"]);
});

interface Expected {
  /** A file, in which nothing may run. */
  file?: true;
  signedIn?: true;
}

function expectProtected(
  what: string,
  answer: Awaited<ReturnType<RunningPortal["get"]>>,
  { file, signedIn }: Expected,
) {
  const header = (name: string) => answer.headers.get(name) ?? "";
  const policy = header("Content-Security-Policy");
  expect([
    what,
    header("X-Content-Type-Options"),
    header("X-Frame-Options"),
    header("Cross-Origin-Opener-Policy"),
  ]).toEqual([what, "nosniff", "DENY", "same-origin"]);
  expect([what, header("Strict-Transport-Security")]).toEqual([what, expect.stringMatching(/^max-age=\d{8,}/)]);
  expect([what, header("Referrer-Policy")]).toEqual([
    what,
    expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin)$/),
  ]);
  expect([what, header("Permissions-Policy")]).toEqual([what, expect.stringContaining("camera=()")]);
  if (file) expect([what, policy]).toEqual([what, expect.stringMatching(/^sandbox;.*default-src 'none'/)]);
  else {
    for (const rule of ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'"])
      expect([what, policy.split("; ")]).toEqual([what, expect.arrayContaining([rule])]);
    const nonce = /script-src 'self' 'nonce-(\w{32})'(;|$)/.exec(policy)?.[1];
    expect([what, nonce]).toEqual([what, expect.any(String)]);
    if (answer.text.includes("<script")) expect(answer.text).toContain(`nonce="${nonce}"`);
    for (const [tag] of answer.text.matchAll(/<script\b[^>]*>/g))
      expect([what, tag]).toEqual([what, expect.stringContaining("nonce=")]);
  }
  expect([what, header("Cache-Control")]).toEqual([
    what,
    expect.stringMatching(signedIn ? /^(private, no-store|no-store)$/ : /^(no-cache|no-store|private, no-store)$/),
  ]);
  expect([what, header("Server"), header("X-Powered-By")]).toEqual([what, "", ""]);
}

test("every page carries all security headers, whoever requests it", async () => {
  const bearer = await staffBearer();
  const { content } = (await portal.api("POST", "/order/find", { bearer, body: {} })).json;
  const cookies = { nobody: "", customer: await signedIn(), superAdmin: await signedIn("superadmin") };
  for (const [id, { path }] of Object.entries(pages))
    for (const [who, cookie] of Object.entries(cookies)) {
      const answer = await portal.get(filled(path, content[0].id), { Cookie: cookie });
      expect([200, 301, 302, 303, 404]).toContain(answer.status);
      expectProtected(`${who} ${id} ${answer.status}`, answer, { ...(cookie ? { signedIn: true } : {}) });
    }
});

test("API answers, files and errors carry all security headers", async () => {
  const buyer = await newBuyer();
  const form = new FormData();
  form.set("file", aFile(pdfBytes(), "a.pdf"));
  const { url } = (await portal.api("POST", "/upload", { bearer: buyer.bearer, body: form })).json;
  const image = (await portal.api("GET", "/service/visible", { bearer: buyer.bearer })).json[0].imageUrl;
  const cookie = await signedIn();
  const bearer = buyer.bearer;
  type Row = [what: string, status: number, answer: ReturnType<RunningPortal["get"]>, expected?: Expected];
  const rows: Row[] = [
    ["API 200", 200, portal.api("GET", "/user/detail", { bearer }), { signedIn: true }],
    ["API public 200", 200, portal.api("GET", "/user/countries")],
    ["API document", 200, portal.api("GET", "/openapi.json")],
    ["API 400", 400, portal.api("POST", "/order/find", { bearer, body: "{" }), { signedIn: true }],
    ["API 401", 401, portal.api("GET", "/user/detail")],
    ["API 403", 403, portal.api("GET", "/admin/dropDown", { bearer }), { signedIn: true }],
    ["API 404", 404, portal.api("GET", "/order/details?id=nobody", { bearer }), { signedIn: true }],
    ["API no such call", 404, portal.api("GET", "/nothing")],
    ["API 405", 405, portal.api("DELETE", "/user/detail")],
    ["API 409", 409, portal.api("POST", "/checkout/order", { bearer, body: aPlacement(service, { totalPrice: 1 }) })],
    ["file", 200, portal.ask("GET", url, { bearer }), { file: true, signedIn: true }],
    ["file of another", 404, portal.get(url), { file: true }],
    ["file of another, signed in", 404, portal.get(url, { Cookie: cookie }), { file: true, signedIn: true }],
    ["file by post", 403, portal.ask("POST", url, { headers: { Origin: "https://evil.example" } }), { file: true }],
    ["unknown file", 404, portal.get("/files/none"), { file: true }],
    ["404 page", 404, portal.get("/nothing/here")],
    ["404 page, signed in", 404, portal.get("/nothing/here", { Cookie: cookie }), { signedIn: true }],
    ["foreign post", 403, portal.ask("POST", "/signin", { body: "x" })],
    ["bad form", 400, portal.post("/signin", { email: "" })],
    ["method", 405, portal.ask("PUT", "/signin", { body: "x", headers: { "Sec-Fetch-Site": "same-origin" } })],
    ["no form", 415, portal.ask("POST", "/signin", { body: "x", headers: { "Sec-Fetch-Site": "same-origin" } })],
    ["JSON to a page", 415, portal.post("/signin", {}, { "Content-Type": "application/json" })],
    ["webhook unsigned", 400, portal.ask("POST", "/webhooks/stripe/regular", { body: "{}" })],
    ["webhook by GET", 405, portal.get("/webhooks/stripe/regular")],
    ["webhook of no account", 404, portal.get("/webhooks/stripe/other")],
    ["no websocket", 426, portal.get("/our-websocket", { Origin: SITE, Cookie: cookie })],
    [
      "data request",
      200,
      portal.get("/orders?_data=routes%2F_app.orders._index", { Cookie: cookie }),
      { signedIn: true },
    ],
  ];
  for (const [what, status, asked, expected] of rows) {
    const answer = await asked;
    // Files are read-only: which refusal a write gets first does not matter.
    expect([what, what === "file by post" ? [403, 405].includes(answer.status) : answer.status]).toEqual([
      what,
      what === "file by post" ? true : status,
    ]);
    expectProtected(what, answer, expected ?? {});
  }
  const picture = await portal.get(image);
  expect([picture.status, picture.headers.get("X-Content-Type-Options")]).toEqual([200, "nosniff"]);
  expect(picture.headers.get("Content-Security-Policy")).toContain("sandbox");
  const entry = /"entry":"([\w.-]+\.js)"/.exec((await portal.get("/signin")).text)![1]!;
  const script = await portal.get(`/assets/${entry}`);
  expect([script.status, script.headers.get("Cache-Control"), script.headers.get("X-Content-Type-Options")]).toEqual([
    200,
    "public, max-age=31536000, immutable",
    "nosniff",
  ]);
});

test("a silent provider is 503, and posting again keeps the order", async () => {
  const buyer = await newBuyer();
  const body = aPlacement(service);
  await portal.control.sandbox("fault", { route: "POST /v1/payment_intents", kind: "drop_before", times: 3 });
  const failed = await portal.api("POST", "/checkout/order", { bearer: buyer.bearer, body });
  expect([failed.status, failed.json]).toEqual([503, { message: expect.stringContaining("Nothing was charged") }]);
  expectProtected("API 503", failed, { signedIn: true });
  const again = await until("the provider's answer", async () => {
    const answer = await portal.api("POST", "/checkout/order", { bearer: buyer.bearer, body });
    return answer.status === 200 ? answer : null;
  });
  remember(again.json.client_secret);
  const own = await portal.api("POST", "/order/find", { bearer: buyer.bearer, body: {} });
  expect(own.json.totalElements).toBe(1);
});

test("limits sign-in to 5 failed attempts an account and address", async () => {
  const email = "affiliate@example.com";
  const api = (password: string, headers: Record<string, string>) =>
    portal.api("POST", "/user/signIn", { body: { email, password }, headers });
  for (let n = 0; n < 3; n++) expect((await api(WRONG_PASSWORD, from("203.0.113.99"))).status).toBe(401);
  for (let n = 3; n < 5; n++) {
    const page = await portal.post("/signin", { email, password: WRONG_PASSWORD }, from("203.0.113.99"));
    expect([page.status, page.text.includes("Invalid email or password")]).toEqual([401, true]);
    expect(page.text).not.toContain(WRONG_PASSWORD);
  }
  const refused = await api(SEEDED_PASSWORD, from("203.0.113.99"));
  expect([refused.status, refused.json]).toEqual([
    429,
    { message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/) },
  ]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(800);
  expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(900);
  const page = await portal.post(
    "/signin",
    { email: email.toUpperCase(), password: SEEDED_PASSWORD },
    from("203.0.113.99"),
  );
  expect([page.status, page.headers.has("Retry-After"), page.cookies]).toEqual([429, true, []]);
  expect(page.text).toMatch(/Too many attempts\. Please try again in \d+ (seconds?|minutes|hours)\./);
  await portal.control.moveClock({ advanceMs: 15 * MINUTE });
  const right = await api(SEEDED_PASSWORD, from("203.0.113.99"));
  expect(right.status).toBe(200);
  remember(right.json.jwtToken);
});

test("limits sign-in to 50 failed attempts an IP address", async () => {
  const tryIn = (n: number, headers: Record<string, string>) =>
    portal.api("POST", "/user/signIn", {
      body: { email: `unknown${n}@example.com`, password: WRONG_PASSWORD },
      headers,
    });
  const statuses: number[] = [];
  for (let start = 0; start < 50; start += 10)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 10 }, (_, n) => tryIn(start + n, from("198.51.100.7"))))).map(
        ({ status }) => status,
      ),
    );
  expect(statuses).toEqual(Array(50).fill(401));
  const refused = await tryIn(51, {
    ...from("198.51.100.7"),
    "X-Forwarded-For": "192.0.2.1",
    "X-Real-IP": "127.0.0.1",
  });
  expect([refused.status, refused.headers.has("Retry-After")]).toEqual([429, true]);
  expect((await tryIn(52, from("198.51.100.8"))).status).toBe(401);
});

test("limits sign-up, reset and refresh with 429 and Retry-After", async () => {
  const signUp = (address: string) =>
    portal.api("POST", "/user/signUp", {
      body: { firstName: "A", lastName: "B", email: "customer@example.com", password: SEEDED_PASSWORD },
      headers: from(address),
    });
  const reset = (address: string) =>
    portal.api("GET", "/user/resetPassword?email=customer%40example.com", { headers: from(address) });
  const refresh = (address: string) => portal.api("GET", "/user/refreshToken?token=none", { headers: from(address) });
  for (const [what, ask, allowed, ordinary, windowMs] of [
    ["sign-up", signUp, 10, 409, 60 * MINUTE],
    ["reset", reset, 3, 200, 60 * MINUTE],
    ["refresh", refresh, 30, 403, MINUTE],
  ] as const) {
    const before = await Promise.all(Array.from({ length: allowed }, () => ask("192.0.2.44")));
    expect([what, ...before.map(({ status }) => status)]).toEqual([what, ...Array(allowed).fill(ordinary)]);
    const refused = await ask("192.0.2.44");
    expect([what, refused.status]).toEqual([what, 429]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(windowMs / 1000);
    expect([what, (await ask("192.0.2.45")).status]).toEqual([what, ordinary]);
    expect([what, (await ask("127.0.0.1")).status]).toEqual([what, ordinary]);
    await portal.control.moveClock({ advanceMs: windowMs });
    expect([what, (await ask("192.0.2.44")).status]).toEqual([what, ordinary]);
  }
});

const filter = (key: string, searchOperation: unknown, value: unknown, toValue?: unknown) => ({
  filterFields: [{ key, searchOperation, value, toValue }],
});
const manyFilters = (count: number) => ({
  filterFields: Array.from({ length: count }, () => ({ key: "serviceId", searchOperation: "eq", value: "x" })),
});

test("the order list rejects fields outside its allow-list with 400", async () => {
  const bearers = [await staffBearer(), (await tokensOf("customer")).jwtToken];
  const refused: unknown[] = [
    ...[
      "password",
      "id",
      "_id",
      "__proto__",
      "constructor",
      "toString",
      "client_id",
      "orderNotes",
      "notes",
      "",
      "*",
    ].map((key) => filter(key, "eq", "x")),
    ...[
      ["orderId", "like"],
      ["orderId", "isnull"],
      ["status", "like"],
      ["status", "btn"],
      ["clientName", "eq"],
      ["clientId", "in"],
      ["createdTime", "eq"],
      ["createdTime", "like"],
      ["status", "regex"],
      ["status", "ne"],
      ["status", null],
      ["status", ["eq"]],
    ].map(([key, operation]) => filter(key as string, operation, "1")),
    ...["total", "status", "createdTime; drop table orders", "__proto__", ""].map((sortBy) => ({ sortBy })),
    ...["sideways", "asc; drop table orders", ""].map((sortDirection) => ({ sortDirection })),
    ...[0, 101, 1000, -5, 5.5, "10", null, 1e9].map((pageSize) => ({ pageSize })),
    ...[-1, 1.5, 1e9, "0", null].map((page) => ({ page })),
    manyFilters(21),
    { filterFields: "status" },
    { filterFields: [null] },
    { filterFields: [{ key: "status" }] },
    filter("status", "eq", "Refunded"),
    filter("status", "in", ["Working", "Refunded"]),
    filter("serviceId", "in", Array(101).fill("x")),
    filter("status", "eq", { $ne: "" }),
    filter("status", "in", [["Working"]]),
    filter("orderId", "eq", "1 or 1=1"),
    filter("createdTime", "btn", "yesterday", "today"),
    filter("createdTime", "btn", 1e30, 1e31),
    "{",
    "[]",
    "7",
    `{"page":0,"pad":"${"x".repeat(1_100_000)}"}`,
  ];
  for (const bearer of bearers)
    for (const body of refused) {
      const answer = await portal.api("POST", "/order/find", { bearer, body });
      const said = typeof body === "string" ? body.slice(0, 40) : JSON.stringify(body).slice(0, 120);
      expect([said, answer.status]).toEqual([said, 400]);
      expect(answer.json.message).toEqual(expect.any(String));
    }
  const taken: unknown[] = [
    {},
    "",
    manyFilters(20),
    filter("clientName", "like", "x".repeat(200)),
    filter("clientName", "like", "%_'\"\\; drop table orders --"),
    filter("serviceId", "eq", "' or '1'='1"),
    filter("assignedToAdminId", "isnull", null),
    filter("status", "eq", ""),
    ...[1, 7, 10, 25, 100].map((pageSize) => ({ pageSize })),
    { page: 1_000_000 },
  ];
  for (const bearer of bearers)
    for (const body of taken) {
      const answer = await portal.api("POST", "/order/find", { bearer, body });
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 200]);
      expect(answer.json.content.length).toBeLessThanOrEqual(100);
    }
  for (const bearer of bearers) {
    const long = await portal.api("POST", "/order/find", {
      bearer,
      body: filter("clientName", "like", "x".repeat(250)),
    });
    expect([200, 400]).toContain(long.status);
    if (long.status === 200) expect(long.json).toEqual({ content: [], totalElements: 0 });
  }
  const cookie = await signedIn("superadmin");
  const address = "/orders?status=Refunded&password=x&sort=total.asc&size=7&page=-1&clientName=";
  expect((await portal.get(address + "x".repeat(250), { Cookie: cookie })).status).toBe(200);
});

test("ignores body fields that the caller may not set", async () => {
  const claims = {
    _id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    role: "ADMIN",
    privileges: "SuperAdmin",
    affiliate: true,
    affiliateCode: "MINE2026",
    userStatus: "ACTIVE",
    clientType: "AGENCY",
    version: 77,
    createdTime: "2020-01-01T00:00:00.000Z",
    createdAt: 1,
    createdBy: "somebody",
    firstLogin: false,
    passwordHash: "x",
    deletedAt: 1,
  };
  const email = `mass-${Date.now()}@example.com`;
  const signedUp = await portal.api("POST", "/user/signUp", {
    body: { ...claims, firstName: "Mass", lastName: "Assigned", email, password: BUYER_PASSWORD },
  });
  const { jwtToken: bearer } = await tokensOf(email, BUYER_PASSWORD);
  const me = (await portal.api("GET", "/user/detail", { bearer })).json;
  expect(me).toMatchObject({ _id: signedUp.json._id, role: "CUSTOMER", privileges: null, affiliate: false });
  expect(me).toMatchObject({ affiliateCode: null, userStatus: "LEAD", clientType: null, version: 1, firstLogin: true });
  expect(me._id).not.toBe(claims._id);
  expect(me.createdTime).not.toBe(claims.createdTime);

  const byPage = `page-${Date.now()}@example.com`;
  const pageSignUp = await portal.post("/signup", {
    firstName: "Mass",
    lastName: "Assigned",
    email: byPage,
    password: BUYER_PASSWORD,
    role: "ADMIN",
    privileges: "SuperAdmin",
  });
  expect(pageSignUp.status).toBe(303);
  const { jwtToken: byPageBearer } = await tokensOf(byPage, BUYER_PASSWORD);
  expect((await portal.api("GET", "/user/detail", { bearer: byPageBearer })).json).toMatchObject({
    role: "CUSTOMER",
    privileges: null,
  });

  const orderClaims = {
    ...claims,
    status: "Completed",
    payState: "paid",
    paidDate: claims.createdTime,
    paidAt: 1,
    completedDate: claims.createdTime,
    orderId: 1,
    number: 1,
    clientId: "somebody",
    total: 1,
    totalAmount: 0.01,
    subtotal: 1,
    tieredTotal: 1,
    account: "custom",
    serviceName: "Mine",
    subscriptionId: "x",
    stripePaymentId: "pi_x",
    transactionDetails: "x",
    invoiceId: "x",
    orderNotes: "x",
    comment: "x",
    cycle: 9,
  };
  const order = await placed({ ...(await newBuyer()), bearer }, orderClaims);
  const staff = await staffBearer();
  const stored = async () =>
    (await portal.api("GET", `/order/details?id=${order.orderSystemId}`, { bearer: staff })).json;
  const placedRow = await stored();
  expect(placedRow).toMatchObject({ status: "Abandoned_Checkout", clientId: me._id, totalAmount: 75, version: 2 });
  expect(placedRow).toMatchObject({ orderNotes: "", paidDate: null, subscriptionId: null, createdBy: me._id });
  expect(placedRow.orderId).toBeGreaterThan(10_000);
  expect(placedRow).toMatchObject({ serviceName: service.name, comment: null, transactionDetails: null });

  const { _id, id, version, ...rest } = orderClaims;
  const save = (who: string) =>
    portal.api("POST", "/order/details", { bearer: who, body: { ...rest, _id: order.orderSystemId } });
  expect((await save(bearer)).status).toBe(200);
  expect(await stored()).toEqual(placedRow);
  const { status: _status, orderNotes: _notes, comment: _comment, ...notTheirs } = rest;
  const byStaff = await portal.api("POST", "/order/details", {
    bearer: staff,
    body: { ...notTheirs, _id: order.orderSystemId },
  });
  expect([byStaff.status, await stored()]).toEqual([200, placedRow]);

  const [answer] = answersFor(service, service.serviceOptions[0]!.serviceOptionId);
  const asAdmin = {
    ...answer,
    packageName: "Mine",
    values: answer!.values.map((value) => ({ ...value, role: "ADMIN", createdById: "somebody", version: 9 })),
  };
  const details = await portal.api("POST", "/checkout/projectDetails", {
    bearer,
    body: { ...orderClaims, orderId: order.orderSystemId, projectPackageData: [asAdmin] },
  });
  expect(details.json).toMatchObject({ status: "Abandoned_Checkout" });
  expect(details.json.projectPackageData[0].packageName).toBe(service.serviceOptions[0]!.name);
  expect(details.json.projectPackageData[0].values[0]).toMatchObject({ role: "CUSTOMER", version: 1 });
  expect((await stored()).totalAmount).toBe(75);

  const paid = await portal.api("POST", "/checkout/complete", {
    bearer,
    body: { ...orderClaims, orderId: order.orderSystemId, paid: true },
  });
  expect(paid.json).toMatchObject({ paid: false, status: "Abandoned_Checkout" });

  const form = new FormData();
  for (const [name, value] of Object.entries({
    key: "mine",
    ownerId: "x",
    attachedTo: "order:x",
    contentType: "text/html",
  }))
    form.set(name, value);
  form.set("file", aFile(pdfBytes(), "a.pdf", "text/html"));
  const kept = await portal.api("POST", "/upload", { bearer, body: form });
  const file = await portal.ask("GET", kept.json.url, { bearer });
  expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
});

const exe = "MZ\u0090\u0000\u0003\u0000\u0000\u0000";
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const html = "<!doctype html><script>alert(1)</script>";
const refusedName = (name: string) => `refused-${name}`;

test("refuses uploads of the wrong type or size and stores nothing", async () => {
  const { jwtToken: bearer } = await tokensOf("customer");
  const { jwtToken: staff } = await tokensOf("manager");
  const upload = (who: string | undefined, content: File | null, kind?: string) => {
    const form = new FormData();
    if (content) form.set("file", content);
    if (kind !== undefined) form.set("kind", kind);
    return portal.api("POST", "/upload", { bearer: who, body: form });
  };
  const large = new Uint8Array(21 * 1024 * 1024);
  large.set(pdfBytes());
  const rows: [what: string, who: string, content: File | null, kind?: string][] = [
    ["a program named .pdf", bearer, aFile(exe, refusedName("a.pdf"), "application/pdf")],
    ["a program named .jpg", bearer, aFile(exe, refusedName("a.jpg"), "image/jpeg"), "profilePhoto"],
    ["a program", bearer, aFile(exe, refusedName("a.exe"))],
    ["SVG", staff, aFile(svg, refusedName("a.svg"), "image/svg+xml"), "serviceImage"],
    ["SVG named .png", staff, aFile(svg, refusedName("a.png"), "image/png"), "serviceImage"],
    ["HTML named .jpg", bearer, aFile(html, refusedName("b.jpg"), "image/jpeg"), "profilePhoto"],
    ["HTML named .pdf", bearer, aFile(html, refusedName("b.pdf"), "application/pdf")],
    ["a broken .xlsx", bearer, aFile(xlsxBytes().slice(0, -40), refusedName("a.xlsx"))],
    [
      "an .xlsx with macros",
      bearer,
      aFile(xlsxBytes({ "xl/vbaProject.bin": new Uint8Array(4) }), refusedName("b.xlsx")),
    ],
    ["plain text", bearer, aFile("hello", refusedName("a.txt"), "text/plain")],
    ["21 MB", bearer, aFile(large, refusedName("large.pdf"), "application/pdf")],
    ["an empty file", bearer, aFile("", refusedName("empty.pdf"))],
    ["a picture as a project file", bearer, aFile(jpegBytes(), refusedName("c.jpg")), "projectFile"],
    ["a document as a photo", bearer, aFile(pdfBytes(), refusedName("c.pdf")), "profilePhoto"],
    ["a PDF as a template", staff, aFile(pdfBytes(), refusedName("d.pdf")), "serviceTemplate"],
    ["an unknown kind", bearer, aFile(pdfBytes(), refusedName("e.pdf")), "anything"],
    ["a prototype kind", bearer, aFile(pdfBytes(), refusedName("f.pdf")), "__proto__"],
    ["no file", bearer, null],
  ];
  for (const [what, who, content, kind] of rows) {
    const answer = await upload(who, content, kind);
    expect([what, answer.status]).toEqual([what, 400]);
    expect(answer.json.message).toEqual(expect.any(String));
    expect(answer.text).not.toContain("/files/");
  }
  for (const kind of ["serviceImage", "serviceTemplate", "sampleReportImage", "announcementImage", "report"])
    expect([kind, (await upload(bearer, aFile(xlsxBytes(), refusedName("g.xlsx")), kind)).status]).toEqual([kind, 403]);
  expect((await upload(undefined, aFile(pdfBytes(), refusedName("h.pdf")))).status).toBe(401);
  expect((await portal.api("POST", "/upload", { bearer, body: { file: "x" } })).status).toBe(400);
  const torn = await portal.api("POST", "/upload", {
    bearer,
    body: "--b\r\nContent-Disposition: form-data; name=file",
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
  });
  expect(torn.status).toBe(400);
});

const signature = (body: string, secret: string, atMs: number) => {
  const seconds = Math.floor(atMs / 1000);
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
};

test("refuses invalid webhooks and settles a replayed one once", async () => {
  const buyer = await newBuyer();
  await portal.control.sandbox("hold");
  const order = await placed(buyer);
  // Types a card, so that a card number could have been stored.
  const confirmed = await confirmCard(portal, order, {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": CARD,
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "2040",
    "payment_method_data[card][cvc]": "123",
  });
  expect(confirmed.json.status).toBe("succeeded");
  const [paid] = (await eventsOf(portal, order.orderSystemId)).filter(
    ({ type }) => type === "payment_intent.succeeded",
  );
  const body = JSON.stringify(paid!.event);
  const now = Date.parse((await portal.control.clock()).now);
  const { regular, custom } = sandboxKeys;
  const send = (account: string, text: string, header?: string) =>
    portal.ask("POST", `/webhooks/stripe/${account}`, {
      body: text,
      headers: header === undefined ? {} : { "Stripe-Signature": header },
    });
  const status = async () =>
    (await portal.api("GET", `/order/metaData?id=${order.orderSystemId}`, { bearer: buyer.bearer })).json.status;
  const good = signature(body, regular.webhookSecret, now);
  for (const [what, account, text, header] of [
    ["unsigned", "regular", body, undefined],
    ["empty", "regular", body, ""],
    ["forged", "regular", body, signature(body, "whsec_guess", now)],
    ["by the other account's secret", "regular", body, signature(body, custom.webhookSecret, now)],
    ["at the other account's address", "custom", body, good],
    ["6 minutes old", "regular", body, signature(body, regular.webhookSecret, now - 6 * MINUTE)],
    ["altered", "regular", body.replace('"livemode":false', '"livemode":true'), good],
    ["no JSON", "regular", "x", signature("x", "whsec_guess", now)],
  ] as const) {
    const answer = await send(account, text, header);
    expect([what, answer.status, await status()]).toEqual([what, 400, "Abandoned_Checkout"]);
  }
  // Signed by the other account for its own endpoint, about an intent of this account.
  const crossed = await send("custom", body, signature(body, custom.webhookSecret, now));
  expect(crossed.status).toBeLessThan(500);
  expect(await status()).toBe("Abandoned_Checkout");
  const unknown = JSON.stringify({ ...paid!.event, id: "evt_unknown", type: "payout.paid" });
  expect((await send("regular", unknown, signature(unknown, regular.webhookSecret, now))).status).toBe(200);
  expect(await status()).toBe("Abandoned_Checkout");

  const replays = await Promise.all(Array.from({ length: 5 }, () => send("regular", body, good)));
  expect(replays.map((answer) => answer.status)).toEqual(Array(5).fill(200));
  expect(await status()).toBe("Inputs_Required");
  const history = await portal.api("GET", `/order/history?id=${order.orderSystemId}`, { bearer: await staffBearer() });
  expect(history.json.filter((entry: { action: string }) => entry.action === "paid")).toHaveLength(1);
  expect(await ledgerOf(portal, order.orderSystemId)).toHaveLength(1);
  await portal.control.sandbox("release");
});

const hostileTargets = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https:evil.example",
  "https://evil.example",
  "https:/evil.example",
  "HTTPS://EVIL.EXAMPLE",
  "//evil.example@portal.example.com",
  "/%09/evil.example",
  "/\t/evil.example",
  " //evil.example",
  "/%5Cevil.example",
  "/%2F/evil.example",
  "/%2fevil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "@evil.example",
  ".evil.example",
  "evil.example",
  ":80/",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "/\r\nSet-Cookie: session=x",
  "/%0d%0aSet-Cookie: session=x",
  "/%",
  `/${"a".repeat(10_000)}`,
];

test("hostile redirect targets land on the portal's home page", async () => {
  expect(hostileTargets.length).toBeGreaterThanOrEqual(25);
  const cookie = await signedIn("manager");
  for (const target of hostileTargets) {
    const said = target.slice(0, 40);
    const fields = { email: "manager@example.com", password: SEEDED_PASSWORD, redirectUrl: target };
    const posted = await portal.post("/signin", fields);
    expect([said, posted.status, posted.location]).toEqual([said, 303, "/"]);
    remember(posted.cookies[0]!.split(".").at(-1)!);
    for (const path of ["/signin", "/signup"]) {
      const opened = await portal.get(`${path}?redirectUrl=${encodeURIComponent(target)}`, { Cookie: cookie });
      expect([said, opened.status, opened.location]).toEqual([said, 303, "/"]);
    }
    const referred = await portal.get(`/r/AFF2026?p=${encodeURIComponent(target)}`);
    expect([said, referred.status, referred.location]).toEqual([said, 302, `${SITE}/`]);
    expect(referred.cookies).toEqual([expect.stringMatching(/^__Host-click=/)]);
    const back = await portal.post("/preferences", { theme: "dark", returnTo: target }, { Cookie: cookie });
    expect([said, back.status, back.location]).toEqual([said, 303, "/"]);
  }
  const kept = await portal.get(`/r/AFF2026?p=${encodeURIComponent("/services?utm_source=x")}`);
  expect(kept.location).toBe(`${SITE}/services?utm_source=x`);
  const fields = { email: "manager@example.com", password: SEEDED_PASSWORD, redirectUrl: "/orders?page=2" };
  expect((await portal.post("/signin", fields)).location).toBe("/orders?page=2");
});

test("neither logs nor rows hold a card number, secret, password or token", async () => {
  expect(secrets.size).toBeGreaterThan(40);
  const { database, close } = await portal.afterwards();
  try {
    const names = await database
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_cf%' escape '\\'",
      )
      .all<{ name: string }>();
    const written = new Map([["terminal", portal.output()]]);
    for (const { name } of names.results)
      written.set(name, JSON.stringify((await database.prepare(`select * from "${name}"`).all()).results));
    for (const table of ["users", "sessions", "orders", "password_resets", "outbox", "rate_limits", "webhook_events"])
      expect([table, (written.get(table) ?? "").length]).toEqual([table, expect.toSatisfy((size: number) => size > 2)]);
    for (const [where, text] of written)
      for (const secret of secrets) expect([where, secret, text.includes(secret)]).toEqual([where, secret, false]);
    // Proves the search: text that may be stored is found.
    expect(written.get("users")).toContain("customer@example.com");
    expect(written.get("uploads")).not.toContain("refused-");
    const generations = JSON.parse(written.get("sessions")!) as { generation: number }[];
    expect(Math.max(...generations.map(({ generation }) => generation))).toBe(2);
  } finally {
    await close();
  }
});
