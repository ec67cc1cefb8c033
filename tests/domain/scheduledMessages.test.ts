import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Forbidden, Invalid, NotFound } from "~/domain/errors";
import { sendScheduledMessages } from "~/domain/jobs/sendScheduledMessages";
import { cancelScheduled } from "~/domain/messages/cancelScheduled";
import { findMessages } from "~/domain/messages/findMessages";
import type { ScheduleMessageInput } from "~/domain/messages/messageInput";
import { findScheduled } from "~/domain/messages/scheduledMessages";
import { scheduleMessage } from "~/domain/messages/scheduleMessage";
import { sendScheduledNow } from "~/domain/messages/sendScheduled";
import { fileAddress } from "~/domain/uploads/fileAddress";
import { serveFile } from "~/files/serveFile";
import { storeUpload } from "~/files/storeUpload";
import { notifications, orders, scheduledMessages, uploads, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { aFile, pdfBytes } from "../support/fileBytes";
import { killedAt } from "../support/killing";
import { actingAs, actingSystem, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

const HOUR_MS = 3_600_000;
const DUE = TEST_NOW + HOUR_MS;

let database: TestDatabase;
let files: ReturnType<typeof memoryFiles>;
let customer: ActorUser;
let member: ActorUser;
let colleague: ActorUser;
let order: typeof orders.$inferSelect;
async function start() {
  await database.clear();
  files = memoryFiles();
  customer = await aCustomer(database.db, { firstName: "Cleo" });
  member = await aStaffMember(database.db, { firstName: "Mia" });
  colleague = await aStaffMember(database.db, { firstName: "Noor" });
  order = await anOrder(database.db, { clientId: customer.id });
}
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(start);
afterAll(() => database.dispose());

const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now, files });
let forms = 0;
const schedule = (input: Partial<ScheduleMessageInput> = {}, who = member) =>
  scheduleMessage(as(who), {
    orderId: order.id,
    thread: "Customer",
    body: "Good **morning**",
    sendAt: DUE,
    key: `a-form-${++forms}`,
    ...input,
  });
const failures: unknown[] = [];
const run = async (now = DUE) => {
  const ctx = testContext(database.db, actingSystem, { now, files });
  const result = await sendScheduledMessages(ctx, (error) => failures.push(error));
  expect(failures.splice(0)).toEqual([]);
  return result.done;
};
const sent = async () =>
  (await findMessages(as(member, DUE), { orderId: order.id, thread: "Customer" })).map(({ fromName, body }) => [
    fromName,
    body,
  ]);
const waiting = () => findScheduled(as(colleague), order.id);
const notices = async (who: ActorUser) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, who.id))).map(
    ({ description }) => description,
  );

test("sends a message of staff at its time, as its author's", async () => {
  await schedule();
  expect(await waiting()).toMatchObject([{ fromName: "Mia Example", sendAt: DUE, problem: null }]);
  expect(await sent()).toEqual([]);
  await run(DUE - 1);
  expect(await sent()).toEqual([]);
  await run();
  expect(await sent()).toEqual([["Mia Example", "<p>Good <strong>morning</strong></p>"]]);
  expect(await notices(customer)).toEqual([`New message on order ${order.number} from Mia Example: “Good morning”`]);
  expect(await waiting()).toEqual([]);
  expect(await run(DUE + HOUR_MS)).toBe(0);
});

test("only staff schedule and see messages that wait", async () => {
  await schedule();
  await expect(schedule({}, customer)).rejects.toThrow(Forbidden);
  await expect(findScheduled(as(customer), order.id)).rejects.toThrow(Forbidden);
  const [{ id } = { id: "" }] = await waiting();
  await expect(cancelScheduled(as(customer), { orderId: order.id, id })).rejects.toThrow(Forbidden);
  await expect(sendScheduledNow(as(customer), { orderId: order.id, id })).rejects.toThrow(Forbidden);
  await expect(sendScheduledNow(as(member), { orderId: "another", id })).rejects.toThrow(NotFound);
});

