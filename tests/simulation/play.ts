import fc from "fast-check";
import { newId } from "~db/ids";
import { commandsOf } from "./commands";
import { realNow, restart } from "./engine/clock";
import { anyCommand } from "./engine/command";
import type { Copy, World } from "./engine/world";
import { invariants } from "./invariants";
import { BEGINS, type Progress, WATCH_MS } from "./progress";
import { comeToRest } from "./rest";

/** The broken invariants, and the commands that lead there. */
export interface Failure {
  violations: string[];
  commands: string[];
  /** The run gave no result, twice. */
  stalled?: true;
}

export interface RunResult {
  seed: number;
  trace: string;
  counts: World["counts"];
  /** How often each operation ended how. */
  tally: Record<string, number>;
  /** Of a year: paid orders and renewals, and the records that the books looked at. */
  year?: { orders: number; renewals: number; records: number };
  /** After shrinking. */
  failure?: Failure;
}

export interface RunSettings {
  seed: number;
  steps: number;
  /** Milliseconds for shrinking; 0 leaves the commands as they are. */
  shrinkMs: number;
  /** Plays a year of days instead (year.ts). */
  year?: boolean;
}

class Broken extends Error {}

/** Adds what the invariants find to the world's violations. */
export async function check(world: World): Promise<void> {
  const provider = await world.provider.books();
  const books = { world, provider, rows: world.rows.bind(world) };
  for (const { id, differences } of invariants) {
    world.report(`invariant ${id}`);
    for (const one of await differences(books)) world.fail(id, one);
  }
}

/**
 * Tells which port calls run for long, so that a run that stalls can say what it waits for. Once in each command,
 * because the host takes every line for progress.
 */
function watchCalls(world: World, tell: (progress: Progress) => void): () => void {
  const { through, report } = world;
  const running = new Set<{ call: string }>();
  world.through = (process, port, name, work, answer) => {
    const one = { call: `${port} ${name}` };
    const ended = () => running.delete(one);
    running.add(one);
    const made = through.call(world, process, port, name, work, answer) as ReturnType<typeof work>;
    made.then(ended, ended);
    return made;
  };
  let before: { call: string }[] = [];
  let told = false;
  world.report = (doing) => {
    told = false;
    report(doing);
  };
  const timer = setInterval(() => {
    const long = before.filter((one) => running.has(one));
    if (long.length > 0 && !told) {
      told = true;
      tell({ waits: long.map(({ call }) => call).join(", ") });
    }
    before = [...running];
  }, WATCH_MS);
  return () => {
    clearInterval(timer);
    Object.assign(world, { through, report });
  };
}

/** Plays one run: the seed's commands, rest, and all invariants. `found` makes the agency new before. */
export async function playRun(
  world: World,
  found: () => Promise<Copy>,
  settings: RunSettings,
  tell: (progress: Progress) => void,
): Promise<RunResult> {
  const { seed, steps, shrinkMs } = settings;
  let first: Pick<RunResult, "trace" | "counts" | "tally"> | undefined;
  let failure: Failure | undefined;
  const began = realNow();
  const property = fc.asyncProperty(
    fc.commands([anyCommand(commandsOf(seed))], { maxCommands: steps, size: "max" }),
    async (commands) => {
      if (first && realNow() - began > shrinkMs) return;
      world.report(BEGINS);
      restart(seed);
      // Ends the id generator of the run before: ids of one moment count on from each other.
      newId(0);
      await world.begin(await found());
      let error: unknown;
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
        await comeToRest(world);
        await check(world);
      } catch (thrown) {
        error = thrown;
      }
      first ??= { trace: world.trace.hash, counts: { ...world.counts }, tally: Object.fromEntries(world.tally) };
      if (error) world.fail("simulation-runs", error instanceof Error ? (error.stack ?? error.message) : String(error));
      if (world.violations.length === 0) return;
      failure = {
        violations: world.violations.map(({ invariant, detail }) => `${invariant}: ${detail}`),
        commands: [...commands].map(String),
      };
      tell({ result: { seed, ...first, failure } });
      throw new Broken();
    },
  );
  const stopWatching = watchCalls(world, tell);
  await fc.check(property, { seed, numRuns: 1, endOnFailure: shrinkMs === 0 }).finally(stopWatching);
  return { seed, ...first!, ...(failure && { failure }) };
}
