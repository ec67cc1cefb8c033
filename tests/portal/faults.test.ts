import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { faultCallers, faultTargets } from "../../scripts/local/faults/faultKinds";
import {
  type ApiBuyer,
  aBuyer,
  aPlacement,
  BUYER_PASSWORD,
  buy,
  type ServedService,
  serviceNamed,
} from "../support/apiBuyer";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { isGate } from "../support/tier";
import { until } from "../support/until";

let portal: RunningPortal;
let buyer: ApiBuyer;
let service: ServedService;
beforeAll(async () => {
  portal = await startPortal();
  buyer = await aBuyer(portal, "Faulty");
  service = await serviceNamed(portal, buyer.bearer, "SEO Content Writing");
}, 240_000);
afterAll(() => portal?.remove());
beforeEach(async () => {
  await portal.control.releaseJobs();
  for (const target of faultTargets) await plan({ target, times: 0 });
});

const control = (path: string, init?: RequestInit) => fetch(`http://localhost:${portal.port + 1}${path}`, init);
const plan = async (fault: object) => {
  const answer = await control("/faults", { method: "POST", body: JSON.stringify(fault) });
  return { status: answer.status, json: await answer.json() };
};
/** A service that is down fails for requests and jobs. */
const planForAll = async (fault: object) => {
  for (const caller of faultCallers) await plan({ ...fault, for: caller });
};
const left = async () => (await (await control("/faults")).json()) as { faults: unknown[] };
const me = () => portal.api("GET", "/user/detail", { bearer: buyer.bearer });
const lineOf = async (id: string) =>
  JSON.parse(
    await until("the log line", () =>
      portal
        .output()
        .split("\n")
        .find((line) => line.startsWith('{"log":"request"') && line.includes(id)),
    ),
  );

test("lists what is left, and times 0 ends it", async () => {
  expect(await left()).toEqual({ faults: [] });
  const one = { target: "database", for: "requests", call: "no such words", kind: "refuse", times: 3 };
  expect(await plan(one)).toEqual({ status: 200, json: { faults: [one] } });
  await plan({ target: "mail", kind: "500", times: 2 });
  expect((await left()).faults).toHaveLength(2);
  await plan({ ...one, times: 0 });
  // Only jobs send mail.
  expect(await left()).toEqual({ faults: [{ target: "mail", for: "jobs", kind: "500", times: 2 }] });
});

test.each([
  [{ target: "moon", kind: "refuse" }],
  [{ target: "mail", kind: "late" }],
  [{ target: "mail", times: 1 }],
  [{ target: "mail", for: "pages", kind: "500" }],
  [{ target: "mail", kind: "500", times: -1 }],
  ["no object"],
])("refuses %j with 400", async (fault) => {
  const { status, json } = await plan(fault as object);
  expect([status, json]).toEqual([400, { message: expect.stringContaining("provider|database|files") }]);
});

test("a database fault hits as many calls as planned, and no other", async () => {
  await portal.control.holdJobs();
  await plan({ target: "database", kind: "refuse", times: 2 });
  const first = await me();
  expect(first.status).toBe(500);
  const { faults } = await lineOf(first.headers.get("X-Request-Id")!);
  expect(JSON.stringify(faults[0])).toContain("Network connection lost");
  expect((await left()).faults).toEqual([{ target: "database", for: "requests", kind: "refuse", times: 1 }]);
  expect((await me()).status).toBe(500);
  expect(await left()).toEqual({ faults: [] });
  expect((await me()).status).toBe(200);
});

test("a job takes no fault that is planned for requests", async () => {
  await plan({ target: "database", kind: "refuse", times: 1 });
  expect((await control("/cron/billing", { method: "POST" })).status).toBe(200);
  expect((await left()).faults).toHaveLength(1);
  expect((await me()).status).toBe(500);
});

