import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import { Pool } from "undici";
import { bundleWorker } from "../../../tests/support/bundleWorker";
import "../../local/steadyWaits";
import { applyMigrations } from "../../local/applyMigrations";
import { abba } from "../abba";
import { requestsPerSecond, warmUp } from "../load";
import type { LonePart } from "../part";

const TURN_MS = 1200;
/** Visits per measured turn; each is delivered twice. */
const A_TURN = 1_000;
const VISITS = { few: 10_000, many: 1_000_000 };
const AFFILIATES = { few: 100, many: 100_000 };
const CODE = "A000050";

/** The Worker with its consumer called directly: a queue's own pace would hide the database's. */
const code = `
import referral from "./workers/referral/index";
import { storeVisits } from "./workers/referral/storeVisits";
import { countStatements, newStatementCount } from "./db/countStatements.server";
import { newId } from "./db/ids";
async function ingest(env, visits, affiliates) {
  let acknowledged = 0;
  const count = newStatementCount();
  const database = countStatements(env.DB, count);
  const now = Date.now();
  const bodies = Array.from({ length: visits }, (_, n) => ({
    id: newId(now),
    code: "A" + String(1 + ((n * 37) % affiliates)).padStart(6, "0"),
    landingPath: "/services",
    referrer: "https://blog.example.com/ten-seo-tools",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
    bot: n % 7 === 0,
    at: now,
  }));
  for (let start = 0; start < visits; start += 100) {
    const messages = bodies.slice(start, start + 100).map((body) => ({ body, attempts: 1, ack: () => void acknowledged++, retry() {} }));
    await storeVisits({ messages }, database, { sendBatch: async () => {} });
  }
  return { statements: count.statements, acknowledged, ids: bodies.map(({ id }) => id), bodies };
}
export default {
  async fetch(request, env, ctx) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/ingest") return referral.fetch(request, env, ctx);
    const done = await ingest(env, Number(searchParams.get("visits")), Number(searchParams.get("affiliates")));
    if (searchParams.get("check") !== "1") return new Response();
    // Delivered once more, as a queue may: nothing may come of it.
    const messages = done.bodies.slice(0, 100).map((body) => ({ body, attempts: 2, ack() {}, retry() {} }));
    await storeVisits({ messages }, env.DB, { sendBatch: async () => {} });
    const stored = await env.DB.prepare("select count(*) as n from visits where id in (select value from json_each(?))").bind(JSON.stringify(done.ids)).first("n");
    return Response.json({ statements: done.statements, acknowledged: done.acknowledged, stored });
  },
  queue: (batch, env) => referral.queue(batch, env),
};`;

/**
 * Creates affiliates and visits quickly, without triggers and indexes, which are restored as the migrations made
 * them.
 */
