import { expect, test } from "vitest";
import { isSameAddress } from "./sameAddress";

test.each([
  ["https://a.example/x", "http://a.example/x"],
  ["https://a.example/x", "https://www.a.example/x"],
  ["https://a.example/x", "https://a.example/x/"],
  ["https://a.example", "https://a.example/"],
  ["https://a.example/x", "https://A.EXAMPLE/x#part"],
  ["https://a.example/x", "https://a.example/x?utm_source=blog&utm_medium=link"],
  ["https://a.example/x?a=1&b=2", "https://a.example/x?b=2&gclid=9&a=1"],
  ["https://a.example/~u", "https://a.example/%7Eu"],
  ["https://a.example/%c3%a9", "https://a.example/é"],
  ["https://münchen.example/x", "https://xn--mnchen-3ya.example/x"],
  ["https://a.example:443/x", "https://a.example/x"],
  ["  https://a.example/x ", "https://a.example./x"],
])("%s and %s are one page", (one, other) => {
  expect(isSameAddress(one, other)).toBe(true);
});

test.each([
  ["https://a.example/x", "https://a.example/X"],
  ["https://a.example/x", "https://a.example/y"],
  ["https://a.example/x?id=1", "https://a.example/x?id=2"],
  ["https://a.example/x", "https://b.example/x"],
  ["https://a.example/x", "https://a.example:8443/x"],
  ["https://a.example/a%2Fb", "https://a.example/a/b"],
  ["mailto:a@a.example", "mailto:a@a.example"],
  ["no address", "no address"],
])("%s and %s are two", (one, other) => {
  expect(isSameAddress(one, other)).toBe(false);
});