test("a request takes no fault that is planned for jobs", async () => {
  await portal.control.holdJobs();
  await plan({ target: "database", for: "jobs", kind: "refuse", times: 1 });
  expect((await me()).status).toBe(200);
  expect((await left()).faults).toHaveLength(1);
  await control("/cron/billing", { method: "POST" });
  expect(await left()).toEqual({ faults: [] });
});

const jobs = async () => (await (await control("/jobs")).json()) as { held: boolean; waiting: number; running: number };

test("held jobs wait until they are released", async () => {
  await portal.control.holdJobs();
  const mails = async () => (await portal.control.mail()).length;
  const before = await mails();
  await askForMail();
  await until("the waiting job", async () => (await jobs()).waiting > 0);
  expect([(await jobs()).held, await mails()]).toEqual([true, before]);
  await portal.control.releaseJobs();
  await until("the mail", async () => (await mails()) > before);
});

test("jobs are held or released by a yes or no", async () => {
  const answer = await control("/jobs", { method: "POST", body: "{}" });
  expect([answer.status, await answer.json()]).toEqual([400, { message: expect.stringContaining('{"held": true}') }]);
});

test("a portal that kept no seeded state is not reset", async () => {
  expect((await control("/reset", { method: "POST" })).status).toBe(409);
});

test("a lost answer of the database keeps what was written", async () => {
  const body = { email: "lost@example.com", password: BUYER_PASSWORD, firstName: "Lost", lastName: "Answer" };
  await plan({ target: "database", call: 'insert into "users"', kind: "lost", times: 1 });
  expect((await portal.api("POST", "/user/signUp", { body })).status).toBe(500);
  expect(await left()).toEqual({ faults: [] });
  expect((await portal.api("POST", "/user/signIn", { body })).status).toBe(200);
});

const order = () =>
  portal.api("POST", "/checkout/order", {
    bearer: buyer.bearer,
    body: aPlacement(service, { phoneNo: "+1 555 0101" }),
  });

test.each(["refuse", "lost", "429", "500", "broken"])(
  "a provider that is %s for good is 503 with words",
  async (kind) => {
    await plan({ target: "provider", kind, times: 100 });
    const answer = await order();
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "60"]);
    expect(answer.json.message).toContain("Nothing was charged");
  },
);

test.each(["refuse", "429", "500", "broken"])("a provider that is %s once costs another try only", async (kind) => {
  await plan({ target: "provider", call: "payment_intents", kind, times: 1 });
  expect((await order()).status).toBe(200);
  expect(await left()).toEqual({ faults: [] });
});

test("answers within 12 s while the provider is silent, and logs the call", async () => {
  await plan({ target: "provider", kind: "slow", times: 100 });
  const began = Date.now();
  const answer = await order();
  const spent = Date.now() - began;
  await plan({ target: "provider", times: 0 });
  expect([answer.status, answer.json.message]).toEqual([503, expect.stringContaining("Nothing was charged")]);
  expect(answer.headers.get("Retry-After")).toBe("60");
  expect(spent).toBeLessThan(12_000);
  const { faults } = await lineOf(answer.headers.get("X-Request-Id")!);
  expect(faults[0].provider).toMatchObject({ kind: "timeout", account: "regular", call: expect.any(String) });
});

test("a queue that refuses loses no mail, and the cron delivers it", async () => {
  await plan({ target: "queue", call: "OUTBOX", kind: "refuse", times: 1 });
  const resetLinks = async () =>
    (await portal.control.mail()).filter(({ to, text }) => to === buyer.email && text.includes("/password/"));
  const before = (await resetLinks()).length;
  await askForMail();
  await until("the refused send", async () => (await left()).faults.length === 0);
  expect(await resetLinks()).toHaveLength(before);
  await portal.control.runCron("notifications");
  expect(await resetLinks()).toHaveLength(before + 1);
});

