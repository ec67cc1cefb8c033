import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { consumeRateLimit } from "~/domain/accounts/consumeRateLimit";
import { signInByLink } from "~/domain/accounts/signInByLink";
import { deliverOutbox, type OutgoingMail } from "~/domain/outbox/deliverOutbox";
import { outbox } from "~db/schema";
import { aMember } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const HOUR = 60 * 60_000;
const EMAIL = "ada@example.com";

async function failedSignIns(address: string, { email = EMAIL, now = TEST_NOW, times = 8 } = {}) {
  for (let n = 0; n < times; n++) {
    const ctx = testContext(database.db, anonymous, { address, now });
    await consumeRateLimit(ctx, "signIn", email).catch(() => {});
    await ctx.settled();
  }
}
const queued = async () => (await database.db.select().from(outbox)).map(({ payload }) => payload);

test("mails the owner once a day, from however many networks the attempts come", async () => {
  const { id } = await aMember(database.db, { email: EMAIL });
  for (let n = 0; n < 12; n++) await failedSignIns(`203.0.113.${n}`);
  expect(await queued()).toEqual([{ kind: "lockedOut", userId: id }]);
  await failedSignIns("203.0.113.1", { now: TEST_NOW + 24 * HOUR });
  expect(await queued()).toHaveLength(2);
});

test("mails no one about an unknown address or a limited network", async () => {
  await failedSignIns("203.0.113.1");
  for (let n = 0; n < 60; n++) await failedSignIns("203.0.113.2", { email: `person${n}@example.com`, times: 1 });
  await aMember(database.db, { email: EMAIL });
  await failedSignIns("203.0.113.2", { times: 1 });
  expect(await queued()).toEqual([]);
});

test("the mail's link signs the owner in within a day", async () => {
  const { id } = await aMember(database.db, { email: EMAIL });
  await failedSignIns("203.0.113.1");
  const mails: OutgoingMail[] = [];
  await deliverOutbox(testContext(database.db, actingSystem), {
    sendMail: async (mail) => void mails.push(mail),
    push: async () => {},
    brandName: "Portal",
  });
  expect(mails).toMatchObject([{ to: EMAIL, subject: "Portal: too many failed sign-ins" }]);
  const token = /\/signin\/link\/([\w-]{43})/.exec(mails[0]!.text)![1]!;
  const at = (now: number) => testContext(database.db, anonymous, { address: "203.0.113.1", now });
  await expect(signInByLink(at(TEST_NOW + 24 * HOUR), token, EMAIL)).rejects.toThrow("no longer valid");
  expect(await signInByLink(at(TEST_NOW + 24 * HOUR - 1), token, EMAIL)).toMatchObject({ userId: id });
});