test("refuses a time in the past, one too far ahead and an empty text", async () => {
  for (const input of [{ sendAt: TEST_NOW }, { sendAt: TEST_NOW + 400 * 24 * HOUR_MS }, { body: "[](x)" }])
    await expect(schedule(input)).rejects.toThrow(Invalid);
  await expect(schedule({ orderId: "nothing" })).rejects.toThrow(NotFound);
  await schedule({ key: "the-same-form" });
  await schedule({ key: "the-same-form" });
  expect(await waiting()).toHaveLength(1);
});

test("keeps its files from the client until it is sent", async () => {
  const { key } = await storeUpload(as(member), "messageFile", aFile(pdfBytes(), "plan.pdf"));
  await schedule({ files: [key] });
  const statusFor = async (who: ActorUser) =>
    (await serveFile(as(who), key, new Request(`http://localhost${fileAddress(key)}`))).status;
  expect([await statusFor(customer), await statusFor(colleague)]).toEqual([404, 200]);
  await run();
  expect(await statusFor(customer)).toBe(200);
});

test("a canceled message is never sent, and its files are swept", async () => {
  const { key } = await storeUpload(as(member), "messageFile", aFile(pdfBytes(), "plan.pdf"));
  await schedule({ files: [key] });
  const [{ id } = { id: "" }] = await waiting();
  await cancelScheduled(as(colleague), { orderId: order.id, id });
  expect((await database.db.select().from(uploads))[0]?.attachedTo).toBeNull();
  await expect(sendScheduledNow(as(member), { orderId: order.id, id })).rejects.toThrow(NotFound);
  await expect(cancelScheduled(as(member), { orderId: order.id, id })).rejects.toThrow(NotFound);
  expect([await run(), await sent()]).toEqual([0, []]);
});

test("a colleague can send it now, and the job sends it no more", async () => {
  await schedule();
  const [{ id } = { id: "" }] = await waiting();
  const now = () => sendScheduledNow(as(colleague), { orderId: order.id, id });
  const results = await Promise.allSettled([now(), now(), run()]);
  expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
  await run();
  expect(await sent()).toEqual([["Mia Example", "<p>Good <strong>morning</strong></p>"]]);
  expect(await notices(customer)).toHaveLength(1);
  expect(await notices(member)).toEqual([]);
});

test("stays unsent with a reason when its author left or the order moved", async () => {
  await schedule({}, colleague);
  await schedule();
  await database.db.update(users).set({ deletedAt: TEST_NOW }).where(eq(users.id, colleague.id));
  const other = await aCustomer(database.db);
  await database.db.update(orders).set({ clientId: other.id }).where(eq(orders.id, order.id));
  await run();
  await run(DUE + HOUR_MS);
  expect(await sent()).toEqual([]);
  expect((await findScheduled(as(member), order.id)).map(({ problem }) => problem).sort()).toEqual([
    "Its author has left the team.",
    "The order belongs to another client now, or a file is missing.",
  ]);
  expect(await notices(member)).toEqual([
    "Your scheduled message was not sent. The order belongs to another client now, or a file is missing.",
  ]);
  expect(await notices(other)).toEqual([]);
});

test("sends once when the job is killed at any step", async () => {
  let kills = 0;
  for (const when of ["before", "after"] as const)
    for (let step = 1; step < 9; step++) {
      await start();
      await schedule();
      const kill = killedAt(step, when);
      const ctx = kill.context(testContext(database.db, actingSystem, { now: DUE, files }), database.binding);
      await sendScheduledMessages(ctx, () => undefined).catch(() => undefined);
      kills += Number(kill.state.dead);
      await run(DUE + 1);
      expect(await sent()).toHaveLength(1);
      expect(await notices(customer)).toHaveLength(1);
      expect(await database.db.select().from(scheduledMessages)).toEqual([]);
    }
  expect(kills).toBeGreaterThan(4);
});
