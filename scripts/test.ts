import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";

interface Count {
  passed: number;
  failed: number;
  skipped: number;
  /** Names of failures, repeated at the end of the log. */
  wrong: string[];
}

const reports = ".cache/test-reports";

/** Runs a program with its output shown. Returns its exit code. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.once("error", () => resolve(127));
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

const readReport = <T>(file: string) => (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null);

/**
 * Counts a suite that ended badly without a failed test (a file that did not load, a server that did not start) as a
 * failure.
 */
const atLeastOneFailure = (suite: string, code: number, count: Count): Count =>
  code === 0 || count.failed ? count : { ...count, failed: 1, wrong: [`${suite}: ended with ${code}`, ...count.wrong] };

async function asOneTest(npmScript: string): Promise<Count> {
  const code = await run("npm", ["run", "--silent", npmScript]);
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0, wrong: [] }
    : { passed: 0, failed: 1, skipped: 0, wrong: [npmScript] };
}

async function unit(): Promise<Count> {
  const file = `${reports}/unit.json`;
  // Fresh seeds of the simulated agency, seeds that failed before included, take five minutes in all.
  const code = await run(
    "npx",
    ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    { SIMULATION_SECONDS: process.env.SIMULATION_SECONDS ?? "240" },
  );
  const report = readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: {
      name: string;
      status: string;
      /** Why the file itself failed, for example in its set-up. */
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
    }[];
  }>(file);
  return atLeastOneFailure("unit", code, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    wrong: (report?.testResults ?? []).flatMap((file) => {
      const failed = file.assertionResults.filter(({ status }) => status === "failed");
      if (file.status === "failed" && failed.length === 0) return [`${file.name}: ${file.message.slice(0, 1000)}`];
      return failed.map(
        (one) => `${file.name}: ${one.fullName}\n${one.failureMessages?.join("\n").slice(0, 1000) ?? ""}`,
      );
    }),
  });
}

interface E2eSuite {
  suites?: E2eSuite[];
  specs?: { ok: boolean; file: string; title: string; tests: { projectName: string }[] }[];
}

const wrongIn = ({ suites = [], specs = [] }: E2eSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => `${file}: ${title} [${tests.map(({ projectName }) => projectName).join()}]`),
  ...suites.flatMap(wrongIn),
];

async function e2e(): Promise<Count> {
  const file = `${reports}/e2e.json`;
  const code = await run("npx", ["playwright", "test", "--reporter=list,json"], { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const report = readReport<
    E2eSuite & { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
  >(file);
  const stats = report?.stats;
  return atLeastOneFailure("e2e", code, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
    wrong: report ? wrongIn(report) : [],
  });
}

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total: Count = { passed: 0, failed: 0, skipped: 0, wrong: [] };
// Built first: type checks and bundle tests read the build. Lint and types run side by side; the others need every core.
const groups = [[() => asOneTest("build")], [() => asOneTest("lint"), () => asOneTest("types")], [unit], [e2e]];
for (const group of groups)
  for (const count of await Promise.all(group.map((suite) => suite()))) {
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    total.wrong.push(...count.wrong);
  }
for (const one of total.wrong) console.log(`failed: ${one}`);
const summary = `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`;
// Read by .ci/run as its last line: npm prints lines of its own after a failure.
writeFileSync(".cache/test-summary", `${summary}\n`);
console.log(summary);
process.exit(total.failed ? 1 : 0);
