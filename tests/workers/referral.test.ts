import { Log, LogLevel, Miniflare, type WorkerOptions } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { clickOf } from "~/domain/affiliates/clickCookie";
import { bundleWorker } from "../support/bundleWorker";
import { migrationStatements } from "../support/database";
import { untilSatisfied } from "../support/untilSatisfied";

const SITE = "https://portal.example.com";
const SECRET = "a secret of the test";
// Every test has its own code: visits of the one before may still be under way.
const COUNT = "select count(*) as count, count(distinct id) as ids from visits where affiliate_code = ?";

/** The Worker itself, with a database that counts its statements and can be switched off. */
const referralCode = `
import referral from "./workers/referral/index";
let statements = 0;
let down = false;
const counted = (env) => ({
  ...env,
  DB: {
    prepare(sql) {
      statements++;
      if (down) throw new Error("D1_ERROR: the database is switched off");
      return env.DB.prepare(sql);
    },
  },
});
export default {
  fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/test") return referral.fetch(request, counted(env), ctx);
    if (searchParams.has("down")) down = searchParams.get("down") === "1";
    return Response.json({ statements });
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
let database: Awaited<ReturnType<Miniflare["getD1Database"]>>;

beforeAll(async () => {
  const { queueConsumers, queueProducers } = unstable_getMiniflareWorkerOptions(
    "workers/referral/wrangler.toml",
  ).workerOptions;
  miniflare = new Miniflare({
    cf: false,
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio: () => {},
    workers: [
      {
        name: "referral",
        modules: true,
        script: await bundleWorker(referralCode),
        compatibilityDate: "2026-04-24",
        compatibilityFlags: ["nodejs_compat"],
        bindings: { SITE_URL: SITE, SESSION_SECRET: SECRET },
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

describe("where the redirect leads", () => {
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
    ["/r/no", base],
    ["/r/not_a_code", base],
    [`/r/${"A".repeat(33)}`, base],
    ["/r/", base],
    ["/r/a/b/c", base],
  ])("%.60s", async (path, location) => {
    const answer = await open(path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toBe(location);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});

test("a well-formed code leaves a signed cookie that the portal can verify", async () => {
  const before = Date.now();
  const answer = await open("/r/signed-1");
  const header = answer.headers.get("Set-Cookie")!;
  expect(header).toMatch(/^__Host-click=[^;]+; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/);
  const click = await clickOf(`a=b; ${header.split(";")[0]}`, SITE, SECRET, Date.now());
  expect(click).toMatchObject({ affiliateCode: "SIGNED-1", id: expect.stringMatching(/^[0-9A-Z]{26}$/) });
  expect(click!.at).toBeGreaterThanOrEqual(before);
  const [visit] = await untilSatisfied(
    () => visitsOf("SIGNED-1"),
    (all) => all.length === 1,
  );
  expect(visit!.id).toBe(click!.id);
});

test.each(["/r/no", "/r/not_a_code", `/r/${"A".repeat(33)}`, "/r/"])("%s leaves no cookie", async (path) => {
  expect((await open(path)).headers.get("Set-Cookie")).toBeNull();
});

test("HEAD answers like GET, other methods are refused", async () => {
  const head = await open("/r/AFF2026?p=/signup", { method: "HEAD" });
  expect([head.status, head.headers.get("Location")]).toEqual([302, `${SITE}/signup`]);
  for (const method of ["POST", "PUT", "DELETE"]) {
    const refused = await open("/r/AFF2026", { method });
    expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  }
});

test("a visit holds what the traffic log shows, cut to size, and knows programs", async () => {
  const browser =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  await open("/r/traffic?p=/services", {
    headers: { "User-Agent": browser, Referer: `https://blog.example.com/${"a".repeat(5000)}` },
  });
  await untilSatisfied(
    () => storedVisits("TRAFFIC"),
    ({ count }) => count === 1,
  );
  await open("/r/TRAFFIC", { headers: { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" } });
  const [person, bot] = await untilSatisfied(
    () => visitsOf("TRAFFIC"),
    (all) => all.length === 2,
  );
  expect(person).toMatchObject({ landing_path: "/services", user_agent: browser, bot: 0 });
  expect(person!.referrer).toHaveLength(500);
  expect(bot).toMatchObject({ bot: 1, landing_path: "/", referrer: "" });
});

test("250 visits are stored by at most 5 statements, and none of them on the redirect's path", async () => {
  const before = (await drive("")).statements;
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 25 }, () => open("/r/COUNTED")));
  }
  const stored = await untilSatisfied(
    () => storedVisits("COUNTED"),
    ({ count }) => count >= 250,
  );
  expect(stored).toEqual({ count: 250, ids: 250 });
  expect((await drive("")).statements - before).toBeLessThanOrEqual(5);
});

test("a message delivered twice is stored once, and a poisoned one blocks no other", async () => {
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
  await untilSatisfied(
    () => storedVisits("TWICE"),
    ({ count }) => count >= 2,
  );
  const dead: unknown[] = [];
  await untilSatisfied(
    async () => dead.push(...(await deadLetters())),
    () => dead.length >= poisons.length,
  );
  expect(dead).toEqual(expect.arrayContaining(poisons));
  expect(dead).toHaveLength(poisons.length);
  expect(await storedVisits("TWICE")).toEqual({ count: 2, ids: 2 });
});

test("1,000 redirects while the database is down answer as ever; their visits are all there afterwards, once", async () => {
  await drive("down=1");
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => open("/r/DOWN?p=/signup")));
    for (const answer of answers) {
      expect(answer.status).toBe(302);
      expect(answer.headers.get("Set-Cookie")).toContain("__Host-click=");
    }
  }
  const before = (await drive("")).statements;
  await untilSatisfied(
    () => drive(""),
    ({ statements }) => statements > before,
  );
  expect((await storedVisits("DOWN")).count).toBe(0);
  await drive("down=0");
  const stored = await untilSatisfied(
    () => storedVisits("DOWN"),
    ({ count }) => count >= 1000,
  );
  expect(stored).toEqual({ count: 1000, ids: 1000 });
});
