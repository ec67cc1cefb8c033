import { expect, test } from "vitest";
import type { Report, TestResult } from "./report";
import { runAgain } from "./runAgain";

const result = (file: string, name: string, state: TestResult["state"], project?: string): TestResult => ({
  file,
  name,
  state,
  project,
  error: state === "failed" ? "expected 1" : "",
});
const report = (...results: TestResult[]): Report => ({ results, files: [] });
const neverRun = async (): Promise<Report> => {
  throw new Error("ran a file again");
};

test("runs nothing again when everything passed", async () => {
  const verdict = await runAgain(report(result("a", "1", "passed"), result("a", "2", "skipped")), neverRun);
  expect(verdict).toEqual({ passed: 1, skipped: 1, failed: [], flaky: [] });
});

test("runs each file with a failure once, and each of its projects", async () => {
  const again: string[] = [];
  const first = [
    result("a", "1", "failed", "script"),
    result("a", "2", "failed", "script"),
    result("a", "1", "failed", "noscript"),
  ];
  await runAgain(report(...first), async ({ file, project }) => {
    again.push(`${file} ${project}`);
    return report();
  });
  expect(again).toEqual(["a script", "a noscript"]);
});

test("counts what passes alone as passed and names it", async () => {
  const noise = result("a", "1", "failed");
  const verdict = await runAgain(report(noise, result("b", "1", "passed")), async () =>
    report(result("a", "1", "passed")),
  );
  expect(verdict).toEqual({ passed: 2, skipped: 0, failed: [], flaky: [noise] });
});

test.each([
  ["fails again", report(result("a", "1", "failed"))],
  ["is skipped", report(result("a", "1", "skipped"))],
  ["does not run", report()],
])("a test that %s alone has failed", async (_, second) => {
  const failure = result("a", "1", "failed");
  expect(await runAgain(report(failure), async () => second)).toMatchObject({
    passed: 0,
    failed: [failure],
    flaky: [],
  });
});

test("a test that passed in the whole run and fails alone is flaky", async () => {
  const noise = [result("a", "1", "failed"), result("a", "2", "failed")];
  const verdict = await runAgain(report(noise[0]!, result("a", "2", "passed")), async () =>
    report(result("a", "1", "passed"), noise[1]!),
  );
  expect(verdict).toEqual({ passed: 2, skipped: 0, failed: [], flaky: noise });
});

test("an error outside of every test passes when its whole file does", async () => {
  const first = report(result("a", "", "failed"), result("a", "1", "skipped"));
  const passes = await runAgain(first, async () => report(result("a", "1", "passed")));
  expect(passes).toMatchObject({ passed: 1, skipped: 0, failed: [], flaky: [{ name: "" }] });
  const fails = await runAgain(first, async () => report(result("a", "1", "passed"), result("a", "", "failed")));
  expect(fails).toMatchObject({ failed: [{ name: "" }], flaky: [] });
});

test("an error of the run itself has failed", async () => {
  expect(await runAgain(report(result("", "lint", "failed")), neverRun)).toMatchObject({ failed: [{ name: "lint" }] });
});

test("many failures are no noise and are not run again", async () => {
  const failures = Array.from({ length: 21 }, (_, n) => result(`file ${n}`, "1", "failed"));
  expect((await runAgain(report(...failures), neverRun)).failed).toHaveLength(21);
});
