import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { Miniflare } from "miniflare";
import { Agent, request } from "undici";
import { migrationStatements } from "../support/database";
import type { RunResult, RunSettings } from "./play";

/** A replacement of source text in one file. The text must occur exactly once. */
export interface Replacement {
  file: string;
  find: string;
  replace: string;
}

/** Not a defect: the simulation needs hashes, but not their cost. */
const always: Replacement[] = [
  { file: "app/domain/accounts/passwords.ts", find: "N: 2 ** 14, r: 8, p: 5", replace: "N: 2 ** 4, r: 1, p: 1" },
];

export function replaced({ file, find, replace }: Replacement, source: string): string {
  const count = source.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has the text ${count} times, not once: ${find}`);
  return source.replace(find, () => replace);
}

/** Changes the source as it is read, so that the product holds no switch of any kind. */
const replacing = (replacements: readonly Replacement[]): Plugin => ({
  name: "replacing",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /stripe\.js\.json$/ }, () => ({ path: "stripe.js.json", namespace: "empty" }));
    onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export default ''" }));
    for (const file of new Set(replacements.map((one) => one.file))) {
      const path = join(process.cwd(), file);
      onLoad({ filter: new RegExp(`${file.replaceAll(".", "\\.").replaceAll("/", "[\\\\/]")}$`) }, (args) => {
        if (args.path !== path) return undefined;
        const mine = replacements.filter((one) => one.file === file);
        const contents = mine.reduce((source, one) => replaced(one, source), readFileSync(path, "utf8"));
        return { contents, loader: file.endsWith("x") ? "tsx" : "ts" };
      });
    }
  },
});

async function bundle(defects: readonly Replacement[]): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["tests/simulation/worker.ts"],
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    alias: { "~": join(process.cwd(), "app"), "~db": join(process.cwd(), "db") },
    plugins: [replacing([...always, ...defects])],
    // package.json calls the clock a module without effects, and the clock has them.
    ignoreAnnotations: true,
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  return outputFiles[0]!.text;
}

/** Starts the simulation in workerd, with defects planted or without. */
export async function startSimulation(defects: readonly Replacement[] = []) {
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    script: await bundle(defects),
    compatibilityDate: "2026-04-24",
    compatibilityFlags: ["nodejs_compat"],
    d1Databases: ["DB"],
    durableObjects: {
      // An agency that idles for ten seconds would be opened again, on a database that has its tables already.
      AGENCY: { className: "Agency", useSQLite: true, unsafePreventEviction: true },
      ACCOUNTS: { className: "SimulatedAccount", useSQLite: true, unsafePreventEviction: true },
    },
    ...(process.env.SIM_INSPECT ? { inspectorPort: Number(process.env.SIM_INSPECT) } : {}),
    bindings: { MIGRATIONS: migrationStatements(), SITE_URL: "http://portal.example.com" },
    unsafeDirectSockets: [{}],
  } as never);
  const url = await miniflare.unsafeGetDirectURL();
  // A run may shrink for minutes.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });
  return {
    play: async (settings: RunSettings & { engine?: "stored" | "d1" }): Promise<RunResult> => {
      const body = JSON.stringify({ engine: "stored", ...settings });
      const answer = await request(url, { method: "POST", body, dispatcher }).catch((error) => {
        // workerd closes the connection of a run that waits for nothing, and when it ends.
        throw new Error(`Seed ${settings.seed} with ${settings.steps} steps gave no answer`, { cause: error });
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`The simulation answered ${answer.statusCode}: ${text}`);
      return JSON.parse(text) as RunResult;
    },
    /** Names of all commands, and ids of all invariants. */
    describe: async () => {
      const answer = await request(url, { dispatcher });
      return (await answer.body.json()) as { commands: string[]; invariants: string[] };
    },
    stop: async () => {
      await dispatcher.destroy();
      await miniflare.dispose();
    },
  };
}
