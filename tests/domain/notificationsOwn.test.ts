import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findSession } from "~/domain/accounts/findSession";
import type { Context } from "~/domain/context";
import { Forbidden, NotFound, Unauthenticated } from "~/domain/errors";
import { findNotifications } from "~/domain/notifications/findNotifications";
import { mailStatements } from "~/domain/notifications/mailStatements";
import { markNotificationRead } from "~/domain/notifications/markNotificationRead";
import { notificationTarget } from "~/domain/notifications/notificationTarget";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import { unreadCount } from "~/domain/notifications/unreadCount";
import { deliverOutbox } from "~/domain/outbox/deliverOutbox";
import { failureText, GIVEN_UP_AT, MAX_ATTEMPTS, nextAttemptAt } from "~/domain/outbox/outboxRetry";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { encodeId } from "~/paths";
import { atomicBatch, openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { notifications, outbox } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

/** Sends `count` notifications to these users, one a minute. */
const notify = async (users: string[], count = 1) => {
  for (let n = 0; n < count; n++)
    await atomicBatch(
      database.db,
      notifyStatements(
        { db: database.db, now: TEST_NOW + n * 60_000, settings: defaultSettings },
        {
          recipients: { users },
          description: `News ${n}`,
          type: "ORDER",
          typeSystemId: "01ORDER",
          dedupeKey: `news:${n}`,
        },
      ),
    );
};

test("lists own notifications, newest first, at most 100", async () => {
  const { db } = database;
  const customer = await aCustomer(db);
  const stranger = await aCustomer(db);
  await notify([customer.id], 103);
  await notify([stranger.id]);
  const ctx = testContext(db, actingAs(customer));
  const all = await findNotifications(ctx);
  expect(all).toHaveLength(100);
  expect(all[0]).toMatchObject({ description: "News 102", read: false, createdAt: TEST_NOW + 102 * 60_000 });
  expect((await findNotifications(ctx, { limit: 2 })).map((notification) => notification.description)).toEqual([
    "News 102",
    "News 101",
  ]);
  await markNotificationRead(ctx, all[0]!.id);
  expect((await findNotifications(ctx, { unread: true }))[0]).toMatchObject({ description: "News 101", read: false });
  expect(await unreadCount(ctx)).toBe(100);
  expect(await unreadCount(testContext(db, actingAs(stranger)))).toBe(1);
});

test.each(["staff", "client"])("reads 100 rows for the bell of %s with 20,000 unread", async (role) => {
  const { db, binding } = database;
  const person = role === "staff" ? await aStaffMember(db) : await aCustomer(db);
  await db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into notifications (id, user_id, description, type, type_system_id, created_at, mail_only)
      select printf('01%08d', i), ${person.id}, 'x', 'ORDER', 'x', i, i % 2 from n`);
  const { sessionId } = await aSession(testContext(db, actingAs(person)), person);
  const rowsOf = async (read: (ctx: Context) => Promise<unknown>) => {
    const count = newStatementCount();
    const result = await read(testContext(openDb(countStatements(binding, count)), actingAs(person)));
    return { rows: count.rowsRead, result };
  };
  const bell = await rowsOf(unreadCount);
  expect(bell.result).toBe(100);
  // The person's own row is read too.
  expect(bell.rows).toBeLessThanOrEqual(101);
  const session = await rowsOf(async (ctx) => (await findSession(ctx, sessionId))?.unread);
  expect(session.result).toBe(100);
  expect(session.rows).toBeLessThan(110);
  const unread = await rowsOf((ctx) => findNotifications(ctx, { unread: true }));
  expect(unread.result).toHaveLength(100);
  // The index and the table.
  expect(unread.rows).toBeLessThanOrEqual(200);
});

test("marks only own notifications as read, once", async () => {
  const { db } = database;
  const customer = await aCustomer(db);
  const stranger = await aCustomer(db);
  await notify([customer.id]);
  const ctx = testContext(db, actingAs(customer), { now: TEST_NOW + 5000 });
  const [notification] = await findNotifications(ctx);
  await expect(markNotificationRead(testContext(db, actingAs(stranger)), notification!.id)).rejects.toThrow(NotFound);
  expect(await unreadCount(ctx)).toBe(1);

  expect(await markNotificationRead(ctx, notification!.id)).toEqual({ ...notification, read: true });
  await markNotificationRead({ ...ctx, now: TEST_NOW + 9000 }, notification!.id);
  const [row] = await db.select().from(notifications);
  expect(row?.readAt).toBe(TEST_NOW + 5000);
  expect(await unreadCount(ctx)).toBe(0);
});

test("visitors and the system have none; only the system delivers", async () => {
  const { db } = database;
  const staff = await aStaffMember(db);
  const transports = { sendMail: async () => undefined, push: async () => undefined };
  for (const operation of [findNotifications, unreadCount, (ctx: never) => markNotificationRead(ctx, "01X")]) {
    await expect(operation(testContext(db, anonymous) as never)).rejects.toThrow(Unauthenticated);
    await expect(operation(testContext(db, actingSystem) as never)).rejects.toThrow(Forbidden);
  }
  await expect(deliverOutbox(testContext(db, actingAs(staff)), transports)).rejects.toThrow(Forbidden);
});

test("lists are read by index without sorting", async () => {
  const { results } = await database.binding
    .prepare("explain query plan select * from notifications where user_id = ? order by id desc limit 100")
    .bind("01USER")
    .all<{ detail: string }>();
  expect(results.map((step) => step.detail)).toEqual(["SEARCH notifications USING PRIMARY KEY (user_id=?)"]);
});

test.each([
  ["ORDER", true, `/orders/${encodeId("01ABC")}`],
  ["ORDER", false, `/orders/${encodeId("01ABC")}`],
  ["SERVICE", true, `/services/${encodeId("01ABC")}`],
  ["SERVICE", false, `/services/${encodeId("01ABC")}/details`],
  ["USER", true, `/clients/${encodeId("01ABC")}`],
  ["USER", false, "/profile"],
  ["EXPORT", true, "/files/01ABC"],
  ["PAYOUT", true, `/commissions/payouts/${encodeId("01ABC")}`],
  ["PAYOUT", false, "/affiliate/payouts"],
] as const)("links %s (staff: %s) to %s", (type, staff, path) => {
  expect(notificationTarget({ type, typeSystemId: "01ABC", thread: null }, staff)).toBe(path);
});

test("a failing hub delays neither email nor other users' hubs", async () => {
  const { db } = database;
  const customer = await aCustomer(db);
  const other = await aCustomer(db);
  const ctx = testContext(db, actingSystem);
  await notify([customer.id, other.id], 2);
  await atomicBatch(
    db,
    mailStatements(ctx, { to: customer.email, subject: "Receipt", text: "", html: "", dedupeKey: "1" }),
  );
  const sent: string[] = [];
  const pushed: string[][] = [];
  const transports = {
    sendMail: async (mail: { subject: string }) => sent.push(mail.subject),
    push: async (userId: string, messages: { description: string }[]) => {
      if (userId === customer.id && pushed.length < 2) throw new Error("hub is down");
      pushed.push([userId, ...messages.map((message) => message.description)]);
    },
  };
  const at = TEST_NOW + 60_000;
  expect(await deliverOutbox({ ...ctx, now: at }, transports)).toEqual({
    delivered: 1,
    failed: 2,
    retryAt: at + 30_000,
    more: false,
  });
  expect([sent, pushed]).toEqual([["Receipt"], [[other.id, "News 0", "News 1"]]]);
  await deliverOutbox({ ...ctx, now: at + 29_000 }, transports);
  expect(pushed).toHaveLength(1);
  pushed.push([]);
  expect(await deliverOutbox({ ...ctx, now: at + 30_000 }, transports)).toEqual({
    delivered: 2,
    failed: 0,
    retryAt: null,
    more: false,
  });
  expect(pushed[2]).toEqual([customer.id, "News 0", "News 1"]);
});

test("retries a failing row ever more rarely, then gives up", async () => {
  const { db } = database;
  const ctx = testContext(db, actingSystem);
  const mail = { to: "a@example.com", subject: "Bad", text: "", html: "", dedupeKey: "bad" };
  await atomicBatch(db, mailStatements(ctx, mail));
  let tries = 0;
  const transports = {
    push: async () => undefined,
    sendMail: async ({ subject }: { subject: string }) => {
      if (subject === "Bad") {
        tries++;
        throw new Error("mailbox unknown");
      }
    },
  };
  let now = TEST_NOW;
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    const { retryAt } = await deliverOutbox({ ...ctx, now }, transports);
    expect(retryAt).toBe(nextAttemptAt(now, attempt));
    now = retryAt!;
  }
  expect(await deliverOutbox({ ...ctx, now }, transports)).toMatchObject({ delivered: 0, failed: 1, retryAt: null });
  const [row] = await db.select().from(outbox);
  expect(row).toMatchObject({ availableAt: GIVEN_UP_AT, attempts: MAX_ATTEMPTS, lastError: "Error: mailbox unknown" });
  await atomicBatch(db, mailStatements(ctx, { ...mail, subject: "Good", dedupeKey: "good" }));
  expect(await deliverOutbox({ ...ctx, now: now + 86_400_000 }, transports)).toMatchObject({ delivered: 1, failed: 0 });
  expect(tries).toBe(MAX_ATTEMPTS);
});

test("doubles retry delays from 30 s to 6 hours", () => {
  expect([1, 2, 3, 10, 11, 20].map((attempts) => nextAttemptAt(0, attempts) / 1000)).toEqual([
    30, 60, 120, 15_360, 21_600, 21_600,
  ]);
});

test("stores a short failure text without tokens", () => {
  const token = "x".repeat(43);
  expect(failureText(new Error(`no answer from /password/reset/${token}`))).toBe(
    "Error: no answer from /password/reset/[removed]",
  );
  expect(failureText(new Error("word ".repeat(100)))).toHaveLength(200);
  expect(failureText("secret")).toBe("Unknown failure");
});