async function fill(binding: D1Database, { affiliates, visits }: { affiliates: number; visits: number }) {
  await applyMigrations(binding);
  const run = (sql: string) => binding.prepare(sql).run();
  const count = (to: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})`;
  await run(`${count(affiliates)} insert into users
    (id, email, first_name, last_name, first_name_folded, last_name_folded, email_folded, role, affiliate, affiliate_code, created_at)
    select printf('U%025d', i), 'user' || i || '@example.com', 'Name' || i, 'Example', 'name' || i, 'example',
      'user' || i || '@example.com', 'CUSTOMER', 1, printf('A%06d', i), i from n`);
  const { results: made } = await binding
    .prepare(
      "select type, name, sql from sqlite_master where tbl_name = 'visits' and type in ('trigger', 'index') and sql is not null",
    )
    .all<{ type: string; name: string; sql: string }>();
  for (const { type, name } of made) await run(`drop ${type} "${name}"`);
  const start = Date.UTC(2026, 0, 1);
  await run(`${count(visits)} insert into visits
    (id, affiliate_code, affiliate_id, landing_path, referrer, user_agent, bot, created_at)
    select printf('01AAAAAAAAAAAAAAA%09d', i), printf('A%06d', 1 + i * 37 % ${affiliates}), printf('U%025d', 1 + i * 37 % ${affiliates}),
      '/services', 'https://blog.example.com/ten-seo-tools', 'Firefox', i % 7 = 0, ${start} + i * 20000 from n`);
  await run(
    "insert into visit_counts (bot, count) select bot, count(*) from visits where true group by bot on conflict (bot) do update set count = excluded.count",
  );
  await run(`insert into visit_totals (affiliate_id, day, visits, bots)
    select affiliate_id, created_at / 86400000, sum(not bot), sum(bot) from visits group by 1, 2`);
  for (const { sql } of made) await run(sql);
}

const stores = {
  "few-visits": { affiliates: AFFILIATES.few, visits: VISITS.few },
  "many-visits": { affiliates: AFFILIATES.few, visits: VISITS.many },
  "many-affiliates": { affiliates: AFFILIATES.many, visits: VISITS.few },
} as const;
type Store = keyof typeof stores;

/** P1 flat in the number of affiliates; P2: the cost of storing visits, flat in the number stored. */
export const visitsPart: LonePart = {
  ids: ["P1", "P2"],
  async measure(settings) {
    const script = await bundleWorker(code);
    const miniflare = new Miniflare({
      cf: false,
      host: "127.0.0.1",
      port: settings.port,
      log: new Log(LogLevel.WARN),
      workers: (Object.keys(stores) as Store[]).map((name) => ({
        name,
        modules: true,
        script,
        compatibilityDate: "2026-04-24",
        compatibilityFlags: ["nodejs_compat"],
        bindings: { SITE_URL: settings.siteUrl, CLICK_SECRET: "a secret of the benchmark, long enough for it" },
        d1Databases: { DB: name },
        queueProducers: { VISITS: `visits-${name}`, DEAD_VISITS: `dead-${name}` },
        queueConsumers: { [`visits-${name}`]: { maxBatchSize: 100, maxBatchTimeout: 1 } },
      })),
    } as MiniflareOptions);
    const pool = new Pool(`http://127.0.0.1:${settings.port}`, { connections: 8 });
    try {
      await miniflare.ready;
      for (const [name, data] of Object.entries(stores))
        await fill((await miniflare.getD1Database("DB", name)) as unknown as D1Database, data);

      const to = (worker: Store, path: string, status: number) => ({
        path,
        status,
        headers: { "MF-Route-Override": worker },
      });
      const drained = async (worker: Store) => {
        const queue = (await miniflare.getQueueProducer("VISITS", worker)) as unknown as Queue;
        while ((await queue.metrics()).backlogCount > 0) await new Promise((resolve) => setTimeout(resolve, 25));
      };
      const redirects = (worker: Store) => async () => {
        const figure = await requestsPerSecond(pool, to(worker, `/r/${CODE}?p=/services`, 302), TURN_MS);
        // Drains the queue, so that the next turn is not measured under its load.
        await drained(worker);
        return figure;
      };
      for (const worker of ["many-affiliates", "few-visits"] as const)
        await warmUp(pool, to(worker, `/r/${CODE}?p=/services`, 302));
      const flat = await abba(redirects("many-affiliates"), redirects("few-visits"));

      const address = (await miniflare.ready).origin;
      const ingest = (worker: Store, check = 0) =>
        fetch(`${address}/ingest?visits=${A_TURN}&affiliates=${stores[worker].affiliates}&check=${check}`, {
          headers: { "MF-Route-Override": worker },
        });
      const rate = (worker: Store) => async () => {
        const began = performance.now();
        const answer = await ingest(worker);
        if (!answer.ok) throw new Error(`Visits could not be stored: ${answer.status} ${await answer.text()}`);
        await answer.arrayBuffer();
        return (A_TURN * 1000) / (performance.now() - began);
      };
      const growing = await abba(rate("many-visits"), rate("few-visits"), 8);
      const { statements, acknowledged, stored } = (await (await ingest("many-visits", 1)).json()) as {
        statements: number;
        acknowledged: number;
        stored: number;
      };
      return [
        {
          id: "P1",
          what: "Redirects/s with 100,000 affiliates",
          against: "with 100",
          value: flat.ratio,
          unit: "x",
          atLeast: 0.9,
          note: `${Math.round(flat.a)} over ${Math.round(flat.b)} a second, their visits stored meanwhile`,
        },
        {
          id: "P2",
          what: "D1 statements per 1,000 visits",
          against: "the consumer at 1M stored visits",
          value: (statements * 1000) / A_TURN,
          unit: "",
          atMost: 20,
        },
        {
          id: "P2",
          what: "Visits lost or doubled",
          against: "what was handed over, a tenth of it twice",
          value: Math.abs(stored - A_TURN) + Math.abs(acknowledged - A_TURN),
          unit: "",
          atMost: 0,
        },
        {
          id: "P2",
          what: "Visits stored/s at 1M visits",
          against: "at 10k",
          value: growing.ratio,
          unit: "x",
          atLeast: 0.9,
          note: `${Math.round(growing.a)} over ${Math.round(growing.b)} a second`,
        },
      ];
    } finally {
      await pool.close();
      await miniflare.dispose();
    }
  },
};
