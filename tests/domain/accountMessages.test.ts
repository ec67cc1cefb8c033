import { expect, test } from "vitest";
import type { z } from "zod";
import {
  ForgotPasswordInput,
  ResetPasswordForm,
  SignInInput,
  SignUpInput,
  UpdatePasswordInput,
} from "~/domain/accounts/accountInputs";

const HINT = "Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter";
const GOOD = "Portal#2026";
const local64 = "a".repeat(64);
const domainOf = (length: number) => `${`${"d".repeat(60)}.`.repeat(5).slice(0, length - 4)}.com`;

const schemas: Record<string, z.ZodType> = {
  "sign-in": SignInInput,
  "sign-up": SignUpInput,
  forgot: ForgotPasswordInput,
  reset: ResetPasswordForm,
  updatePassword: UpdatePasswordInput,
};
const valid: Record<string, Record<string, string>> = {
  "sign-in": { email: "ada@example.com", password: GOOD },
  "sign-up": { firstName: "Ada", lastName: "Example", email: "ada@example.com", password: GOOD },
  forgot: { email: "ada@example.com" },
  reset: { password: GOOD, confirmPassword: GOOD },
  updatePassword: { password: GOOD, token: "token" },
};

test.each(Object.keys(schemas))("%s accepts valid values", (form) => {
  expect(schemas[form]!.safeParse(valid[form]).success).toBe(true);
});

/** Form, field, value (undefined = not sent), message. */
test.each<[string, string, string | undefined, string]>([
  ...["sign-in", "sign-up", "forgot"].flatMap((form): [string, string, string | undefined, string][] => [
    [form, "email", undefined, "Email is required"],
    [form, "email", "", "Email is required"],
    [form, "email", "   ", "Email is required"],
    [form, "email", "ada", "Please provide a valid email"],
    [form, "email", "ada@", "Please provide a valid email"],
    [form, "email", "@example.com", "Please provide a valid email"],
    [form, "email", "ada@example", "Please provide a valid email"],
    [form, "email", "ada@@example.com", "Please provide a valid email"],
    [form, "email", "ada lovelace@example.com", "Please provide a valid email"],
    [form, "email", "ada@exa mple.com", "Please provide a valid email"],
    [form, "email", "ada@example..com", "Please provide a valid email"],
    [form, "email", "ada@-example.com", "Please provide a valid email"],
    [form, "email", "ada@example.com\r\nBcc: x@example.com", "Please provide a valid email"],
    [form, "email", `a${local64}@example.com`, "Please provide a valid email"],
    [form, "email", `${local64}@${domainOf(190)}`, "Please provide a valid email"],
  ]),
  ["sign-in", "password", undefined, "Password is required"],
  ["sign-in", "password", "", "Password is required"],
  ["sign-up", "firstName", undefined, "First name is required"],
  ["sign-up", "firstName", "  ", "First name is required"],
  ["sign-up", "firstName", "a".repeat(101), "This is too long. Use 100 characters or fewer"],
  ["sign-up", "lastName", undefined, "Last name is required"],
  ["sign-up", "lastName", "", "Last name is required"],
  ...["sign-up", "reset", "updatePassword"].flatMap((form): [string, string, string | undefined, string][] => [
    [form, "password", undefined, "Password is required"],
    [form, "password", "", "Password is required"],
    [form, "password", "Port#26", HINT],
    [form, "password", "Portal#Year", HINT],
    [form, "password", "Portal2026", HINT],
    [form, "password", "portal#2026", HINT],
    [form, "password", "PORTAL#2026", HINT],
    [form, "password", "Portal-2026", HINT],
    [form, "password", `Portal#2026${"a".repeat(22)}`, HINT],
  ]),
  ["reset", "confirmPassword", undefined, "Confirm password is required"],
  ["reset", "confirmPassword", "", "Confirm password is required"],
  ["reset", "confirmPassword", "Portal#2027", "Passwords don't match"],
  ["updatePassword", "token", undefined, "The link is not valid"],
])("%s, %s = %j: %s", (form, field, value, message) => {
  const parsed = schemas[form]!.safeParse({ ...valid[form], [field]: value });
  const messages = parsed.error?.issues.filter((issue) => issue.path[0] === field).map((issue) => issue.message);
  // Exactly one: a field shows all of its messages.
  expect(messages).toEqual([message]);
});

test.each([
  `${local64}@example.com`,
  `${local64}@${domainOf(189)}`,
  "first.last+tag@sub.example.co.uk",
  "o'neil@example.com",
  " ada@example.com ",
])("accepts the valid address %s", (email) => {
  expect(ForgotPasswordInput.safeParse({ email })).toMatchObject({ success: true, data: { email: email.trim() } });
});

test.each([
  "Aa1!aaaa",
  `Aa1!${"a".repeat(28)}`,
  "Aa1@aaaa",
  "Aa1#aaaa",
  "Aa1$aaaa",
  "Aa1%aaaa",
  "Aa1^aaaa",
  "Aa1&aaaa",
  "Aa1*aaaa",
])("accepts the password %s", (password) =>
  expect(ResetPasswordForm.safeParse({ password, confirmPassword: password }).success).toBe(true),
);

test("sign-in does not check the password against the pattern", () => {
  expect(SignInInput.safeParse({ email: "ada@example.com", password: "x" }).success).toBe(true);
});
