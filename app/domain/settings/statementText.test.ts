import { expect, test } from "vitest";
import { statementProblem } from "./statementText";

test.each(["", "LINKS", "GUEST POSTS", "Acme & Co. #12", "A".repeat(22)])("takes '%s'", (text) => {
  expect(statementProblem(text)).toBeNull();
});

test.each([
  ["four characters", "ACME"],
  ["23 characters", "A".repeat(23)],
  ["no letter", "123456"],
  ["<", "ACME <1>"],
  ["a backslash", "ACME\\1"],
  ["an apostrophe", "ACME'S"],
  ["a quotation mark", 'THE "ACME"'],
  ["an asterisk", "ACME*1"],
  ["an accent", "CAFÉ LINKS"],
  ["a line break", "ACME\nLINKS"],
])("refuses %s", (_, text) => {
  expect(statementProblem(text)).not.toBeNull();
});
