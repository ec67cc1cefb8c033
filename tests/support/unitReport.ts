import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import type { Report, TestResult } from "../../scripts/testing/report";

type Fault = Pick<SerializedError, "message" | "stack">;
/** A stack begins with a message of its own after a timeout. */
const placesIn = (stack = "") => stack.split("\n").filter((line) => /^\s+at /.test(line));
const textOf = (errors: readonly Fault[]) =>
  errors.flatMap(({ message, stack }) => [message, ...placesIn(stack)]).join("\n");

/** The tests of a file; one without a name holds errors outside of every test, for example in its set-up. */
function resultsOf(module: TestModule): TestResult[] {
  const file = module.relativeModuleId;
  const results = [...module.children.allTests()].map((test): TestResult => {
    const { state, errors } = test.result();
    return { file, name: test.fullName, state: state === "pending" ? "skipped" : state, error: textOf(errors ?? []) };
  });
  const outside = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  return outside.length > 0 ? [...results, { file, name: "", state: "failed", error: textOf(outside) }] : results;
}

/** Writes the report that `npm test` counts into the file that UNIT_REPORT names. */
export default class UnitReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const report: Report = {
      results: [
        ...modules.flatMap(resultsOf),
        ...unhandled.map((error): TestResult => {
          const path = error.VITEST_TEST_PATH as string | undefined;
          return { file: path ? relative("", path) : "", name: "", state: "failed", error: textOf([error]) };
        }),
      ],
      files: modules.map((module) => ({ file: module.relativeModuleId, ms: module.diagnostic().duration })),
    };
    writeFileSync(process.env.UNIT_REPORT!, JSON.stringify(report));
  }
}
