import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cleanText } from "~/format/cleanText";
import { readForm } from "~/http/readForm.server";
import { users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aPost, callApi } from "../support/portal";
import { anonymous, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

test.each([
  ["a\0b", "ab"],
  ["a\ud83d", "a\ufffd"],
  ["\ude00a", "\ufffda"],
  ["a \u{1f600} 李\n", "a \u{1f600} 李\n"],
])("stores %j as %j", (sent, stored) => {
  expect(cleanText(sent)).toBe(stored);
});

test("a form loses NUL and keeps the rest", async () => {
  const form = await readForm(aPost("/orders", { text: "a\0b", other: "c\nd" }));
  expect(Object.fromEntries(form)).toEqual({ text: "ab", other: "c\nd" });
});

test("a form's texts arrive clean, and its passwords as typed", async () => {
  const sent = { code: "\u202aA\u200b\u202c", note: "a\r\nb", name: "Zo\u0308e", newPassword: "Zo\u0308e" };
  const form = await readForm(aPost("/orders", sent));
  expect(Object.fromEntries(form)).toEqual({ code: "A", note: "a\nb", name: "Zöe", newPassword: "Zo\u0308e" });
});

test("a call's body and query lose NUL and half surrogate pairs", async () => {
  const email = "odd@example.com";
  const ctx = testContext(database.db, anonymous);
  const body = `{"firstName": "A\\u0000da", "email": "${email}", "password": "Portal#2026"}`;
  const { status } = await callApi(ctx, "POST", "/user/signUp?lastName=By%00ron", { body });
  expect(status).toBe(200);
  const stored = await database.db.select().from(users).where(eq(users.email, email));
  expect(stored).toMatchObject([{ firstName: "Ada", lastName: "Byron" }]);
  const half = { firstName: "Ada\ud83d", lastName: "Byron", email: "half@example.com", password: "Portal#2026" };
  expect((await callApi(ctx, "POST", "/user/signUp", { body: half })).status).toBe(200);
  const [other] = await database.db.select().from(users).where(eq(users.email, half.email));
  expect(other!.firstName).toBe("Ada\ufffd");
});
