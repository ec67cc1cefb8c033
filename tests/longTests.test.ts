import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { longTests } from "./support/longTests";

test("every test that the check leaves out exists", () => {
  expect(longTests.filter((path) => !existsSync(path))).toEqual([]);
});
