import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LINK_OF_ANOTHER_ADDRESS } from "~/domain/accounts/accountInputs";
import { consumeRateLimit } from "~/domain/accounts/consumeRateLimit";
import { canRequestLinkAfterLockout, requestLinkAfterLockout } from "~/domain/accounts/requestLinkAfterLockout";
import { requestSignInLink } from "~/domain/accounts/requestSignInLink";
import { signInByLink } from "~/domain/accounts/signInByLink";
import { deliverOutbox, type OutgoingMail } from "~/domain/outbox/deliverOutbox";
import { outbox, signInLinks } from "~db/schema";
import { aMember } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OFFICE = "203.0.113.1";
const EMAIL = "ada@example.com";

async function failedSignIns(address: string, { email = EMAIL, now = TEST_NOW, times = 8 } = {}) {
  for (let n = 0; n < times; n++) {
    const ctx = testContext(database.db, anonymous, { address, now });
    await consumeRateLimit(ctx, "signIn", email).catch(() => {});
    await ctx.settled();
  }
}
const queued = async () => (await database.db.select().from(outbox)).map(({ payload }) => payload);

test("mails the owner once a day, however many networks attempts come from", async () => {
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

/** The owner of a locked account and the link of the mail about it. */
async function aLockedOwner() {
  const { id } = await aMember(database.db, { email: EMAIL });
  await failedSignIns(OFFICE);
  const [mail] = await delivered(TEST_NOW);
  expect(mail).toMatchObject({ to: EMAIL, subject: "Portal: too many failed sign-ins" });
  const [, userId, sentAt, mac] = /\/signin\/locked\/(\w+)\/(\d+)\/([\w-]+)/.exec(mail!.text)!;
  return { id, link: { userId: userId!, sentAt: Number(sentAt), mac: mac! } };
}
async function delivered(now: number) {
  const mails: OutgoingMail[] = [];
  await deliverOutbox(testContext(database.db, actingSystem, { now }), {
    sendMail: async (mail) => void mails.push(mail),
    push: async () => {},
  });
  return mails;
}
const at = (now: number) => testContext(database.db, anonymous, { address: OFFICE, now });

test("the mail's link requests a link of ten minutes, whatever was counted", async () => {
  const { id, link } = await aLockedOwner();
  for (let n = 0; n < 30; n++) await consumeRateLimit(at(TEST_NOW), "signInLink", EMAIL).catch(() => {});
  await expect(requestSignInLink(at(TEST_NOW), { email: EMAIL, redirectTo: "/" })).rejects.toThrow("Too many");
  const later = TEST_NOW + 24 * HOUR - 1;
  expect(await canRequestLinkAfterLockout(at(later), link)).toBe(true);
  await requestLinkAfterLockout(at(later), link, EMAIL);
  const [mail] = await delivered(later);
  const token = /\/signin\/link\/([\w-]{43})/.exec(mail!.text)![1]!;
  await expect(signInByLink(at(later + 10 * MINUTE), token, EMAIL)).rejects.toThrow("no longer valid");
  expect(await signInByLink(at(later + 10 * MINUTE - 1), token, EMAIL)).toMatchObject({ userId: id });
});

test("the mail's link signs no one in", async () => {
  const { link } = await aLockedOwner();
  for (const token of [link.mac, `${link.userId}:${link.sentAt}`])
    await expect(signInByLink(at(TEST_NOW), token, EMAIL)).rejects.toThrow("no longer valid");
  expect(await database.db.select().from(signInLinks)).toEqual([]);
});

test("the mail's link sends one mail in ten minutes", async () => {
  const { link } = await aLockedOwner();
  for (let n = 0; n < 3; n++) await requestLinkAfterLockout(at(TEST_NOW), link, EMAIL);
  expect(await delivered(TEST_NOW)).toHaveLength(1);
  await requestLinkAfterLockout(at(TEST_NOW + 10 * MINUTE), link, EMAIL);
  expect(await delivered(TEST_NOW + 10 * MINUTE)).toHaveLength(1);
});

test("the mail's link works for its owner, a day long, as it was sent", async () => {
  const { link } = await aLockedOwner();
  const stranger = await aMember(database.db, { email: "other@example.com" });
  const refusals = [
    [TEST_NOW + 24 * HOUR, link, EMAIL],
    [TEST_NOW, { ...link, userId: stranger.id }, "other@example.com"],
    [TEST_NOW, { ...link, sentAt: link.sentAt + 1 }, EMAIL],
    [TEST_NOW, { ...link, mac: "made-up" }, EMAIL],
  ] as const;
  for (const [now, changed, email] of refusals) {
    expect(await canRequestLinkAfterLockout(at(now), changed)).toBe(false);
    await expect(requestLinkAfterLockout(at(now), changed, email)).rejects.toThrow("no longer valid");
  }
  await expect(requestLinkAfterLockout(at(TEST_NOW), link, "other@example.com")).rejects.toMatchObject({
    fieldErrors: { email: [LINK_OF_ANOTHER_ADDRESS] },
  });
  expect(await delivered(TEST_NOW)).toEqual([]);
});
