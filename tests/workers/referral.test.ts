import type { Readable } from "node:stream";
import { Log, LogLevel, Miniflare, type WorkerOptions } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { readClick } from "~/domain/attribution/clickCookie";
import type { LinkClick } from "~/domain/ports/referrals";
import { secretSigner } from "~/integrations/signer.server";
import { newId } from "~db/ids";
import { bundleWorker } from "../support/bundleWorker";
import { migrationStatements } from "../support/database";
import { until } from "../support/until";

const SITE = "https://portal.example.com";
const SECRET = "the click secret of the tests, long enough";
const signer = secretSigner({ SESSION_SECRET: "a session secret of the test, long enough", CLICK_SECRET: SECRET });
const isMac = (payload: string, mac: string) => signer.isMac("click", payload, mac);
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
// Each test has its own code, because visits of the previous test may still be pending.
const COUNT = "select count(*) as count, count(distinct id) as ids from visits where affiliate_code = ?";

/**
 * Wraps the Worker: its database counts statements, can be down or refuse a given visit; its queue can refuse sends.
 */
const referralCode = `
import referral from "./workers/referral/index";
export { Referrals } from "./workers/referral/index";
const seen = { statements: 0, down: false, refused: "", queueDown: false };
const counted = (env) => ({
  ...env,
  DB: {
    prepare(sql) {
      seen.statements++;
      if (seen.down) throw new Error("D1_ERROR: the database is switched off");
      const statement = env.DB.prepare(sql);
      return {
        bind(...values) {
          if (seen.refused && values.some((value) => String(value).includes(seen.refused)))
            throw new Error("D1_ERROR: this visit cannot be stored");
          return statement.bind(...values);
        },
        all: () => statement.all(),
      };
    },
  },
  VISITS: {
    async sendBatch(messages) {
      if (seen.queueDown) throw new Error("The queue refuses");
      return env.VISITS.sendBatch(messages);
    },
  },
});
export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/test") return referral.fetch(request, counted(env), ctx);
    for (const name of ["down", "queueDown"])
      if (searchParams.has(name)) seen[name] = searchParams.get(name) === "1";
    if (searchParams.has("refused")) seen.refused = searchParams.get("refused");
    return Response.json(seen);
  },
  queue: (batch, env) => referral.queue(batch, counted(env)),
};`;

const deadLetterCode = `
const dead = [];
export default {
  fetch: () => Response.json(dead.splice(0)),
  queue(batch) { dead.push(...batch.messages.map(({ body }) => body)); },
};`;

let miniflare: Miniflare;
let output = "";
let database: Awaited<ReturnType<Miniflare["getD1Database"]>>;

beforeAll(async () => {
  const { queueConsumers, queueProducers } = unstable_getMiniflareWorkerOptions(
    "workers/referral/wrangler.toml",
  ).workerOptions;
  miniflare = new Miniflare({
    cf: false,
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      for (const stream of [stdout, stderr])
        stream.on("data", (text) => {
          output += text;
        });
    },
    workers: [
      {
        name: "referral",
        modules: true,
        script: await bundleWorker(referralCode),
        compatibilityDate: "2026-04-24",
        compatibilityFlags: ["nodejs_compat"],
        bindings: { SITE_URL: SITE, CLICK_SECRET: SECRET },
        d1Databases: { DB: "portal" },
        queueProducers,
        queueConsumers,
      } as WorkerOptions,
      {
        name: "dead",
        modules: true,
        script: deadLetterCode,
        compatibilityDate: "2026-04-24",
        queueConsumers: { "portal-visits-dead": { maxBatchTimeout: 0 } },
      },
      {
        name: "caller",
        modules: true,
        script: "export default { fetch: () => new Response() };",
        compatibilityDate: "2026-04-24",
        serviceBindings: { Referrals: { name: "referral", entrypoint: "Referrals" } },
      },
    ],
  });
  database = await miniflare.getD1Database("DB", "referral");
  await database.batch(migrationStatements().map((statement) => database.prepare(statement)));
});
afterAll(() => miniflare.dispose());

const open = (path: string, init: Parameters<Miniflare["dispatchFetch"]>[1] = {}) =>
  miniflare.dispatchFetch(`${SITE}${path}`, { redirect: "manual", ...init });
const drive = async (query: string) =>
  (await (await miniflare.dispatchFetch(`${SITE}/test?${query}`)).json()) as { statements: number };
