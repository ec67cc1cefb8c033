import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import { Pool } from "undici";
import "../../local/steadyWaits";
import { applyMigrations } from "../../local/applyMigrations";
import { clockWorker } from "../../local/portalClock";
import type { RunSettings } from "../../local/runSettings";
import { seedWorker } from "../../local/seedState";
import { tellSandbox } from "../../local/tellSandbox";
import { tieWorkerdToProcess } from "../../local/tieWorkerdToProcess";
import { workerOptions } from "../../local/workerOptions";
import { readCounters } from "../countersOf";
import { growAgency } from "./growAgency";
import { type Records, recordsOf } from "./records";

export const agencies = ["seeded", "grown"] as const;
export type Agency = (typeof agencies)[number];

/** Of every seeded account. */
const PASSWORD = "Portal#2026";

export interface PageAnswer {
  status: number;
  /** Uncompressed, as the browser parses it. */
  bytes: number;
  statements: number;
  rowsRead: number;
  ms: number;
}

/** The same portal on the seeded database and on the grown one, in one workerd. */
export interface Agencies {
  binding(agency: Agency): Promise<D1Database>;
  records: Record<Agency, Records>;
  /** The cookie of a page session. */
  signIn(agency: Agency, email: string): Promise<string>;
  /** `cookie`: null for a visitor. */
  get(agency: Agency, path: string, cookie: string | null): Promise<PageAnswer>;
  stop(): Promise<void>;
}

const portalOf = (agency: Agency) => `portal-${agency}`;
const databaseOf = (agency: Agency) => `growth-${agency}`;

/** In a folder whose databases are complete. */
const FILLED = "filled";

/** Dates count from the day of the fill, so each day has a folder of its own. Older and unfinished ones are removed. */
function growthFolder(): string {
  const hash = createHash("sha256").update(new Date().toISOString().slice(0, 10));
  for (const folder of ["migrations", "scripts/bench/growth", "db/seed"])
    for (const file of readdirSync(folder).filter((name) => /\.(sql|ts)$/.test(name)))
      hash.update(readFileSync(join(folder, file)));
  const parent = join(".bench", "growth");
  const name = hash.digest("hex").slice(0, 12);
  mkdirSync(parent, { recursive: true });
  for (const other of readdirSync(parent))
    if (other !== name || !existsSync(join(parent, other, FILLED))) rmSync(join(parent, other), { recursive: true });
  mkdirSync(join(parent, name), { recursive: true });
  return join(parent, name);
}

/** Starts both portals as the local run does, on PORT. A new database is seeded, and the grown one filled. */
export async function startAgencies(settings: RunSettings): Promise<Agencies> {
  const parts = workerOptions(settings);
  const portal = parts.find(({ part }) => part === "portal")!.options;
  const sandbox = parts.find(({ part }) => part === "card-sandbox");
  const folder = growthFolder();
  const seeds = await Promise.all(
    agencies.map(async (agency) => ({
      ...(await seedWorker({ database: databaseOf(agency), bucket: databaseOf(agency) })),
      name: `seed-${agency}`,
    })),
  );
  tieWorkerdToProcess();
  const miniflare = new Miniflare({
    cf: false,
    host: "127.0.0.1",
    port: settings.port,
    log: new Log(LogLevel.WARN),
    // The portals write a line for each request.
    handleRuntimeStdio: (out: Readable, errors: Readable) => {
      out.resume();
      errors.pipe(process.stderr);
    },
    d1Persist: join(folder, "d1"),
    r2Persist: join(folder, "r2"),
    durableObjectsPersist: join(folder, "do"),
    workers: [
      ...parts.map(({ options }) => options),
      ...agencies.map((agency) => ({
        ...portal,
        name: portalOf(agency),
        d1Databases: { DB: databaseOf(agency) },
        r2Buckets: { FILES: databaseOf(agency) },
      })),
      ...seeds,
      {
        name: clockWorker.name,
        modules: true,
        script: clockWorker.script,
        compatibilityDate: "2026-04-24",
        bindings: { INITIAL_OFFSET_MS: 0 },
        serviceBindings: sandbox ? { SANDBOX_CONTROL: { name: sandbox.name, entrypoint: "SandboxControl" } } : {},
      },
    ],
  } as MiniflareOptions);
  const bindingOf = async (worker: string) => (await miniflare.getD1Database("DB", worker)) as unknown as D1Database;
  const pool = new Pool(`http://127.0.0.1:${settings.port}`, { connections: 2, pipelining: 1 });
  const stop = async () => {
    await pool.close();
    await miniflare.dispose();
  };
  const overrideOf = (agency: Agency) => ({
    "MF-Route-Override": portalOf(agency),
    Host: new URL(settings.siteUrl).host,
  });

  async function fill(agency: Agency) {
    const binding = await bindingOf(portalOf(agency));
    if (existsSync(join(folder, FILLED))) {
      const stored = await binding.prepare("select records from growth_records").first<{ records: string }>();
      return JSON.parse(stored!.records) as Records;
    }
    const start = Date.now();
    await applyMigrations(binding);
    const seed = await miniflare.getWorker(`seed-${agency}`);
    const now = Date.now();
    const request = { what: "all", now, siteUrl: settings.siteUrl };
    const answer = await seed.fetch("http://seed/", { method: "POST", body: JSON.stringify(request) });
    if (!answer.ok) throw new Error(`The seed failed: ${await answer.text()}`);
    await tellSandbox(miniflare, parts, await answer.text());
    const seeded = Date.now();
    const records = await recordsOf(binding);
    if (agency === "grown") await growAgency(binding, now, records.customer);
    await binding.prepare("create table growth_records (records text not null)").run();
    await binding.prepare("insert into growth_records values (?)").bind(JSON.stringify(records)).run();
    const seconds = (from: number, to: number) => Math.round((to - from) / 1000);
    console.log(`${agency}: seeded in ${seconds(start, seeded)} s, grown in ${seconds(seeded, Date.now())} s`);
    return records;
  }

  try {
    await miniflare.ready;
    await applyMigrations(await bindingOf("portal"));
    const records = { seeded: await fill("seeded"), grown: await fill("grown") };
    writeFileSync(join(folder, FILLED), "");
    return {
      stop,
      binding: (agency) => bindingOf(portalOf(agency)),
      records,
      async signIn(agency, email) {
        const answer = await pool.request({
          path: "/signin",
          method: "POST",
          headers: {
            ...overrideOf(agency),
            Origin: settings.siteUrl,
            "Content-Type": "application/x-www-form-urlencoded",
          },
          body: new URLSearchParams({ email, password: PASSWORD }).toString(),
        });
        await answer.body.dump();
        const cookie = [answer.headers["set-cookie"] ?? []].flat().find((value) => value.startsWith("session="));
        if (!cookie) throw new Error(`${email} could not sign in: ${answer.statusCode}`);
        return cookie.split(";")[0]!;
      },
      async get(agency, path, cookie) {
        const start = performance.now();
        const answer = await pool.request({
          path,
          method: "GET",
          // workerd may close a kept connection just as the next request is sent on it.
          reset: true,
          headers: { ...overrideOf(agency), ...(cookie ? { Cookie: cookie } : {}) },
        });
        const bytes = (await answer.body.arrayBuffer()).byteLength;
        const ms = performance.now() - start;
        const status = answer.statusCode;
        const { statements, rowsRead } = readCounters(String(answer.headers["server-timing"]), `${status} of ${path}`);
        return { status, bytes, statements, rowsRead, ms };
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
