import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import type { Miniflare, WorkerOptions } from "miniflare";
import type { SeedRequest } from "../../db/seed/seedWorker";
import { checkDatabase, damagedDatabase } from "./checkDatabase";
import { openStores } from "./openStores";
import { databaseFile, dropStores, refuseDamagedStores, refuseInterruptedRestore } from "./stateStores";

const WORKER = "seed";
/** Exists in the database only while it is being seeded. */
export const UNFINISHED_SEED = "unfinished_seed";
const marker = (stateDir: string) => join(stateDir, "seeded");

/**
 * True when this state folder has to be seeded. The marker file is a shortcut: without it the database decides, and
 * only an unfinished one is removed. Throws an Error that names an unusable database.
 */
export async function needsSeed(stateDir: string): Promise<boolean> {
  refuseInterruptedRestore(stateDir);
  refuseDamagedStores(stateDir);
  if (!existsSync(databaseFile(stateDir))) return true;
  if (existsSync(marker(stateDir))) {
    if (statSync(databaseFile(stateDir)).size === 0) throw damagedDatabase(databaseFile(stateDir), "empty");
    return false;
  }
  switch (await seedProgress(stateDir)) {
    case "none":
      return true;
    case "unfinished":
      console.log(`The first start on ${stateDir} was interrupted while it seeded. Seeding again.`);
      dropStores(stateDir);
      return true;
    case "done":
      console.log(`${stateDir} holds data, so it is not seeded. To start over, run: npm run seed`);
      writeFileSync(marker(stateDir), "");
      return false;
  }
}

/** How far a database was seeded. No portal may have it open. */
export async function seedProgress(stateDir: string): Promise<"none" | "unfinished" | "done"> {
  const stores = openStores(stateDir);
  try {
    const database = await stores.database();
    await checkDatabase(database, databaseFile(stateDir));
    const { results } = await database
      .prepare("select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'")
      .all<{ name: string }>();
    const tables = new Set(results.map(({ name }) => name));
    if (tables.size > 0 && !tables.has("d1_migrations"))
      throw new Error(
        `The database ${databaseFile(stateDir)} is not one of a portal. Nothing in it was changed. Choose another folder with STATE_DIR.`,
      );
    if (tables.has(UNFINISHED_SEED)) return "unfinished";
    if (!tables.has("users")) return "none";
    return (await database.prepare("select 1 from users limit 1").first()) ? "done" : "none";
  } finally {
    await stores.close();
  }
}

/** The Worker that seeds, bound to the stores of these names. It has no route and is called by name. */
export async function seedWorker(stores = { database: "portal", bucket: "portal-files" }): Promise<WorkerOptions> {
  const { outputFiles } = await build({
    entryPoints: ["db/seed/seedWorker.ts"],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    logLevel: "error",
  });
  return {
    name: WORKER,
    modules: true,
    script: outputFiles[0]!.text,
    compatibilityDate: "2026-04-24",
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: { DB: stores.database },
    r2Buckets: { FILES: stores.bucket },
  };
}

/**
 * Fills the stores of a Miniflare that runs `seedWorker`: everything, or only the super admin. Returns the seeded
 * payments as JSON. Throws the seed's error.
 */
export async function runSeed(miniflare: Miniflare, request: SeedRequest): Promise<string> {
  const worker = await miniflare.getWorker(WORKER);
  const response = await worker.fetch("http://seed/", { method: "POST", body: JSON.stringify(request) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The seed failed: ${text}`);
  return text;
}

/** Seeds a state folder that `needsSeed`. `tellProvider` receives the seeded payments as JSON. */
export async function seed({
  miniflare,
  database,
  stateDir,
  tellProvider,
  ...request
}: SeedRequest & {
  miniflare: Miniflare;
  database: D1Database;
  stateDir: string;
  tellProvider: (payments: string) => Promise<void>;
}): Promise<void> {
  rmSync(marker(stateDir), { force: true });
  await database.prepare(`create table ${UNFINISHED_SEED} (started_at integer)`).run();
  await tellProvider(await runSeed(miniflare, request));
  await database.prepare(`drop table ${UNFINISHED_SEED}`).run();
  writeFileSync(marker(stateDir), request.what);
}
