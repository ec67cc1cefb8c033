import { expect, test } from "vitest";
import { activeStep, tickSubStatus, ticksToSubStatuses } from "./subStatusRule";

/** Steps A, B, C, D with the first `completed` done. The sequence has gaps, as a service's may. */
const steps = (completed: number) =>
  ["A", "B", "C", "D"].map((name, index) => ({ name, sequence: index * 10, completed: index < completed }));
const done = (list: ReturnType<typeof steps>) =>
  list
    .filter((step) => step.completed)
    .map((step) => step.name)
    .join("");

test.each([
  // done before, step, ticked, done after
  [0, 0, true, "A"],
  [0, 20, true, "ABC"],
  [0, 30, true, "ABCD"],
  [1, 30, true, "ABCD"],
  [3, 0, true, "A"],
  [4, 30, false, "ABC"],
  [4, 10, false, "A"],
  [4, 0, false, ""],
  [1, 20, false, "AB"],
  [2, 15, true, "AB"],
])("%i done, step %i ticked %s: %s", (completed, sequence, ticked, after) => {
  expect(done(tickSubStatus(steps(completed), sequence, ticked))).toBe(after);
});

test.each([
  // done before, ticks sent, done after
  [0, [], ""],
  [0, [20], "ABC"],
  [0, [0, 30], "ABCD"],
  [2, [0, 10], "AB"],
  [2, [0], "A"],
  [3, [10, 20], ""],
  [3, [0, 20], "A"],
  [2, [0, 20], "ABC"],
  [4, [], ""],
  [2, [0, 10, 99], "AB"],
])("%i done, ticks %j: %s", (completed, ticked, after) => {
  expect(done(ticksToSubStatuses(steps(completed), ticked))).toBe(after);
});

test("the active step is the last completed one", () => {
  expect(activeStep(steps(0))).toBeNull();
  expect(activeStep(steps(3))?.name).toBe("C");
  expect(activeStep([...steps(2)].reverse())?.name).toBe("B");
});
