import { parseArgs } from "node:util";
import { journeys } from "./testing/journeys";
import { failuresOf, nameOf, type Report } from "./testing/report";
import { run } from "./testing/run";
import { unitTests } from "./testing/unitTests";

/*
 * What the gate leaves out: `npm run test:deep -- [PARTS] [--minutes M] [--seed N]`. Without names all parts run. No
 * part begins once the time is up; `simulation` takes what is left of it.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string", default: "60" }, seed: { type: "string" } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9));
const until = Date.now() + Number(values.minutes) * 60_000;
const minutesLeft = () => (until - Date.now()) / 60_000;

/** Plays fresh runs of the simulated agency. */
async function simulation(): Promise<Report> {
  const minutes = Math.max(1, minutesLeft()).toFixed(1);
  const code = await run("npx", ["tsx", "tests/simulation/simulate.ts", "--seed", String(seed), "--minutes", minutes]);
  const state = code === 0 ? "passed" : "failed";
  return { files: [], results: [{ file: "", name: "simulation", state, error: `seed ${seed}` }] };
}

/** The unit tests that choose by TEST_SEED, with a fresh one. */
const RANDOM = [
  "app/format",
  "app/domain",
  "tests/domain/reports",
  "tests/domain/refundedLinks",
  "tests/portal/exports",
];
const KILLS = ["claimKills", "oneChargePerCycle", "renewalCrashes", "renewalKills", "outboxBursts"];
/** The files of which the gate plays some cases, and no other part plays all. */
const CASES = [
  "tests/domain/exportLarge",
  "tests/domain/exportWork",
  "tests/domain/orderBytes",
  "tests/domain/refunds.test",
  "tests/domain/renewalOrders",
  "tests/domain/reportsLarge",
  "tests/portal/apiPurchase",
  "tests/portal/faults",
  "tests/run/stateFolder",
];
const parts: Record<string, () => Promise<Report>> = {
  restore: () => unitTests(["restored", "renewalRestore", "tests/portal/backup", "tests/portal/localBackup"]),
  upgrade: () => unitTests(["tests/run/migrateWithData", "tests/run/upgradeManyOrders"]),
  kills: () => unitTests(KILLS, { TEST_SEED: String(seed) }),
  heap: () => unitTests(["tests/portal/liveHeap"]),
  cases: () => unitTests(CASES),
  seeds: () => unitTests(RANDOM, { TEST_SEED: String(seed) }),
  axe: () => journeys(["/axe.spec.ts", "/gallery.spec.ts", "--project=script"]),
  // With axe on every page that they open.
  journeys: () => journeys(["--project=script", "--grep-invert=axe.spec|gallery.spec"], { TESTS: "all" }),
  noscript: () => journeys(["--project=noscript", "--grep-invert=axe.spec"]),
  year: () => unitTests(["tests/simulation/simulationDeep"]),
  simulation,
};

const unknown = positionals.filter((name) => !(name in parts));
if (unknown.length > 0) throw new Error(`No such part: ${unknown}. There are: ${Object.keys(parts).join(" ")}`);
process.env.TESTS = "deep";
console.log(`seed: ${seed}`);
if ((await run("npm", ["run", "--silent", "build"])) !== 0) process.exit(1);

let passed = 0;
const failed: string[] = [];
for (const [name, play] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  if (minutesLeft() <= 0) {
    console.log(`not run: ${name}`);
    continue;
  }
  const began = Date.now();
  const report = await play();
  passed += report.results.filter(({ state }) => state === "passed").length;
  failed.push(...failuresOf(report).map((one) => `${nameOf(one)}: ${one.error.slice(0, 1500)}`));
  console.log(`minutes: ${name} ${((Date.now() - began) / 60_000).toFixed(1)}`);
}
for (const one of failed) console.log(`failed: ${one}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length ? 1 : 0);
