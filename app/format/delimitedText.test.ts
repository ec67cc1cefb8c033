import { expect, test } from "vitest";
import { readDelimited } from "./delimitedText";

test.each([
  [
    "a,b\r\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\rc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\nc,d\r\ne,f",
    [
      ["a", "b"],
      ["c", "d"],
      ["e", "f"],
    ],
  ],
  ['"a,b",c', [["a,b", "c"]]],
  ['"two\r\nlines","say ""hi"""', [["two\nlines", 'say "hi"']]],
  ['5" nails,say "hi"', [['5" nails', 'say "hi"']]],
])("reads %j", (text, rows) => {
  expect(readDelimited(text, ",")).toEqual(rows);
});

test("reads copied cells that start with a quote and do not end with it", () => {
  const text = '"best" shoes\tone\n"whole"\ttwo\n"open\tthree\n"a ""b"""\tfour';
  expect(readDelimited(text, "\t")).toEqual([
    ['"best" shoes', "one"],
    ["whole", "two"],
    ['"open', "three"],
    ['a "b"', "four"],
  ]);
});
