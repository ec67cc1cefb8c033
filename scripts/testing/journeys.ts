import { existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { failedRun, failuresOf, type Report, type TestResult } from "./report";
import { run } from "./run";

interface Suite {
  title: string;
  suites?: Suite[];
  specs?: { file: string; title: string; tests: Journey[] }[];
}
interface Journey {
  projectName: string;
  status: "expected" | "unexpected" | "flaky" | "skipped";
  results: { duration: number; errors: { message?: string }[] }[];
}
interface PlaywrightReport {
  suites: Suite[];
  errors: { message?: string }[];
}

const states = { expected: "passed", skipped: "skipped", unexpected: "failed", flaky: "failed" } as const;

/** Runs browser journeys: all of the tier that TESTS names, or those that the arguments select. */
export async function journeys(args: string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Report> {
  const path = resolve(".cache/journeys-report.json");
  rmSync(path, { force: true });
  const code = await run("npx", ["playwright", "test", "--reporter=list,json", ...args], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
  });
  const report: Report = existsSync(path)
    ? readReport(JSON.parse(readFileSync(path, "utf8")))
    : { results: [], files: [] };
  if (code !== 0 && failuresOf(report).length === 0) report.results.push(failedRun("journeys", code));
  return report;
}

function readReport({ suites, errors }: PlaywrightReport): Report {
  const results = errors.map(
    ({ message = "" }): TestResult => ({ file: "", name: "", state: "failed", error: message }),
  );
  const times = new Map<string, number>();
  const readSuite = ({ suites = [], specs = [] }: Suite, titles: string[]) => {
    for (const { file, title, tests } of specs)
      for (const { projectName: project, status, results: runs } of tests) {
        const error = stripVTControlCharacters(
          runs.flatMap((one) => one.errors.map(({ message }) => message)).join("\n"),
        );
        results.push({ file, name: [...titles, title].join(" > "), project, state: states[status], error });
        times.set(file, (times.get(file) ?? 0) + runs.reduce((sum, { duration }) => sum + duration, 0));
      }
    for (const suite of suites) readSuite(suite, [...titles, suite.title]);
  };
  // The outermost suites are the files.
  for (const suite of suites) readSuite(suite, []);
  return { results, files: [...times].map(([file, ms]) => ({ file, ms })) };
}
