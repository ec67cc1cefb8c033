import { mkdirSync, writeFileSync } from "node:fs";
import { journeys } from "./testing/journeys";
import { nameOf, type Report, type TestResult } from "./testing/report";
import { run } from "./testing/run";
import { runAgain, type Verdict } from "./testing/runAgain";
import { unitTests } from "./testing/unitTests";

/** More tests that fail by chance fail the run. */
const MAX_FLAKY = 5;

process.env.TESTS = "gate";
mkdirSync(".cache", { recursive: true });
const times: string[] = [];

async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  const result = await work();
  times.push(`${part} ${((Date.now() - began) / 60_000).toFixed(1)}`);
  return result;
}

/** An npm script as one test. */
async function script(name: string): Promise<TestResult> {
  const code = await run("npm", ["run", "--silent", name]);
  return { file: "", name, state: code === 0 ? "passed" : "failed", error: code === 0 ? "" : `exit code ${code}` };
}

// The unit tests and the journeys need the build, and each of them every core.
const checks = ["build", "lint", "types"];
const scripts: Report = {
  files: [],
  results: await timed(checks.join(", "), () => Promise.all(checks.map(script))),
};
const unit = await timed("unit", () => unitTests());
const browser = await timed("browser", () => journeys());

const verdicts: Verdict[] = await timed("once more", async () => [
  await runAgain(scripts, async () => scripts),
  await runAgain(unit, ({ file }) => unitTests([file])),
  await runAgain(browser, ({ file, project }) =>
    journeys([`/${file}`, `--project=${project}`], { JOURNEY_WORKERS: "1" }),
  ),
]);

const failed = verdicts.flatMap((verdict) => verdict.failed.map((one) => `${nameOf(one)}: ${one.error}`));
const flaky = verdicts.flatMap((verdict) => verdict.flaky);
if (flaky.length > MAX_FLAKY) failed.push(`${flaky.length} tests are flaky; at most ${MAX_FLAKY} may be`);
const sum = (count: (verdict: Verdict) => number) => verdicts.reduce((total, verdict) => total + count(verdict), 0);

console.log(`\nminutes: ${times.join(", ")}`);
const slowest = [...unit.files, ...browser.files].sort((one, other) => other.ms - one.ms).slice(0, 10);
for (const { file, ms } of slowest) console.log(`slow: ${(ms / 1000).toFixed(0)} s ${file}`);
for (const one of flaky) console.log(`flaky: ${nameOf(one)}: ${one.error.slice(0, 1500)}`);
for (const one of failed) console.log(`failed: ${one.slice(0, 1500)}`);
const skipped = sum((verdict) => verdict.skipped);
const summary = `${sum(({ passed }) => passed)} passed, ${failed.length} failed${skipped ? `, ${skipped} skipped` : ""}`;
// Read by .ci/run as its last line: npm prints lines of its own after a failure.
writeFileSync(".cache/test-summary", `${summary}\n`);
console.log(summary);
process.exit(failed.length ? 1 : 0);
