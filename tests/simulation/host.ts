import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildContext, context, type Plugin } from "esbuild";
import { Miniflare } from "miniflare";
import { Agent, request } from "undici";
import { migrationStatements } from "../support/database";
import type { RunResult, RunSettings } from "./play";
import { BEGINS, type Progress, WATCH_MS } from "./progress";

/** A replacement of source text in one file. The text must occur exactly once. */
export interface Replacement {
  file: string;
  find: string;
  replace: string;
}

/**
 * No defects: the simulation needs hashes, but not their cost. And its bundle holds the query builder once, so the slow
 * comparison for objects of another copy is not needed; it took a tenth of the play.
 */
const always: Replacement[] = [
  { file: "app/domain/accounts/passwords.ts", find: "N: 2 ** 14, r: 8, p: 5", replace: "N: 2 ** 4, r: 1, p: 1" },
  {
    file: "node_modules/drizzle-orm/entity.js",
    find: "if (value instanceof type) {\n    return true;\n  }",
    replace: "if (type) return value instanceof type;",
  },
];

export function replaced({ file, find, replace }: Replacement, source: string): string {
  const count = source.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has the text ${count} times, not once: ${find}`);
  return source.replace(find, () => replace);
}

/** Changes the source as it is read, so that the product holds no switch of any kind. */
const replacing: Plugin = {
  name: "replacing",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /stripe\.js\.json$/ }, () => ({ path: "stripe.js.json", namespace: "empty" }));
    onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "export default ''" }));
    onLoad({ filter: /\.[jt]sx?$/ }, ({ path }) => {
      const mine = replacements.filter(({ file }) => join(process.cwd(), file) === path);
      if (mine.length === 0) return undefined;
      const contents = mine.reduce((source, one) => replaced(one, source), readFileSync(path, "utf8"));
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

let replacements: readonly Replacement[] = always;
let building: Promise<BuildContext<{ write: false }>> | undefined;
let last: Promise<unknown> = Promise.resolve();

/** One build after the other, because they share what was parsed: a defect changes one file. */
function bundle(defects: readonly Replacement[]): Promise<string> {
  const made = last.then(async () => {
    building ??= startBuilding();
    replacements = [...always, ...defects];
    return (await (await building).rebuild()).outputFiles[0]!.text;
  });
  last = made.catch(() => undefined);
  return made;
}

/** Before the process ends: the build service complains when it is left. */
export async function endBuilds(): Promise<void> {
  await within(
    "Ending the builds",
    last.then(async () => (await building)?.dispose()),
  );
  building = undefined;
}

const startBuilding = () =>
  context({
    entryPoints: ["tests/simulation/worker.ts"],
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    alias: { "~": join(process.cwd(), "app"), "~db": join(process.cwd(), "db") },
    plugins: [replacing],
    // package.json calls the clock a module without effects, and the clock has them.
    ignoreAnnotations: true,
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });

/** How long a failure is shrunk. */
export const SHRINK_MS = 60_000;
/** A run without progress for this long has stalled: a command takes a second at most on a busy machine. */
const STALL_MS = 45_000;
/**
 * A run reports within this time, even if its first process stalls, it fails in the second, and stalls while it is
 * shrunk.
 */
export const RUN_LIMIT_MS = SHRINK_MS + 4 * (STALL_MS + WATCH_MS);
/** Bundling, starting or stopping a process: seconds each on a busy machine. */
const HOST_MS = 120_000;

/** Rejects when `work` takes longer than a step of the host may. */
async function within<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${HOST_MS / 1000} s`)), HOST_MS);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A run that gave no result, with the commands that it had played. */
export class Stall extends Error {
  constructor(
    message: string,
    readonly commands: string[],
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

/** One workerd process that plays runs. */
async function startProcess(defects: readonly Replacement[], stallMs: number) {
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    script: await within("Bundling the simulation", bundle(defects)),
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
  const url = await within("Starting workerd", miniflare.unsafeGetDirectURL());
  const dispatcher = new Agent({ headersTimeout: stallMs, bodyTimeout: stallMs, pipelining: 0 });
  return {
    ask: async (settings?: object) => {
      const answer = settings
        ? await request(url, { method: "POST", body: JSON.stringify({ engine: "stored", ...settings }), dispatcher })
        : await request(url, { dispatcher });
      if (answer.statusCode === 200) return answer.body;
      throw new Error(`The simulation answered ${answer.statusCode}: ${await answer.body.text()}`);
    },
    stop: async () => {
      await dispatcher.destroy();
      // The process that is left ends with this one.
      await within("Stopping workerd", miniflare.dispose()).catch(console.error);
    },
  };
}

async function* progressOf(body: AsyncIterable<Buffer>): AsyncGenerator<Progress> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split("\n");
    text = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
}

/** Starts the simulation in workerd, with defects planted or without. */
export async function startSimulation(defects: readonly Replacement[] = [], { stallMs = STALL_MS } = {}) {
  let running = await startProcess(defects, stallMs);
  return {
    /** Throws a Stall when the run stalls or its process ends, and starts a new process for the next run. */
    play: async (settings: RunSettings & { engine?: "stored" | "d1" }): Promise<RunResult> => {
      const commands: string[] = [];
      let waits = "";
      let result: RunResult | undefined;
      try {
        for await (const progress of progressOf(await running.ask(settings))) {
          if ("error" in progress) throw new Error(progress.error);
          if ("doing" in progress) {
            if (progress.doing === BEGINS) commands.length = 0;
            else commands.push(progress.doing);
            waits = "";
          } else if ("waits" in progress) waits = progress.waits;
          else result = progress.result;
        }
        if (result) return result;
        throw new Error("The run ended without a result");
      } catch (cause) {
        await running.stop();
        running = await startProcess(defects, stallMs);
        const { seed, steps } = settings;
        const doing = `It stopped in: ${commands.at(-1) ?? "start"}, which waits for: ${waits || "no port call"}`;
        const error = new Stall(`Seed ${seed} with ${steps} steps gave no result. ${doing}`, commands, cause);
        if (!result?.failure) throw error;
        console.error(error);
        return result;
      }
    },
    /** Names of all commands, and ids of all invariants. */
    describe: async () => (await (await running.ask()).json()) as { commands: string[]; invariants: string[] },
    stop: () => running.stop(),
  };
}
