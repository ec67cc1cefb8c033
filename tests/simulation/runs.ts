import { type Replacement, SHRINK_MS, Stall, startSimulation } from "./host";
import type { RunResult, RunSettings } from "./play";

export interface Total {
  runs: number;
  commands: number;
  faults: number;
  kills: number;
  restores: number;
  /** One hash over the traces of all runs, in the order of their seeds. */
  trace: string;
  failure: RunResult | null;
  tally: Map<string, number>;
}

/** Hashes a list of hashes (FNV-1a, 64 bits). */
export function hashOf(parts: string[]): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(parts.join())) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

export interface RunsSettings {
  /** The first seed, or the seed of each run. */
  seed: number | ((run: number) => number);
  runs: number;
  steps: number;
  /** Real time (ms) after which no further run starts. */
  until?: number;
  shrinkMs?: number;
  defects?: readonly Replacement[];
  /** workerd processes. */
  processes?: number;
}

type Simulation = Pick<Awaited<ReturnType<typeof startSimulation>>, "play">;

/**
 * Plays a run, and again in another workerd process when it stalls: a seed gives the same run there, so a stall of the
 * machine costs nothing but time. A second stall is a failure of the run.
 */
export async function playTwice(simulation: Simulation, settings: RunSettings): Promise<RunResult> {
  try {
    return await simulation.play(settings);
  } catch (error) {
    console.error(error);
  }
  try {
    return await simulation.play(settings);
  } catch (error) {
    if (!(error instanceof Stall)) throw error;
    const { message, commands, cause } = error;
    return {
      seed: settings.seed,
      trace: "",
      counts: { commands: 0, faults: 0, kills: 0, restores: 0 },
      tally: {},
      failure: { violations: [`simulation-stalls: ${message} (${cause})`], commands, stalled: true },
    };
  }
}

/** Plays runs of consecutive or chosen seeds until one fails, or runs or time are used up. */
export async function playRuns(settings: RunsSettings): Promise<Total> {
  const {
    seed,
    runs,
    steps,
    until = Number.POSITIVE_INFINITY,
    shrinkMs = SHRINK_MS,
    defects,
    processes = 2,
  } = settings;
  const total: Total = {
    runs: 0,
    commands: 0,
    faults: 0,
    kills: 0,
    restores: 0,
    trace: "",
    failure: null,
    tally: new Map(),
  };
  const traces: string[] = [];
  const seedOf = typeof seed === "number" ? (run: number) => seed + run : seed;
  let next = 0;
  const work = async () => {
    const simulation = await startSimulation(defects);
    try {
      while (next < runs && (next === 0 || Date.now() < until) && !total.failure) {
        const at = next++;
        const result = await playTwice(simulation, { seed: seedOf(at), steps, shrinkMs });
        traces[at] = result.trace;
        total.runs++;
        for (const name of ["commands", "faults", "kills", "restores"] as const) total[name] += result.counts[name];
        for (const [name, count] of Object.entries(result.tally))
          total.tally.set(name, (total.tally.get(name) ?? 0) + count);
        if (result.failure) total.failure ??= result;
      }
    } finally {
      await simulation.stop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(processes, runs) }, work));
  return { ...total, trace: hashOf(traces) };
}

/** A failure as text: the broken invariants, and the commands that lead there. */
export const failureText = ({ seed, failure }: RunResult, steps: number): string =>
  [
    `Seed ${seed} fails. Play it again: npm run simulate -- --seed ${seed} --runs 1 --steps ${steps}`,
    `Add '${seed} ${steps}' to tests/simulation/seeds.txt once it is repaired.`,
    ...(failure?.violations.map((one) => `  ${one}`) ?? []),
    "Commands:",
    ...(failure?.commands.map((one) => `  ${one}`) ?? []),
  ].join("\n");
