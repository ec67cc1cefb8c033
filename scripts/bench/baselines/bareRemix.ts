import { execFile } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import type { WorkerOptions } from "miniflare";
import { bundleWorker } from "../../../tests/support/bundleWorker";
import { assetOptions } from "../../local/assetOptions";
import type { Statement } from "../listStatements";

const source = "scripts/bench/baselines/remix";
/** Output of the build: `client` and `server`, as in the portal's own. */
export const bareRemixBuild = ".bench/remix";

/** Builds the bare app with the portal's tool and options. */
export async function buildBareRemix() {
  await promisify(execFile)("npx", ["remix", "vite:build", source, "--config", `${source}/vite.config.ts`], {
    maxBuffer: 1 << 26,
  });
  copyFileSync("public/_headers", `${bareRemixBuild}/client/_headers`);
  // Remix's handler serves no files.
  const routes = { include: ["/*"], exclude: ["/assets/*"] };
  writeFileSync(`${bareRemixBuild}/client/_routes.json`, JSON.stringify(routes));
}

/**
 * P3: Remix's request handler with one route that renders the list's rows as a plain table by string. No session,
 * frame, filters or headers. Static files are served as well.
 */
export async function bareRemix(name: string, database: string, rows: Statement): Promise<WorkerOptions> {
  const script = await bundleWorker(`
    import { createRequestHandler } from "@remix-run/cloudflare";
    import * as build from "./${bareRemixBuild}/server/pages.js";
    const answer = createRequestHandler(build, "production");
    export default { fetch: (request, env) => answer(request, { env }) };`);
  return {
    name,
    // Named explicitly, because Miniflare cannot follow the router's dynamic import.
    modules: [{ type: "ESModule", path: "index.js", contents: script }],
    compatibilityDate: "2026-04-24",
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: { DB: database },
    bindings: { ROWS: rows as never },
    assets: assetOptions(`${bareRemixBuild}/client`),
  } as WorkerOptions;
}
