import { existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { failedRun, failuresOf, type Report } from "./report";
import { run } from "./run";

/** Runs unit tests: all of the tier that TESTS names, or `files`. */
export async function unitTests(files: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Report> {
  const path = resolve(".cache/unit-report.json");
  rmSync(path, { force: true });
  const reporters = ["--reporter=default", "--reporter=./tests/support/unitReport.ts"];
  const code = await run("npx", ["vitest", "run", ...reporters, ...files], { ...env, UNIT_REPORT: path });
  const report: Report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : { results: [], files: [] };
  if (code !== 0 && failuresOf(report).length === 0) report.results.push(failedRun("unit tests", code));
  return report;
}
