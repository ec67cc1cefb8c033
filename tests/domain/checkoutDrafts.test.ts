import type { SubmissionResult } from "@conform-to/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DRAFT_TOO_LARGE, keepCheckoutDraft, MAX_DRAFT, readCheckoutDraft } from "~/domain/checkout/checkoutDraft";
import { TooMany } from "~/domain/errors";
import { answerCheckout } from "~/features/checkout/checkoutPage.server";
import { checkoutDrafts } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aPortal, aPost } from "../support/portal";
import { anonymous, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const aVisitor = (values = {}) => testContext(database.db, anonymous, values);

test("reads a draft only by its unguessable id", async () => {
  const ctx = aVisitor();
  const ids = [];
  for (let n = 0; n < 50; n++) ids.push(await keepCheckoutDraft(ctx, "service", { email: `${n}@example.com` }));
  expect(await readCheckoutDraft(ctx, ids[7]!, "service")).toEqual({ email: "7@example.com" });
  expect(await readCheckoutDraft(ctx, ids[7]!, "another")).toBeNull();
  // 256 random bits: ids contain no timestamp and are not sequential.
  for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/);
  for (let place = 0; place < 42; place++) expect(new Set(ids.map((id) => id[place])).size).toBeGreaterThan(10);
  expect([...ids].sort()).not.toEqual(ids);
});

test("rejects a draft above the size limit without writing a row", async () => {
  const draft = (characters: number) => ({ a: "x".repeat(characters - '{"a":""}'.length) });
  await expect(keepCheckoutDraft(aVisitor(), "service", draft(MAX_DRAFT + 1))).rejects.toThrow(DRAFT_TOO_LARGE);
  expect(await database.db.select().from(checkoutDrafts)).toEqual([]);
  const id = await keepCheckoutDraft(aVisitor(), "service", draft(MAX_DRAFT));
  expect(await readCheckoutDraft(aVisitor(), id, "service")).toEqual(draft(MAX_DRAFT));
});

test("limits drafts to 30 a minute per address", async () => {
  const keep = (values: object) => keepCheckoutDraft(aVisitor(values), "service", { email: "ada@example.com" });
  for (let n = 0; n < 30; n++) await keep({ address: "203.0.113.9" });
  await expect(keep({ address: "203.0.113.9" })).rejects.toThrow(TooMany);
  await keep({ address: "203.0.113.10" });
  for (let n = 0; n < 31; n++) await keep({ address: null });
  expect(await database.db.select().from(checkoutDrafts)).toHaveLength(62);
});

test("returns the typed values when the draft cannot be saved", async () => {
  const submit = async (fields: Record<string, string>) => {
    const ctx = aVisitor({ address: "203.0.113.9" });
    const request = aPost("/services/x/checkout", { intent: "sign-in", ...fields });
    const answer = await answerCheckout(aPortal(ctx, request), ctx, "service", await request.formData());
    const page = answer.status === 303 ? {} : ((await answer.json()) as { result?: SubmissionResult<string[]> });
    return { status: answer.status, wait: answer.headers.get("Retry-After"), ...page.result };
  };
  const large = Object.fromEntries(Array.from({ length: 450 }, (_, n) => [`field${n}`, "x".repeat(1000)]));
  const refused = await submit({ city: "Kyiv", ...large });
  expect([refused.status, refused.error]).toEqual([400, { "": [DRAFT_TOO_LARGE] }]);
  expect(refused.initialValue?.city).toBe("Kyiv");
  for (let n = 0; n < 30; n++) expect((await submit({ city: "Kyiv" })).status).toBe(303);
  const tooOften = await submit({ city: "Kyiv" });
  expect([tooOften.status, tooOften.wait, tooOften.initialValue?.city]).toEqual([429, "60", "Kyiv"]);
});
