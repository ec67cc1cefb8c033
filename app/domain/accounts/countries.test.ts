import { expect, test } from "vitest";
import { countryNames, countryOfCode } from "./countries";

test.each([
  ["US", "United States"],
  ["CH", "Switzerland"],
  ["XX", ""],
  ["T1", ""],
  [null, ""],
])("a visitor from %s starts with the country %j", (code, name) => {
  expect(countryOfCode(code)).toBe(name);
  if (name) expect(countryNames).toContain(name);
});
