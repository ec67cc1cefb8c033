import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const reports = ".cache/test-reports";

/** Runs a program with its output shown; answers its exit code. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", () => resolve(127));
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

const readReport = <T>(file: string) => (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null);

/** A suite that ended badly without a failed test (a file that did not load, a server that did not start) is a failure. */
const atLeastOneFailure = (code: number, count: Count): Count =>
  code === 0 || count.failed ? count : { ...count, failed: 1 };

async function asOneTest(npmScript: string): Promise<Count> {
  const code = await run("npm", ["run", "--silent", npmScript]);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function unit(): Promise<Count> {
  const file = `${reports}/unit.json`;
  const code = await run("npx", [
    "vitest",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const report = readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
  }>(file);
  return atLeastOneFailure(code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  });
}

async function e2e(): Promise<Count> {
  const file = `${reports}/e2e.json`;
  const code = await run("npx", ["playwright", "test", "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const stats = readReport<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(
    file,
  )?.stats;
  return atLeastOneFailure(code, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  });
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total: Count = { passed: 0, failed: 0, skipped: 0 };
// Built first: the types of the entry and the tests of the bundles are about what the build makes.
for (const suite of [() => asOneTest("build"), () => asOneTest("lint"), () => asOneTest("types"), unit, e2e]) {
  const count = await suite();
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
}
const summary = `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`;
// For .ci/run, whose last line this is: npm adds lines of its own after a failure.
writeFileSync(".cache/test-summary", `${summary}\n`);
console.log(summary);
process.exit(total.failed ? 1 : 0);
