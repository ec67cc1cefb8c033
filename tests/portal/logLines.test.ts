import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningPortal, SEEDED_PASSWORD, startPortal } from "../support/runningPortal";
import { until } from "../support/until";

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal();
}, 240_000);
afterAll(() => portal?.remove());

interface Line {
  log: string;
  id: string;
  route: string;
  status: number | string;
  [field: string]: unknown;
}

const linesSince = (from: number) =>
  portal
    .output()
    .slice(from)
    .split("\n")
    .filter((line) => line.startsWith('{"log":'))
    .map((line) => JSON.parse(line) as Line);

/** The line of one answer. */
const lineOf = (answer: { headers: Headers }, from = 0) => {
  const id = answer.headers.get("X-Request-Id");
  return until("the line of the request", () =>
    linesSince(from).find((line) => line.log === "request" && line.id === id),
  );
};

test("a page's line names route, status, time, statements, rows and actor", async () => {
  const cookie = await portal.cookie("superadmin@example.com");
  const answer = await portal.get("/orders?size=10", { Cookie: cookie });
  expect(answer.status).toBe(200);
  const line = await lineOf(answer);
  expect(line).toMatchObject({
    log: "request",
    route: "/orders",
    status: 200,
    method: "GET",
    time: expect.any(Number),
    statements: expect.any(Number),
    rowsWritten: expect.any(Number),
  });
  expect(line.statements).toBeGreaterThan(0);
  expect(line.rowsRead).toBeGreaterThan(0);
  expect(line.actor).toMatch(/^[0-9A-Z]{26}$/);
  expect(JSON.stringify(line)).not.toMatch(/superadmin|@/);
});

test.each([
  ["GET", "/", 303, "/"],
  ["GET", "/nowhere", 404, "/*"],
  ["GET", "/api/service/nothing", 404, "/api/*"],
  ["POST", "/webhooks/stripe/regular", 400, "/webhooks/stripe/regular"],
  ["GET", "/files/none", 404, "/files/*"],
  ["GET", "/r/AFF2026", 302, "/r/:code"],
  ["GET", "/password/reset/a-token-in-the-address", 200, "/password/reset/:token"],
  ["GET", `/${"a".repeat(1200)}`, 404, ""],
])("%s %s has an id and one line with its route", async (method, path, status, route) => {
  const answer = await portal.ask(method, path, method === "POST" ? { body: "{}" } : {});
  expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(await lineOf(answer)).toMatchObject({ log: "request", method, status, route });
  expect(portal.output()).not.toContain("a-token-in-the-address");
});

test("each job of a cron has a line", async () => {
  const from = portal.output().length;
  await portal.control.runCron("billing");
  const jobs = await until("the lines of jobs", () => {
    const lines = linesSince(from).filter(({ log }) => log === "job");
    return lines.some(({ route }) => route === "readPaymentEvents") ? lines : null;
  });
  expect(jobs.map(({ route }) => route)).toEqual(expect.arrayContaining(["renewDue", "deleteOldRecords"]));
  expect(jobs[0]).toMatchObject({
    status: expect.any(String),
    time: expect.any(Number),
    statements: expect.any(Number),
  });
});

/** One of each kind, planted where it would be logged if input were. */
const planted = {
  password: "Kestrel#Plant9",
  bearer: "eyJhbGciOiJIUzI1NiJ9.cGxhbnRlZC1iZWFyZXI.c2lnbmF0dXJlLXBsYW50ZWQ",
  card: "4000056655665556",
  clientSecret: "pi_3PlantedIntent_secret_PlantedHalf77",
  resetToken: "planted-reset-token-x81kq02mzp44ttvb19qq7711",
  providerKey: "sk_live_51PlantedKeyOfNobody",
  webhookSecret: "whsec_PlantedSigningSecret1",
  sessionCookie: "planted.session.cookie.value.0123456789abcdef",
  address: "planted.person@secret-mailbox.example",
};

test("planted secrets of each kind reach no log line", async () => {
  const cookie = await portal.cookie("superadmin@example.com");
  const { jwtToken } = await portal.tokens("customer@example.com");
  const all = Object.values(planted).join(" ");
  const json = JSON.stringify({ ...planted, email: planted.address, confirmPassword: planted.password, note: all });
  const fields = { ...planted, email: planted.address, note: all, firstName: all, body: all };
  for (const [path, headers] of [
    ["/signin", {}],
    ["/signup", {}],
    ["/password/reset", {}],
    [`/password/reset/${planted.resetToken}`, {}],
    ["/profile", { Cookie: cookie }],
    ["/clients/new", { Cookie: cookie }],
    ["/orders", { Cookie: `session=${planted.sessionCookie}` }],
  ] as const)
    await portal.post(path, fields, headers);
  for (const path of ["/user/signIn", "/user/signUp", "/user/update", "/order/messages", "/checkout/order"])
    for (const bearer of [jwtToken, planted.bearer]) {
      await portal.api("POST", path, { bearer, body: json });
      // What a parser says of a broken body quotes it.
      await portal.api("POST", path, { bearer, body: `{"password": ${all}` });
    }
  await portal.ask("POST", "/webhooks/stripe/custom", {
    body: json,
    headers: { "Stripe-Signature": `t=1,v1=${planted.webhookSecret}` },
  });
  await portal.get(`/checkout/success?payment_intent_client_secret=${planted.clientSecret}`, { Cookie: cookie });
  await portal.get(`/signin/link/${planted.resetToken}`);
  await portal.api("GET", `/user/detail?token=${planted.bearer}`, { bearer: jwtToken });
  await portal.control.runCron("billing").catch(() => {});
  await portal.control.runCron("notifications").catch(() => {});
  const known = [
    ...Object.entries(planted),
    ["signed-in cookie", cookie.split("=").slice(1).join("=")],
    ["issued bearer", jwtToken],
    ["seeded password", SEEDED_PASSWORD],
    ["sandbox key", "sk_test_sandbox_regular"],
  ] as const;
  const text = portal.output();
  expect(linesSince(0).length).toBeGreaterThan(30);
  expect(known.filter(([, secret]) => text.includes(secret)).map(([kind]) => kind)).toEqual([]);
});