const storedVisits = async (code: string) =>
  (await database.prepare(COUNT).bind(code).first<{ count: number; ids: number }>())!;
const visitsOf = async (code: string) =>
  (
    await database
      .prepare("select * from visits where affiliate_code = ? order by created_at, id")
      .bind(code)
      .all<Record<string, unknown>>()
  ).results;
const deadLetters = async () => {
  const worker = await miniflare.getWorker("dead");
  return (await (await worker.fetch("http://dead/")).json()) as unknown[];
};

describe("redirect target", () => {
  const base = `${SITE}/`;
  test.each([
    ["/r/AFF2026", base],
    ["/r/aff2026", base],
    ["/r/AFF2026/", base],
    ["/r/AFF2026?p=/signup", `${SITE}/signup`],
    ["/r/AFF2026?p=%2Fservices%3Fpage%3D2%23top", `${SITE}/services?page=2#top`],
    ["/r/AFF2026?p=signup", base],
    ["/r/AFF2026?p=//x", base],
    ["/r/AFF2026?p=///x", base],
    ["/r/AFF2026?p=/%5Cx", base],
    ["/r/AFF2026?p=/\\x", base],
    ["/r/AFF2026?p=https:x", base],
    ["/r/AFF2026?p=https://x.example", base],
    ["/r/AFF2026?p=/%09/x", base],
    ["/r/AFF2026?p=/%2509/x", base],
    ["/r/AFF2026?p=/%252F/x", base],
    ["/r/AFF2026?p=/.//x", base],
    ["/r/AFF2026?p=@x", base],
    ["/r/AFF2026?p=.x", base],
    ["/r/AFF2026?p=javascript:alert(1)", base],
    ["/r/AFF2026?p=/a%0D%0ASet-Cookie:%20a=b", base],
    [`/r/AFF2026?p=/${"a".repeat(10_000)}`, base],
    ["/r/AFF2026?p=/%EF%BC%8F/x/%00", base],
    ["/r/AFF2026?p=data:text/html,x", base],
    ["/r/AFF2026?p=%20//x", base],
    ["/r/AFF2026?p=http:%5C%5Cx", base],
    ["/r/AFF2026?p=?p=//x", base],
    ["/r/no", base],
    ["/r/not_a_code", base],
    [`/r/${"A".repeat(33)}`, base],
    [`/r/${"A".repeat(10_000)}`, base],
    ["/r/", base],
    ["/r/a/b/c", base],
    ["/r/%2e%2e%2fadmin", base],
    ["/r/..%5C..", base],
    ["/r//x.example", base],
    ["/r/AFF%0D%0ASet-Cookie:a=b", base],
    ["/r/AFF2026;Domain=example.com", base],
    ["/r/stra%C3%9Fe", base],
    ["/r/AFF%00", base],
    ["/r/<script>", base],
    ["/r/AFF2026%20OR%201=1", base],
    ["/r/https:x", base],
  ])("%.60s", async (path, location) => {
    const answer = await open(path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe(location);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});

test("a well-formed code sets a signed cookie that the portal verifies", async () => {
  const before = Date.now();
  const answer = await open("/r/signed-1");
  const header = answer.headers.get("Set-Cookie")!;
  expect(header).toMatch(/^__Host-click=[^;]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
  const read = await readClick(`a=b; ${header.split(";")[0]}`, SITE, isMac, Date.now());
  expect(read).toMatchObject({
    state: "sound",
    click: { affiliateCode: "SIGNED-1", id: expect.stringMatching(/^[0-9A-Z]{26}$/) },
  });
  const click = "click" in read ? read.click : null;
  expect(click!.at).toBeGreaterThanOrEqual(before);
  const [visit] = await until("the visits of SIGNED-1", () => visitsOf("SIGNED-1"), {
    satisfies: (all) => all.length === 1,
  });
  expect(visit!.id).toBe(click!.id);
});

test.each([
  "STRAY-1.",
  "STRAY-1)",
  "STRAY-1%20",
  "STRAY-1,",
  "STRAY-1;",
  "STRAY-1!",
  "STRAY-1%22",
  "STRAY-1%3E",
  "STRAY-1%E2%80%9D",
  "STRAY-1%E2%80%8B",
  "STRAY-1%C2%A0",
  "STRAY-1).",
  "STRAY-1**",
  "STRAY-1_",
  "STRAY-1%E2%80%A6",
  "STRAY-1/)",
])("/r/%s counts for STRAY-1", async (path) => {
  expect((await open(`/r/${path}`)).headers.get("Set-Cookie")).toContain(".STRAY-1.");
});

test("keeps the click before when another code is clicked", async () => {
  const first = (await open("/r/KEPT-1")).headers.get("Set-Cookie")!.split(";")[0]!;
  const second = (await open("/r/KEPT-2", { headers: { Cookie: first } })).headers.get("Set-Cookie")!.split(";")[0]!;
  expect(await readClick(second, SITE, isMac, Date.now())).toMatchObject({
    click: { affiliateCode: "KEPT-2" },
    earlier: [{ affiliateCode: "KEPT-1" }],
  });
});

test.each([
  ["?utm_source=news", "/?utm_source=news"],
  ["?utm_source=news&utm_medium=e+mail&utm_other=x&q=1", "/?utm_source=news&utm_medium=e+mail"],
  ["?p=/shop&utm_campaign=spring%26more", "/shop?utm_campaign=spring%26more"],
  ["?p=/shop%3Futm_source%3Down%23top&utm_source=other&utm_term=t", "/shop?utm_source=own&utm_term=t#top"],
  ["?utm_source=", "/"],
  [`?utm_source=${"a".repeat(300)}`, `/?utm_source=${"a".repeat(200)}`],
])("leads on with the campaign of %.50s", async (query, path) => {
  expect((await open(`/r/UTM-1${query}`)).headers.get("Location")).toBe(SITE + path);
});

test.each(["/r/no", "/r/not_a_code", `/r/${"A".repeat(33)}`, "/r/", "/r/stra%C3%9Fe"])(
  "%s sets no cookie",
  async (path) => {
    expect((await open(path)).headers.get("Set-Cookie")).toBeNull();
  },
);

test("answers HEAD like GET and refuses other methods", async () => {
  const head = await open("/r/AFF2026?p=/signup", { method: "HEAD" });
  expect([head.status, head.headers.get("Location")]).toEqual([302, `${SITE}/signup`]);
  for (const method of ["POST", "PUT", "DELETE"]) {
    const refused = await open("/r/AFF2026", { method });
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  }
});

test("redirects of one moment share log lines that hold every id", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => open("/r/LOGGED")));
  const ids = answers.map(({ headers }) => headers.get("X-Request-Id")!);
  const lines = await until(
    "the lines of the redirects",
    () => output.split("\n").filter((line) => ids.some((id) => line.includes(id))),
    { satisfies: (found) => ids.every((id) => found.some((line) => line.includes(id))) },
  );
  expect(lines.length).toBeLessThan(ids.length);
  const requests = lines.map((line) => JSON.parse(line)).flatMap((line) => line.requests ?? [line]);
  expect(requests.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(requests[0]).toMatchObject({ log: "request", route: "/r/:code", status: 302, method: "GET", statements: 0 });
});

test("a refused method has a log line of its own", async () => {
  const id = (await open("/r/AFF2026", { method: "PUT" })).headers.get("X-Request-Id")!;
  const line = await until("the line", () => output.split("\n").find((text) => text.includes(id)));
  expect(JSON.parse(line)).toMatchObject({ log: "request", id, status: 405, method: "PUT" });
});

test("a visit holds the fields of the traffic log, cut to size", async () => {
  await open("/r/traffic?p=/services", {
    headers: { "User-Agent": BROWSER, Referer: `https://blog.example.com/${"a".repeat(5000)}` },
  });
  await until("the visits of TRAFFIC", () => storedVisits("TRAFFIC"), { satisfies: ({ count }) => count === 1 });
  await open("/r/TRAFFIC", { headers: { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" } });
  const [person, bot] = await until("the visits of TRAFFIC", () => visitsOf("TRAFFIC"), {
    satisfies: (all) => all.length === 2,
  });
  expect(person).toMatchObject({ landing_path: "/services", user_agent: BROWSER, bot: 0 });
  expect(person!.referrer).toHaveLength(500);
  expect(bot).toMatchObject({ bot: 1, landing_path: "/", referrer: "" });
});

test("only a link opened as a page counts as a person's visit", async () => {
  const opened = { "User-Agent": BROWSER, "Sec-Fetch-Dest": "document" };
  await open("/r/opened-1", { headers: opened });
  await open("/r/opened-1", { headers: { ...opened, "Sec-Fetch-Dest": "image" } });
  await open("/r/opened-1", { headers: { ...opened, "Sec-Fetch-Dest": "iframe" } });
  await open("/r/opened-1", { headers: { ...opened, "Sec-Purpose": "prefetch;prerender" } });
  await open("/r/opened-1", { headers: { ...opened, Purpose: "prefetch" } });
  await open("/r/opened-1", { headers: opened, method: "HEAD" });
  const visits = await until("the visits of OPENED-1", () => visitsOf("OPENED-1"), {
    satisfies: (all) => all.length === 6,
  });
  expect(visits.map(({ bot }) => bot).sort()).toEqual([0, 1, 1, 1, 1, 1]);
});

test("stores 250 visits in at most 5 statements, none during the redirect", async () => {
  const before = (await drive("")).statements;
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 25 }, () => open("/r/COUNTED")));
  }
  const stored = await until("the visits of COUNTED", () => storedVisits("COUNTED"), {
    satisfies: ({ count }) => count >= 250,
  });
  expect(stored).toEqual({ count: 250, ids: 250 });
  expect((await drive("")).statements - before).toBeLessThanOrEqual(5);
});

test("stores a redelivered message once, and a poisoned one blocks no other", async () => {
  const queue = await miniflare.getQueueProducer("VISITS", "referral");
  const visit = {
    id: "01KAJ0000000000000000000AA",
    code: "TWICE",
    landingPath: "/",
    referrer: "",
    userAgent: "test",
    bot: false,
    at: 1_763_700_000_000,
  };
  const poisons = [{ nonsense: true }, { ...visit, at: "yesterday" }, { ...visit, code: "lower" }, null, "text"];
  await queue.sendBatch([visit, poisons[0], visit, ...poisons.slice(1)].map((body) => ({ body })));
  await queue.send(visit);
  await queue.send({ ...visit, id: "01KAJ0000000000000000000AB" });
  await until("the visits of TWICE", () => storedVisits("TWICE"), { satisfies: ({ count }) => count >= 2 });
  const dead: unknown[] = [];
  await until("the dead letters", async () => dead.push(...(await deadLetters())), {
    satisfies: () => dead.length >= poisons.length,
  });
  expect(dead).toEqual(expect.arrayContaining(poisons));
  expect(dead).toHaveLength(poisons.length);
  expect(await storedVisits("TWICE")).toEqual({ count: 2, ids: 2 });
});

const aVisit = (code: string) => ({
  id: newId(Date.now()),
  code,
  landingPath: "/",
  referrer: "",
  userAgent: "test",
  bot: false,
  at: Date.parse("2026-11-21T12:00:00Z"),
});

test("credits the affiliate and counts people and bots apart", async () => {
  const insert = `insert into users (id, email, email_folded, first_name, last_name, first_name_folded, last_name_folded, role, first_login, user_status, affiliate, affiliate_code, created_at, deleted_at, version)
    values (?1, ?1, ?1, '', '', '', '', 'CUSTOMER', 0, 'LEAD', 1, ?2, 0, ?3, 1)`;
  await database.batch([
    database.prepare(insert).bind("owner", "OWNED", null),
    database.prepare(insert).bind("gone", "ORPHANED", 1),
  ]);
  const queue = await miniflare.getQueueProducer("VISITS", "referral");
  const [one, two, bot, orphan] = [
    aVisit("OWNED"),
    aVisit("OWNED"),
    { ...aVisit("OWNED"), bot: true },
    aVisit("ORPHANED"),
  ];
  await queue.sendBatch([one, two, bot, one, orphan].map((body) => ({ body })));
  await queue.sendBatch([two, bot].map((body) => ({ body })));
  await until("the visits of OWNED", async () => [...(await visitsOf("OWNED")), ...(await visitsOf("ORPHANED"))], {
    satisfies: (all) => all.length === 4,
  });
  const last = aVisit("OWNED");
  await queue.send(last);
  await until("the visits of OWNED", () => visitsOf("OWNED"), { satisfies: (all) => all.length === 4 });
  expect(new Set((await visitsOf("OWNED")).map((visit) => visit.affiliate_id))).toEqual(new Set(["owner"]));
  expect((await visitsOf("ORPHANED"))[0]!.affiliate_id).toBeNull();
  const totals = await database.prepare("select * from visit_totals").all();
  expect(totals.results).toEqual([
    { affiliate_id: "owner", day: Math.floor(last.at / 86_400_000), visits: 3, bots: 1 },
  ]);
});

test("1,000 queued visits take at most 20 statements and are stored once", async () => {
  const queue = await miniflare.getQueueProducer("VISITS", "referral");
  const visits = Array.from({ length: 1000 }, () => aVisit("THOUSAND"));
  const before = (await drive("")).statements;
  for (let start = 0; start < visits.length; start += 100)
    await queue.sendBatch(visits.slice(start, start + 100).map((body) => ({ body })));
  const stored = await until("the visits of THOUSAND", () => storedVisits("THOUSAND"), {
    satisfies: ({ count }) => count >= 1000,
  });
  expect(stored).toEqual({ count: 1000, ids: 1000 });
  expect((await drive("")).statements - before).toBeLessThanOrEqual(20);
});

test("a consumer that fails on message 7 of 10 stores the other nine", async () => {
  const queue = await miniflare.getQueueProducer("VISITS", "referral");
  const visits = Array.from({ length: 10 }, () => aVisit("SEVENTH"));
  const seventh = visits[6]!;
  await drive(`refused=${seventh.id}`);
  await queue.sendBatch(visits.map((body) => ({ body })));
  const stored = await until("the visits of SEVENTH", () => storedVisits("SEVENTH"), {
    satisfies: ({ count }) => count >= 9,
  });
  expect(stored).toEqual({ count: 9, ids: 9 });
  const dead: unknown[] = [];
  await until("the dead letters", async () => dead.push(...(await deadLetters())), {
    satisfies: () => dead.length >= 1,
  });
  expect(dead).toEqual([seventh]);
  await drive("refused=");
  expect(await storedVisits("SEVENTH")).toEqual({ count: 9, ids: 9 });
});

test("retries a refused send after the redirect and stores each visit once", async () => {
  await drive("queueDown=1");
  const answers = await Promise.all(Array.from({ length: 60 }, () => open("/r/REFUSED")));
  for (const answer of answers) {
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Set-Cookie")).toContain("__Host-click=");
  }
  await drive("queueDown=0");
  const stored = await until("the visits of REFUSED", () => storedVisits("REFUSED"), {
    satisfies: ({ count }) => count >= 60,
  });
  expect(stored).toEqual({ count: 60, ids: 60 });
});

test("logs a visit that the queue keeps refusing, and sets its cookie", async () => {
  await drive("queueDown=1");
  expect((await open("/r/GIVEN-UP")).headers.get("Set-Cookie")).toContain("__Host-click=");
  await until("the log line", () => output.includes("the queue refused 1 visits"));
  await drive("queueDown=0");
  await open("/r/GIVEN-UP");
  await until("the next visit", () => storedVisits("GIVEN-UP"), { satisfies: ({ count }) => count === 1 });
});

test("the portal's own redirect sets the same cookie and visit", async () => {
  const { Referrals } = (await miniflare.getBindings("caller")) as {
    Referrals: { click(click: LinkClick): Promise<string> };
  };
  const click = {
    code: "TRACKED",
    landingPath: "/",
    referrer: "https://blog.example.com/",
    userAgent: BROWSER,
    cookies: null,
  };
  const cookie = await Referrals.click(click);
  const read = await readClick(cookie, SITE, isMac, Date.now());
  expect(read).toMatchObject({ state: "sound", click: { affiliateCode: "TRACKED" } });
  const [visit] = await until("the visits of TRACKED", () => visitsOf("TRACKED"), {
    satisfies: (all) => all.length === 1,
  });
  expect(visit).toMatchObject({ referrer: click.referrer, user_agent: click.userAgent, bot: 0 });
  expect("click" in read && read.click.id).toBe(visit!.id);
});

test("1,000 redirects during a database outage are stored once afterwards", async () => {
  await drive("down=1");
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => open("/r/DOWN?p=/signup")));
    for (const answer of answers) {
      expect(answer.status).toBe(302);
      expect(answer.headers.get("Set-Cookie")).toContain("__Host-click=");
    }
  }
  const before = (await drive("")).statements;
  await until("the next statement", () => drive(""), { satisfies: ({ statements }) => statements > before });
  expect((await storedVisits("DOWN")).count).toBe(0);
  await drive("down=0");
  const stored = await until("the visits of DOWN", () => storedVisits("DOWN"), {
    satisfies: ({ count }) => count >= 1000,
  });
  expect(stored).toEqual({ count: 1000, ids: 1000 });
});