test("a cron whose mails all failed ends as a failure", async () => {
  await plan({ target: "queue", kind: "refuse", times: 1 });
  await plan({ target: "mail", kind: "500", times: 1 });
  await portal.post("/password/reset", { email: buyer.email });
  const answer = await control("/cron/notifications", { method: "POST" });
  expect([answer.status, await answer.json()]).toMatchObject([500, { runs: [{ outcome: "exception" }] }]);
});

/** The headers of a monitor's call. */
async function monitorHeaders() {
  const page = await portal.get("/settings/health", { Cookie: await portal.cookie("superadmin@example.com") });
  return { Authorization: `Bearer ${/>Token<.*?<code>([\w-]+)</.exec(page.text)![1]}` };
}

/** The parts that fail, by the monitor's call. */
async function failingParts(headers: Record<string, string>) {
  const { status, json } = await portal.ask("GET", "/api/health", { headers });
  const parts = Object.entries(json.checks as Record<string, { ok: boolean }>).flatMap(([part, { ok }]) =>
    ok ? [] : [part],
  );
  expect([status, json.ok]).toEqual(parts.length > 0 ? [503, false] : [200, true]);
  return parts;
}

const crons = async () => {
  await portal.control.moveClock({ advanceMs: 10 * 60_000 });
  for (const worker of ["billing", "notifications", "linkwatch"]) await control(`/cron/${worker}`, { method: "POST" });
};

const askForMail = () => portal.post("/password/reset", { email: buyer.email });
const purchase = async () => buy(portal, (await portal.tokens(buyer.email, BUYER_PASSWORD)).jwtToken, service);

/** What fails, and the part of the monitor's answer that names it. */
type Outage = [
  what: string,
  part: string,
  fault: Record<"target" | "kind", string> & { call?: string },
  work: (() => Promise<unknown>) | null,
];
/** The gate plays the first two; that crons stopped, and a database that is away, are tests of their own. */
const outages: Outage[] = [
  ["a mail service that is away", "queues", { target: "mail", kind: "500" }, askForMail],
  ["a database table that fails", "jobs", { target: "database", call: "checkout_drafts", kind: "500" }, null],
  ["an object store that only reads", "files", { target: "files", call: "put", kind: "refuse" }, null],
  ["a revoked provider key", "provider", { target: "provider", kind: "401" }, null],
  ["a provider that is away", "billing", { target: "provider", kind: "500" }, null],
  ["a hub that is away", "queues", { target: "hub", kind: "500" }, purchase],
  ["an object store that refuses", "files", { target: "files", kind: "500" }, null],
  ["an object store that breaks off", "files", { target: "files", call: "get", kind: "broken" }, null],
];

test.each(isGate ? outages.slice(0, 2) : outages)(
  "a monitor sees %s within two crons, and its end",
  async (_, part, fault, work) => {
    const headers = await monitorHeaders();
    // The jobs of every hour run with the others.
    await portal.control.moveClock({ advanceMs: 60 * 60_000 });
    await crons();
    expect(await failingParts(headers)).toEqual([]);
    await planForAll({ ...fault, times: 100_000 });
    await work?.();
    for (let n = 0; n < 2; n++) await crons();
    expect(await failingParts(headers)).toContain(part);
    await plan({ target: fault.target, times: 0 });
    // What failed is tried again after growing pauses.
    for (let n = 0; n < 6; n++) await crons();
    expect(await failingParts(headers)).toEqual([]);
  },
  180_000,
);

test("a monitor sees crons that stopped before the third is due", async () => {
  const headers = await monitorHeaders();
  await crons();
  expect(await failingParts(headers)).toEqual([]);
  await portal.control.moveClock({ advanceMs: 26 * 60_000 });
  // A mail that waited over the leap makes the queues late as well.
  expect(await failingParts(headers)).toContain("billing");
  await crons();
  await expect.poll(() => failingParts(headers), { timeout: 30_000 }).toEqual([]);
});

