import { expect, test } from "vitest";
import { brand } from "~/brand";
import { COMMON_PASSWORDS } from "./commonPasswordHashes";
import { isCommonPassword } from "./commonPasswords";

test.each([
  "Password1!",
  "P@ssw0rd",
  "P@55w0rd12!",
  "Pa$$w0rd2026",
  "Qwerty123!",
  "Welcome1!",
  "Admin#26",
  "!QAZ2wsx",
  "1qaz@WSX",
  "Summer26!",
  "$ummer26",
  "Iloveyou1!",
  "Football#1",
  "123!Michael",
  `${brand.name}#1`,
])("%s is common", (password) => {
  expect(isCommonPassword(password, brand.name)).toBe(true);
});

test.each(["Kestrel#2026", "Changed#2027", "dragon-Tea9-cup", "xK3$whale", "Dragon!83619274", "Buyer#2026x"])(
  "%s is not common",
  (password) => {
    expect(isCommonPassword(password, brand.name)).toBe(false);
  },
);

test("the list has the 3,000 most common ones", () => {
  const bytes = Uint8Array.from(atob(COMMON_PASSWORDS), (char) => char.charCodeAt(0));
  expect(new Set(new Uint32Array(bytes.buffer)).size).toBeGreaterThanOrEqual(2_990);
});
