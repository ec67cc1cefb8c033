import { failuresOf, nameOf, type Report, type TestResult } from "./report";

/** More failures than these are no noise, and running them all again takes too long. */
const MAX_RUN_AGAIN = 20;

export interface Verdict {
  passed: number;
  skipped: number;
  /** Failed twice, or too many failed once. */
  failed: TestResult[];
  /** Failed in one of two runs. */
  flaky: TestResult[];
}

const keyOf = ({ file, name, project }: TestResult) => JSON.stringify([file, name, project]);
const fileKeyOf = ({ file, project }: TestResult) => JSON.stringify([file, project]);

/**
 * Runs each file with a failure once more, alone, and decides what failed. `runFile` runs the file of a failure.
 * A failure outside of every test passes when its whole file does.
 */
export async function runAgain(first: Report, runFile: (failure: TestResult) => Promise<Report>): Promise<Verdict> {
  const failures = failuresOf(first);
  const seconds = new Map<string, Report>();
  if (failures.length <= MAX_RUN_AGAIN)
    for (const failure of failures) {
      if (!failure.file || seconds.has(fileKeyOf(failure))) continue;
      console.log(`\nOnce more, alone: ${nameOf({ ...failure, name: "" })}`);
      seconds.set(fileKeyOf(failure), await runFile(failure));
    }
  const passesAlone = (result: TestResult) => {
    const second = seconds.get(fileKeyOf(result));
    if (!second) return false;
    if (!result.name) return failuresOf(second).length === 0;
    return second.results.some((one) => keyOf(one) === keyOf(result) && one.state === "passed");
  };
  const verdict: Verdict = { passed: 0, skipped: 0, failed: [], flaky: [] };
  for (const result of first.results) {
    const passes = result.state === "passed" || passesAlone(result);
    if (result.state === "failed") (passes ? verdict.flaky : verdict.failed).push(result);
    else if (!passes) verdict.skipped++;
    if (passes && result.name) verdict.passed++;
  }
  const known = new Set(failures.map(keyOf));
  for (const second of seconds.values())
    verdict.flaky.push(...failuresOf(second).filter((failure) => !known.has(keyOf(failure))));
  return verdict;
}
