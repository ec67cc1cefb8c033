import { expect, test } from "vitest";
import { csvText } from "./csvText";

test("quotes separators, quotes and line ends", () => {
  expect(csvText([["a,b", 'say "hi"', "two\nlines", null, ""]])).toBe('"a,b","say ""hi""","two\nlines",,\r\n');
  expect(csvText([])).toBe("");
});

test("keeps formulas as text and negative amounts as numbers", () => {
  expect(csvText([["=1+1", "+1", "-2", "@a", "\t=1"]])).toBe(`"'=1+1","'+1","'-2","'@a","'\t=1"\r\n`);
  expect(csvText([["-12.50", "1234.50", "-12.50+A1"]])).toBe(`-12.50,1234.50,"'-12.50+A1"\r\n`);
});
