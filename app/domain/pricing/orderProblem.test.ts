import { expect, test } from "vitest";
import { orderProblem, TOO_MANY_LINKS } from "./orderProblem";

const lines = (...parts: [quantity: number, tracked: boolean][]) => ({
  total: 100_00,
  tieredTotal: 100_00,
  lines: parts.map(([quantity, tracked]) => ({ quantity, package: { tracking: { tracked } } })),
});

test.each([
  [[[1000, true]], null],
  [[[1001, true]], TOO_MANY_LINKS],
  [
    [
      [600, true],
      [401, true],
    ],
    TOO_MANY_LINKS,
  ],
  [
    [
      [1000, true],
      [5000, false],
    ],
    null,
  ],
  [[[5000, false]], null],
] as [[number, boolean][], string | null][])("limits the tracked units of %j", (parts, problem) => {
  expect(orderProblem(lines(...parts), "DIRECT")).toBe(problem);
});
