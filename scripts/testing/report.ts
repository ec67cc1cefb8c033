/** One test of a run. A failure without a name happened outside of every test, one without a file in the run itself. */
export interface TestResult {
  file: string;
  name: string;
  /** The Playwright project of a journey. */
  project?: string;
  state: "passed" | "failed" | "skipped";
  error: string;
}

export interface Report {
  results: TestResult[];
  /** How long each file took (ms). */
  files: { file: string; ms: number }[];
}

export const failuresOf = ({ results }: Report) => results.filter(({ state }) => state === "failed");

/** A run that left no report, or failed without a failure in it. */
export const failedRun = (suite: string, code: number): TestResult => ({
  file: "",
  name: suite,
  state: "failed",
  error: `ended with exit code ${code}`,
});

export const nameOf = ({ file, name, project }: TestResult) =>
  [file, name && (project ? `${name} [${project}]` : name)].filter(Boolean).join(": ") || "the run itself";
