import { expect, test } from "vitest";
import { greeting, nameInNotifications } from "./greeting";

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

test.each([
  ["Ada", "Lovelace", "Ada Lovelace"],
  ["Prize at", "example.com", "A client"],
  ["https://example.com", "", "A client"],
  ["", "", "A client"],
])("notifications name %j %j as %j", (firstName, lastName, name) => {
  expect(nameInNotifications({ firstName, lastName })).toBe(name);
});
