import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Miniflare, WorkerOptions } from "miniflare";
import type { SeedRequest } from "../db/seed/seedWorker";

const WORKER = "seed";
const marker = (stateDir: string) => join(stateDir, "seeded");

/** Whether this state folder still has to be filled. */
export const needsSeed = (stateDir: string) => !existsSync(marker(stateDir));

/** Empties the stores of a state folder; the time, the session secret and the folder itself stay. */
function dropState(stateDir: string) {
  rmSync(marker(stateDir), { force: true });
  for (const folder of ["d1", "r2", "do"]) rmSync(join(stateDir, folder), { recursive: true, force: true });
}

/** Removes what a start left behind that was killed while it seeded: nothing of it was ever answered to anybody. */
export function dropHalfSeededState(stateDir: string) {
  if (needsSeed(stateDir)) dropState(stateDir);
}

/** The Worker that seeds, bound to the stores of these names. Nothing routes to it; it is asked by name alone. */
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
 * Fills the stores of a Miniflare that runs `seedWorker`: everything, or the super admin alone. Answers the payments of the
 * seeded past as JSON. Throws what went wrong.
 */
export async function runSeed(miniflare: Miniflare, request: SeedRequest): Promise<string> {
  const worker = await miniflare.getWorker(WORKER);
  const response = await worker.fetch("http://seed/", { method: "POST", body: JSON.stringify(request) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The seed failed: ${text}`);
  return text;
}

/** Fills a fresh state folder, once. `tellProvider` takes over what was paid, as JSON. */
export async function seed({
  miniflare,
  stateDir,
  tellProvider,
  ...request
}: SeedRequest & {
  miniflare: Miniflare;
  stateDir: string;
  tellProvider: (payments: string) => Promise<void>;
}): Promise<void> {
  if (!needsSeed(stateDir)) return;
  await tellProvider(await runSeed(miniflare, request));
  writeFileSync(marker(stateDir), request.what);
}

/** Starts over: what the state folder holds is dropped and seeded anew. */
async function startOver() {
  const { runPortal } = await import("./local/runPortal");
  const { runSettings } = await import("./local/runSettings");
  const { portIsFree } = await import("./local/portIsFree");
  const { claimState } = await import("./local/claimState");
  const settings = runSettings(process.env);
  if (!(await portIsFree(settings.port)))
    throw new Error(`Port ${settings.port} is taken: stop the portal first, as its state is about to be dropped.`);
  await claimState(settings.stateDir);
  dropState(settings.stateDir);
  await (await runPortal(settings)).stop();
  console.log(`Seeded ${settings.stateDir}`);
}

// Not awaited: runPortal imports this module, which must have been evaluated by then.
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  startOver().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
