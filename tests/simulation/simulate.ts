import { parseArgs } from "node:util";
import { tieWorkerdToProcess } from "../../scripts/local/tieWorkerdToProcess";
import { seedWith } from "./focus";
import { endBuilds, startSimulation } from "./host";
import { type Planted, planted } from "./planted";
import type { RunResult } from "./play";
import { failureText, hashOf, playRuns, playTwice } from "./runs";

/*
 * Plays the simulated agency: `--seed N --runs R --steps S`, `--minutes M` to play on, `--planted all` (or a name) to
 * prove that the planted defects are found. The last line is JSON; the exit code is 1 when something failed.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    runs: { type: "string" },
    steps: { type: "string" },
    minutes: { type: "string" },
    planted: { type: "string" },
    tally: { type: "boolean" },
  },
});

const number = (text: string | undefined, otherwise: number) => {
  const value = text === undefined ? otherwise : Number(text);
  if (Number.isNaN(value) || value < 0) throw new Error(`Not a number: ${text}`);
  return value;
};

await tieWorkerdToProcess();
const began = Date.now();
const seed = number(values.seed, Math.floor(Math.random() * 1e9));
const steps = number(values.steps, 80);
const found: string[] = [];
const asked = values.planted === undefined ? [] : planted.filter(({ name }) => [name, "all"].includes(values.planted!));
if (values.planted !== undefined && asked.length === 0) throw new Error(`No such defect: ${values.planted}`);

// A fault of the host ends the run, but not without its last line.
const summary = await (asked.length > 0 ? playPlanted(asked) : playFresh()).catch((error) => {
  console.error(error);
  return { failed: 1 };
});
console.log(JSON.stringify({ seed, ...summary, plantedFound: found.length, planted: asked.length }));
await endBuilds().catch(console.error);
process.exit(summary.failed ? 1 : 0);

async function playFresh() {
  const minutes = values.minutes === undefined ? undefined : number(values.minutes, 0);
  const { failure, tally, ...total } = await playRuns({
    seed,
    steps,
    runs: number(values.runs, minutes === undefined ? 20 : Number.POSITIVE_INFINITY),
    until: minutes === undefined ? undefined : began + minutes * 60_000,
  });
  if (failure) console.log(failureText(failure, steps));
  if (values.tally) for (const [name, count] of [...tally].sort()) console.log(`${count} ${name}`);
  const seconds = (Date.now() - began) / 1000;
  console.log(
    `${total.runs} runs, ${total.commands} commands in ${seconds.toFixed(1)} s, ${(total.commands / seconds).toFixed(0)} a second`,
  );
  return { ...total, failed: failure ? 1 : 0 };
}

/**
 * Each defect has its own workerd process; two play at a time. A run that fails without the defect too shows a fault of
 * the product, and is not counted.
 */
async function playPlanted(defects: readonly Planted[]) {
  const total = { runs: 0, commands: 0, faults: 0, kills: 0, restores: 0 };
  const traces: string[] = [];
  const runs = number(values.runs, 120);
  const left = [...defects];
  const work = async () => {
    const control = await startSimulation();
    for (let defect = left.shift(); defect; defect = left.shift()) {
      const start = Date.now();
      let finding: RunResult | null = null;
      const { focus } = defect;
      for (let first = 0; first < runs && !finding; ) {
        const at = first;
        const played = await playRuns({
          steps,
          processes: 1,
          shrinkMs: 0,
          runs: runs - at,
          defects: [defect],
          seed: (run) => seedWith(focus, seed, at + run),
        });
        for (const name of ["runs", "commands", "faults", "kills", "restores"] as const) total[name] += played[name];
        traces.push(played.trace);
        if (!played.failure) break;
        if (played.failure.failure?.stalled) {
          console.log(failureText(played.failure, steps));
          break;
        }
        const without = await playTwice(control, { seed: played.failure.seed, steps, shrinkMs: 0 });
        if (without.failure) console.log(failureText(without, steps));
        else finding = played.failure;
        first += played.runs;
      }
      if (finding) found.push(defect.name);
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      const by = finding?.failure?.violations[0]?.slice(0, 160);
      const after = finding ? `seed ${finding.seed}` : `${runs} runs`;
      console.log(`${by ? "found" : "NOT FOUND"}: ${defect.name} (${after}, ${seconds} s)${by ? ` by ${by}` : ""}`);
    }
    await control.stop();
  };
  await Promise.all([work(), work()]);
  return { ...total, trace: hashOf(traces), failed: defects.length - found.length };
}
