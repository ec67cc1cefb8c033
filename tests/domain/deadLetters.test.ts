import { afterAll, beforeEach, expect, test } from "vitest";
import { findDeadLetter, findDeadLetters } from "~/domain/deadLetters/findDeadLetters";
import { deleteDeadLetter, sendAllDeadLetters, sendDeadLetter } from "~/domain/deadLetters/sendDeadLetters";
import { storeDeadLetters } from "~/domain/deadLetters/storeDeadLetters";
import { Conflict, NotFound } from "~/domain/errors";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { deadLetters } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { DAY } from "../support/renewals";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
const { db } = database;
let admin: Awaited<ReturnType<typeof aStaffMember>>;
beforeEach(async () => {
  await database.clear();
  admin = await aStaffMember(db);
});

const system = (now = TEST_NOW) => testContext(db, actingSystem, { now });
/** A super admin whose queue takes messages until `takes` is used up. */
function aDesk(takes = Number.POSITIVE_INFINITY) {
  const sent: [queue: string, body: unknown][] = [];
  const ctx = testContext(db, actingAs(admin));
  const publish = {
    ...ctx.publish,
    sendAgain: async (queue: string, body: unknown) => sent.length < takes && sent.push([queue, body]) > 0,
  };
  return { ctx: { ...ctx, publish }, sent };
}
const store = (...ids: string[]) =>
  storeDeadLetters(
    system(),
    "portal-visits-dead",
    ids.map((id) => ({ id, body: { visit: id } })),
  );

test("stores a message once, under the queue that gave it up", async () => {
  await store("a", "b");
  await store("a");
  const letters = await findDeadLetters(aDesk().ctx);
  expect(letters.map(({ queue, body, state }) => [queue, body, state])).toEqual([
    ["portal-visits", '{"visit":"a"}', "open"],
    ["portal-visits", '{"visit":"b"}', "open"],
  ]);
});

test("stores a preview's message under the name of production's queue", async () => {
  await storeDeadLetters(system(), "portal-visits-preview-dead", [{ id: "a", body: {} }]);
  expect(await findDeadLetters(aDesk().ctx)).toMatchObject([{ queue: "portal-visits" }]);
});

test("sends a message again once and keeps who did it", async () => {
  await store("a");
  const { ctx, sent } = aDesk();
  const [letter] = await findDeadLetters(ctx);
  await sendDeadLetter(ctx, letter!.id);
  await expect(sendDeadLetter(ctx, letter!.id)).rejects.toThrow(Conflict);
  expect(sent).toEqual([["portal-visits", { visit: "a" }]]);
  expect(await findDeadLetter(ctx, letter!.id)).toMatchObject({ state: "sent", handledById: admin.id });
  expect(await findDeadLetters(ctx)).toEqual([]);
});

test("a message that its queue refuses stays", async () => {
  await store("a");
  const { ctx } = aDesk(0);
  const [letter] = await findDeadLetters(ctx);
  await expect(sendDeadLetter(ctx, letter!.id)).rejects.toThrow("The queue did not take the message");
  await expect(sendAllDeadLetters(ctx)).rejects.toThrow(Conflict);
  expect(await findDeadLetters(ctx)).toHaveLength(1);
});

test("sends all messages again and stops at a queue that refuses", async () => {
  await store("a", "b", "c");
  const { ctx, sent } = aDesk(2);
  expect(await sendAllDeadLetters(ctx)).toBe(2);
  expect(sent.map(([, body]) => body)).toEqual([{ visit: "a" }, { visit: "b" }]);
  expect((await findDeadLetters(ctx)).map(({ messageId }) => messageId)).toEqual(["c"]);
});

test("deletes a message once", async () => {
  await store("a");
  const { ctx, sent } = aDesk();
  const [letter] = await findDeadLetters(ctx);
  await deleteDeadLetter(ctx, letter!.id);
  await expect(deleteDeadLetter(ctx, letter!.id)).rejects.toThrow(Conflict);
  await expect(deleteDeadLetter(ctx, "0".repeat(26))).rejects.toThrow(NotFound);
  expect(sent).toEqual([]);
});

test("removes handled messages after 90 days and keeps waiting ones", async () => {
  await store("a", "b");
  const { ctx } = aDesk();
  const [letter] = await findDeadLetters(ctx);
  await deleteDeadLetter(ctx, letter!.id);
  await deleteOldRecords(system(TEST_NOW + 91 * DAY), (error) => {
    throw error;
  });
  expect((await db.select().from(deadLetters)).map(({ messageId }) => messageId)).toEqual(["b"]);
});
