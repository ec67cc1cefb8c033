import { expect, test } from "vitest";
import { greeting } from "./greeting";

test.each([
  ["Ada", "Hello Ada,"],
  ["Anne-Marie O'Neil", "Hello Anne-Marie O'Neil,"],
  ["美玲", "Hello 美玲,"],
  ["https://example.com", "Hello,"],
  ["Your prize waits at example.com", "Hello,"],
  ["someone@example.com", "Hello,"],
])("greets %j with %j", (name, words) => {
  expect(greeting(name)).toBe(words);
});
