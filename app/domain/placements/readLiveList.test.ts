import { expect, test } from "vitest";
import { readLiveList } from "./readLiveList";

const lines = (text: string) => readLiveList(text).map(({ line, number, liveUrl }) => [line, number, liveUrl]);

test("reads addresses with and without a number", () => {
  const text =
    "10436-01\thttps://a.example/one\r\n\nhttps://b.example/two\n\thttps://c.example\n#10436-04\t\td.example/x\t\n";
  expect(lines(text)).toEqual([
    [1, "10436-01", "https://a.example/one"],
    [3, null, "https://b.example/two"],
    [4, null, "https://c.example"],
    [5, "10436-04", "https://d.example/x"],
  ]);
  expect(readLiveList(text).flatMap(({ errors }) => errors)).toEqual([]);
});

test.each(["10436-07 https://a.example/x", "10436-07; https://a.example/x", "10436-07: https://a.example/x"])(
  "reads a line of a mail: %s",
  (text) => {
    expect(lines(text)).toEqual([[1, "10436-07", "https://a.example/x"]]);
  },
);

test("keeps an address with a number in its host", () => {
  expect(lines("https://10-20.example\n10-20.example")).toEqual([
    [1, null, "https://10-20.example"],
    [2, null, "https://10-20.example"],
  ]);
});

test("names faulty lines and keeps the others", () => {
  const text = "10436-01\tnowhere\n10436-02\t\nhttp://10.0.0.1\n10436-01\thttps://a.example\nhttps://b.example";
  expect(readLiveList(text).flatMap(({ errors }) => errors)).toEqual([
    "Line 1: not a web address",
    "Line 2: the address is missing",
    "Line 3: not a web address",
    "Line 4: line 1 has the number 10436-01 too",
  ]);
  expect(readLiveList("")).toEqual([]);
});