test("a database that is away makes a cron fail and the monitor red", async () => {
  const headers = await monitorHeaders();
  await planForAll({ target: "database", kind: "500", times: 1_000 });
  const answer = await control("/cron/billing", { method: "POST" });
  expect(answer.status).toBe(500);
  expect((await portal.ask("GET", "/api/health", { headers })).status).toBe(500);
  await plan({ target: "database", times: 0 });
  expect((await portal.ask("GET", "/api/health")).status).toBe(401);
  expect((await portal.ask("GET", "/api/health", { headers })).json).toMatchObject({
    checks: { billing: { ok: true }, queues: expect.anything(), webhooks: { ok: true }, books: { ok: true } },
  });
});

test("visits that the queue gave up are listed, and sent again are stored", async () => {
  const cookie = await portal.cookie("superadmin@example.com");
  const page = () => portal.get("/settings/health", { Cookie: cookie });
  const decide = (form: Record<string, string>) => portal.post("/settings/health", form, { Cookie: cookie });
  expect((await page()).text).not.toContain("Referral visits");
  // The table of visits refuses them one by one, while the database answers.
  await plan({ target: "database", for: "jobs", call: "insert into visits", kind: "500", times: 6 });
  await portal.get("/r/AFF2026");
  const listed = await until(
    "the visit",
    async () => {
      const { text } = await page();
      return text.includes("Referral visits") ? text : null;
    },
    { deadlineMs: 60_000 },
  );
  expect(listed).toContain("1 message was not sent, the first on");
  const id = /name="id" value="(\w+)"/.exec(listed)![1]!;
  await plan({ target: "database", times: 0 });
  const manager = await portal.cookie("manager@example.com");
  expect((await portal.get("/settings/health", { Cookie: manager })).text).not.toContain("Referral visits");
  const refused = await portal.post("/settings/health", { intent: "send", id }, { Cookie: manager });
  expect(refused.status).toBe(403);
  expect((await decide({ intent: "send", id })).status).toBe(303);
  await until("an empty list", async () => !(await page()).text.includes("Referral visits"));
  expect((await decide({ intent: "send", id })).status).toBe(409);
  expect((await decide({ intent: "delete", id: "nobody" })).status).toBe(404);
  expect((await decide({ intent: "sendAll" })).status).toBe(303);
});

test("a broken page shows the id of its answer", async () => {
  const cookie = await portal.cookie("superadmin@example.com");
  await plan({ target: "database", call: "dead_letters", kind: "refuse", times: 50 });
  const page = await portal.get("/settings/health", { Cookie: cookie });
  await plan({ target: "database", times: 0 });
  const id = page.headers.get("X-Request-Id")!;
  expect(page.text).toContain(`<code>${id}</code>`);
  expect((await lineOf(id)).faults.length).toBeGreaterThan(0);
});

test("unread provider events pause billing; pages and one mail a day say so", async () => {
  const charges = async () => (await portal.control.ledger<object>()).entries.length;
  const pauseMails = async () =>
    (await portal.control.mail()).filter(({ subject }) => subject.startsWith("Billing is paused"));
  await plan({ target: "provider", for: "jobs", call: "events", kind: "refuse", times: 100_000 });
  const before = await charges();
  await portal.control.moveClock({ advanceMs: 3 * 60 * 60_000 });
  for (let n = 0; n < 2; n++) await control("/cron/billing", { method: "POST" });
  const admin = await portal.cookie("superadmin@example.com");
  const manager = await portal.cookie("manager@example.com");
  for (const cookie of [admin, manager])
    expect((await portal.get("/settings/health", { Cookie: cookie })).text).toContain("Billing is paused");
  expect((await portal.get("/", { Cookie: manager })).text).toContain("No renewal is charged");
  await until("the mail", async () => (await pauseMails()).length > 0);
  await control("/cron/notifications", { method: "POST" });
  expect(await pauseMails()).toHaveLength(1);
  expect(await charges()).toBe(before);

  await plan({ target: "provider", times: 0 });
  await control("/cron/billing", { method: "POST" });
  expect((await portal.get("/", { Cookie: manager })).text).not.toContain("Billing is paused");
});
