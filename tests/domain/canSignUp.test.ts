import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { canSignUp } from "~/domain/accounts/canSignUp";
import { signUp } from "~/domain/accounts/signUp";
import { TooMany } from "~/domain/errors";
import { PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { anonymous, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const from = (address: string | null = null) => testContext(database.db, anonymous, { address });
const ada = { firstName: "Ada", lastName: "Example", email: "ada@example.com" };

test("a new buyer with names and address can sign up", async () => {
  expect(await canSignUp(from(), ada)).toBe(true);
});

test("a known address signs in instead, in any spelling", async () => {
  await signUp(from(), { ...ada, password: PASSWORD });
  expect(await canSignUp(from(), { ...ada, email: "ADA@Example.com" })).toBe(false);
});

test("missing names or an invalid address look nothing up", async () => {
  const ctx = from("203.0.113.9");
  for (const typed of [{}, { ...ada, firstName: "" }, { ...ada, lastName: " " }, { ...ada, email: "ada" }])
    for (let n = 0; n < 5; n++) expect(await canSignUp(ctx, typed)).toBe(false);
  expect(await canSignUp(ctx, ada)).toBe(true);
});

test("the lookup and sign-ups share one limit", async () => {
  const ctx = from("203.0.113.9");
  for (let n = 0; n < 10; n++) expect(await canSignUp(ctx, { ...ada, email: `ada${n}@example.com` })).toBe(true);
  // Above the limit the answer no longer depends on the address.
  expect(await canSignUp(ctx, { ...ada, email: "new@example.com" })).toBe(false);
  await expect(signUp(ctx, { ...ada, password: PASSWORD })).rejects.toThrow(TooMany);
  expect(await canSignUp(from("203.0.113.10"), ada)).toBe(true);
});
