import { join } from "node:path";
import type { Readable } from "node:stream";
import { Log, LogLevel, Miniflare, type MiniflareOptions, type WorkerOptions } from "miniflare";
import { Pool } from "undici";
import "../local/steadyWaits";
import { applyMigrations } from "../local/applyMigrations";
import { drainQueues } from "../local/drainQueues";
import type { RunSettings } from "../local/runSettings";
import { tieWorkerdToProcess } from "../local/tieWorkerdToProcess";
import { type LocalPart, workerOptions } from "../local/workerOptions";
import { benchFolder } from "./benchFolder";
import type { Asked } from "./load";
import { loadOrders, PASSWORD } from "./loadOrders";

export type Size = 10_000 | 100_000 | 200_000 | 1_000_000;
export const nameOfSize = (size: Size) => (size === 1_000_000 ? "1M" : `${size / 1000}k`);

/** A portal on the data of one size: `counted` is the same portal outside production, which tells its statements. */
export const portalOf = (size: Size, counted = false) => `portal-${nameOfSize(size)}${counted ? "-counted" : ""}`;
export const databaseOf = (size: Size) => `orders-${nameOfSize(size)}`;

/**
 * Keys of no account: without the card sandbox the portal wants to be told of a provider, which no measured page asks.
 */
const STRIPE_VARS = Object.fromEntries([
  ["PAYMENTS_MODE", "stripe"],
  ...["REGULAR", "CUSTOM"].flatMap((account) =>
    ["SECRET_KEY", "PUBLISHABLE_KEY", "WEBHOOK_SECRET"].map((key) => [
      `STRIPE_${account}_${key}`,
      `bench_${account}_${key}`.toLowerCase(),
    ]),
  ),
]) as Record<string, string>;

export interface Stack {
  siteUrl: string;
  /** Keep-alive connections to the one address that all Workers of the run share. */
  pool: Pool;
  /** The same request, answered by this Worker. */
  to(worker: string, asked: Asked): Asked;
  fetch(
    worker: string,
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Response>;
  /** The cookie of a page session. */
  signInToPages(worker: string, email: string): Promise<string>;
  /** The bearer token of an API session. */
  signInToApi(worker: string, email: string): Promise<string>;
  /** Waits until every queued visit is stored. */
  drain(): Promise<void>;
  /** Takes stored visits away again: the next run starts from none. */
  forgetVisits(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The built portal and its Workers as in production (no clock, card sandbox, mail catcher or counters), once per data
 * size, with the baselines in the same workerd. New databases are filled. `inspectorPort` opens that workerd's
 * inspector.
 */
export async function startStack(
  settings: RunSettings,
  sizes: Size[],
  baselines: (production: LocalPart[]) => Promise<WorkerOptions[]>,
  inspectorPort?: number,
): Promise<Stack> {
  const production: RunSettings = {
    ...settings,
    vars: { ...settings.vars, APP_ENV: "production" },
    paymentVars: STRIPE_VARS,
  };
  const parts = workerOptions(production, { standIns: false });
  const portal = parts.find(({ part }) => part === "portal")!.options;
  const portals = sizes.flatMap((size) =>
    [false, true].map((counted) => ({
      ...portal,
      name: portalOf(size, counted),
      d1Databases: { DB: databaseOf(size) },
      bindings: { ...portal.bindings, ...(counted ? { APP_ENV: "test" } : {}) },
    })),
  );
  tieWorkerdToProcess();
  const miniflare = new Miniflare({
    cf: false,
    host: "127.0.0.1",
    port: settings.port,
    inspectorPort,
    log: new Log(LogLevel.WARN),
    // A log line per request is read, as a platform would, and not printed.
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      stdout.resume();
      stderr.pipe(process.stderr);
    },
    d1Persist: join(benchFolder(), "d1"),
    workers: [...parts.map(({ options }) => options), ...portals, ...(await baselines(parts))],
  } as MiniflareOptions);

  // Miniflare types its proxies by its own copy of the Workers types.
  const bindingOf = async (worker: string) => (await miniflare.getD1Database("DB", worker)) as unknown as D1Database;
  const pool = new Pool(`http://127.0.0.1:${settings.port}`, { connections: 8, pipelining: 1 });
  const stop = async () => {
    await pool.close();
    await miniflare.dispose();
  };
  const overrideOf = (worker: string) => ({ "MF-Route-Override": worker, Host: new URL(settings.siteUrl).host });

  const stack: Stack = {
    siteUrl: settings.siteUrl,
    pool,
    stop,
    to: (worker, asked) => ({ ...asked, headers: { ...asked.headers, ...overrideOf(worker) } }),
    fetch: (worker, path, init = {}) =>
      fetch(settings.siteUrl + path, {
        ...init,
        headers: { ...init.headers, ...overrideOf(worker) },
        redirect: "manual",
      }),
    drain: () => drainQueues(miniflare, parts),
    forgetVisits: async () => void (await (await bindingOf("portal-referral")).prepare("delete from visits").run()),
    async signInToPages(worker, email) {
      const answer = await stack.fetch(worker, "/signin", {
        method: "POST",
        headers: { Origin: settings.siteUrl, "Content-Type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ email, password: PASSWORD }).toString(),
      });
      const cookie = answer.headers.getSetCookie().find((value) => value.startsWith("session="));
      if (!cookie) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
      return cookie.split(";")[0]!;
    },
    async signInToApi(worker, email) {
      const answer = await stack.fetch(worker, "/api/user/signIn", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { jwtToken: string }).jwtToken;
    },
  };
  try {
    await miniflare.ready;
    await applyMigrations(await bindingOf("portal-referral"));
    for (const size of sizes) {
      const binding = await bindingOf(portalOf(size));
      await applyMigrations(binding);
      const start = Date.now();
      if (await loadOrders(binding, size))
        console.log(`Made ${nameOfSize(size)} orders in ${Math.round((Date.now() - start) / 1000)} s`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stack;
}
