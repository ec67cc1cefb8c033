import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { keepCheckoutDraft, readCheckoutDraft } from "~/domain/checkout/checkoutDraft";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { anonymous, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const aVisitor = (values = {}) => testContext(database.db, anonymous, values);

test("a draft is read by its id alone, and no id can be told from another one", async () => {
  const ctx = aVisitor();
  const ids = [];
  for (let n = 0; n < 50; n++) ids.push(await keepCheckoutDraft(ctx, "service", { email: `${n}@example.com` }));
  expect(await readCheckoutDraft(ctx, ids[7]!, "service")).toEqual({ email: "7@example.com" });
  expect(await readCheckoutDraft(ctx, ids[7]!, "another")).toBeNull();
  // 256 random bits: nothing of them is the time, and ids of one moment do not follow each other.
  for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/);
  for (let place = 0; place < 42; place++) expect(new Set(ids.map((id) => id[place])).size).toBeGreaterThan(10);
  expect([...ids].sort()).not.toEqual(ids);
});
