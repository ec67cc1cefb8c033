import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { deepTests, longTests } from "./support/tiers";

test("every test that the check or the gate leaves out exists", () => {
  expect([...longTests, ...deepTests].filter((path) => !existsSync(path))).toEqual([]);
});
