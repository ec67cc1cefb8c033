import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import { formType, separatorCounter } from "./fieldCounter";

test.each([
  ["application/x-www-form-urlencoded", "&"],
  ["application/x-www-form-urlencoded; charset=UTF-8", "&"],
  ["multipart/form-data; boundary=----abc", "------abc"],
  ['Multipart/Form-Data; charset=utf-8; Boundary="a b"', "--a b"],
])("separates the fields of %s by %j", (contentType, separator) => {
  expect(formType(contentType)?.separator).toBe(separator);
});

test.each(["multipart/form-data", 'multipart/form-data; boundary=""', "text/plain; boundary=abc", ""])(
  "finds no form in %j",
  (contentType) => {
    expect(formType(contentType)).toBeNull();
  },
);

test.each([1, 2, 3, 4, 5, 7, 100])("counts a separator cut into chunks of %i bytes", (size) => {
  const bytes = strToU8("--abc x --abc--abc - --ab ---abc --a--abc c");
  const count = separatorCounter("--abc");
  let counted = 0;
  for (let at = 0; at < bytes.length; at += size) counted = count(bytes.subarray(at, at + size));
  expect(counted).toBe(5);
});
