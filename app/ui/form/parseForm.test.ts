import { expect, test } from "vitest";
import { z } from "zod";
import { parseForm } from "./parseForm";

const schema = z.object({ count: z.number({ error: "Enter a whole number" }).int("Enter a whole number").optional() });

function counted(text: string) {
  const form = new FormData();
  form.set("count", text);
  const submission = parseForm(form, schema);
  return submission.status === "success" ? submission.value.count : submission.error?.count?.[0];
}

test.each([
  ["12", 12],
  [" 12 ", 12],
  ["1,000", 1000],
  ["-3", -3],
  ["", undefined],
])("reads %j as a number", (text, number) => {
  expect(counted(text)).toBe(number);
});

test.each(["1e3", "0x10", "Infinity", "1.000", "+5", "1.5", "12px"])("refuses %j at its field", (text) => {
  expect(counted(text)).toBe("Enter a whole number");
});
