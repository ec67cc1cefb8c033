import { afterAll, beforeEach, expect, test } from "vitest";
import { Forbidden } from "~/domain/errors";
import { mailStatements } from "~/domain/notifications/mailStatements";
import { deliverOutbox } from "~/domain/outbox/deliverOutbox";
import { deleteGivenUpMessage, findGivenUpMessages, sendGivenUpMessages } from "~/domain/outbox/givenUpMessages";
import { GIVEN_UP_AT, MAX_ATTEMPTS } from "~/domain/outbox/outboxRetry";
import { atomicBatch } from "~db/client.server";
import { outbox } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { actingAs, actingSystem, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
const { db } = database;
let admin: Awaited<ReturnType<typeof aStaffMember>>;
/** Two mails that failed on every retry, and one that waits. */
beforeEach(async () => {
  await database.clear();
  admin = await aStaffMember(db);
  await store("a", "b");
  await db
    .update(outbox)
    .set({ availableAt: GIVEN_UP_AT, attempts: MAX_ATTEMPTS, lastError: "Error: mailbox unknown" });
  await store("waiting");
});

async function store(...keys: string[]) {
  for (const dedupeKey of keys)
    await atomicBatch(
      db,
      mailStatements(system(), { to: `${dedupeKey}@example.com`, subject: "Hello", text: "", html: "", dedupeKey }),
    );
}
const system = () => testContext(db, actingSystem);
const desk = () => testContext(db, actingAs(admin));
const summaries = async () => (await findGivenUpMessages(desk())).map(({ summary }) => summary);

/** The people who get mail now. */
async function deliver() {
  const reached: string[] = [];
  await deliverOutbox(system(), {
    sendMail: async ({ to }) => reached.push(to),
    push: async () => {},
  });
  return reached.sort();
}

test("lists mails that failed on every retry with their error", async () => {
  expect(await findGivenUpMessages(desk())).toMatchObject([
    { summary: "Hello (to a@example.com)", lastError: "Error: mailbox unknown" },
    { summary: "Hello (to b@example.com)" },
  ]);
});

test("sends one mail again, once", async () => {
  const [first] = await findGivenUpMessages(desk());
  expect(await sendGivenUpMessages(desk(), first!.id)).toBe(1);
  expect(await sendGivenUpMessages(desk(), first!.id)).toBe(0);
  expect(await deliver()).toEqual(["a@example.com", "waiting@example.com"]);
  expect(await summaries()).toEqual(["Hello (to b@example.com)"]);
});

test("sends all given-up mails again", async () => {
  expect(await sendGivenUpMessages(desk())).toBe(2);
  expect(await deliver()).toEqual(["a@example.com", "b@example.com", "waiting@example.com"]);
});

test("a deleted mail is not sent, nor written a second time", async () => {
  const [first] = await findGivenUpMessages(desk());
  expect(await deleteGivenUpMessage(desk(), first!.id)).toBe(true);
  expect(await deleteGivenUpMessage(desk(), first!.id)).toBe(false);
  await store("a");
  expect(await deliver()).toEqual(["waiting@example.com"]);
  expect(await summaries()).toEqual(["Hello (to b@example.com)"]);
});

test("leaves a mail alone that still waits", async () => {
  const waiting = (await db.select().from(outbox)).find(({ dedupeKey }) => dedupeKey.endsWith("waiting"))!;
  expect(await sendGivenUpMessages(desk(), waiting.id)).toBe(0);
  expect(await deleteGivenUpMessage(desk(), waiting.id)).toBe(false);
});

test("only super admins see, send and delete given-up mails", async () => {
  const ctx = testContext(db, actingAs(await aStaffMember(db, { privileges: "Admin" })));
  const [first] = await findGivenUpMessages(desk());
  await expect(findGivenUpMessages(ctx)).rejects.toThrow(Forbidden);
  await expect(sendGivenUpMessages(ctx, first!.id)).rejects.toThrow(Forbidden);
  await expect(deleteGivenUpMessage(ctx, first!.id)).rejects.toThrow(Forbidden);
});
