import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findSession } from "~/domain/accounts/findSession";
import type { ActorUser } from "~/domain/context";
import { findNotifications } from "~/domain/notifications/findNotifications";
import { markAllNotificationsRead } from "~/domain/notifications/markAllNotificationsRead";
import { markNotificationRead } from "~/domain/notifications/markNotificationRead";
import { findNoticeChoices, saveNoticeChoices } from "~/domain/notifications/noticeChoices";
import { NOTICE_WINDOW_MS } from "~/domain/notifications/noticeWindow";
import { type NoticeKind, type NoticeWay, noticeKinds } from "~/domain/notifications/notificationTypes";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import { unreadCount } from "~/domain/notifications/unreadCount";
import { deliverOutbox, type OutgoingMail } from "~/domain/outbox/deliverOutbox";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { atomicBatch } from "~db/client.server";
import { notificationChoices, notifications, outbox, users } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });
let event = 0;
const notify = (
  user: ActorUser,
  description: string,
  { kind = "orderStatus" as NoticeKind | null, now = TEST_NOW, order = "01ORDER" } = {},
) =>
  atomicBatch(
    database.db,
    notifyStatements(
      { db: database.db, now, settings: defaultSettings },
      {
        recipients: { users: [user.id] },
        description,
        ...(kind ? { kind } : {}),
        type: "ORDER",
        typeSystemId: order,
        dedupeKey: `e${event++}`,
      },
    ),
  );
async function sent(now: number, sendMail?: (mail: OutgoingMail) => Promise<void>) {
  const mails: OutgoingMail[] = [];
  const pushes: string[] = [];
  await deliverOutbox(testContext(database.db, actingSystem, { now }), {
    sendMail: sendMail ?? (async (mail) => void mails.push(mail)),
    push: async (_, messages) => void pushes.push(...messages.map(({ description }) => description)),
  });
  return { mails, pushes };
}
const LATER = TEST_NOW + NOTICE_WINDOW_MS;

test("lists a user's own notice kinds, 'both' by default", async () => {
  const { db } = database;
  const customer = await aCustomer(db);
  const staff = await aStaffMember(db, { privileges: "Manager" });
  const kinds = async (user: ActorUser) => (await findNoticeChoices(as(user))).map(({ kind }) => kind);
  expect(await kinds(customer)).toEqual([
    "orderPlaced",
    "orderPaid",
    "orderStatus",
    "report",
    "message",
    "approval",
    "linkLive",
    "linkLost",
    "claim",
    "cart",
  ]);
  expect(await kinds(staff)).toEqual([
    "newOrder",
    "clientMessage",
    "mention",
    "message",
    "orderStatus",
    "report",
    "approvalAnswer",
    "linkLost",
    "claim",
    "failedRenewal",
    "dispute",
    "newClient",
  ]);
  const affiliate = await aCustomer(db, { affiliate: true, affiliateCode: "ALEX" });
  expect((await kinds(affiliate)).slice(9)).toEqual(["affiliateEnabled", "referral", "commission", "payout", "cart"]);
  expect(new Set([...(await kinds(affiliate)), ...(await kinds(staff))])).toEqual(new Set(noticeKinds));
  await saveNoticeChoices(as(customer), { report: "email", message: "none", newClient: "both" } as never);
  await saveNoticeChoices(as(customer), { report: "inApp" } as never);
  expect((await findNoticeChoices(as(customer))).filter(({ way }) => way !== "both")).toEqual([
    { kind: "report", way: "inApp" },
    { kind: "message", way: "none" },
    { kind: "cart", way: "email" },
  ]);
  expect((await db.select().from(notificationChoices)).map(({ userId }) => userId)).toEqual([customer.id, customer.id]);
  expect((await findNoticeChoices(as(staff))).every(({ way }) => way === "both")).toBe(true);
});

test.each<[NoticeWay, { shown: number; pushed: number; mailed: number; rows: number }]>([
  ["both", { shown: 1, pushed: 1, mailed: 1, rows: 1 }],
  ["inApp", { shown: 1, pushed: 1, mailed: 0, rows: 1 }],
  ["email", { shown: 0, pushed: 0, mailed: 1, rows: 1 }],
  ["none", { shown: 0, pushed: 0, mailed: 0, rows: 0 }],
])("delivers according to the choice '%s'", async (way, expected) => {
  const { db } = database;
  const customer = await aCustomer(db);
  await saveNoticeChoices(as(customer), { orderStatus: way } as never);
  await notify(customer, "Order 1 is now Working");
  const { sessionId } = await aSession(as(customer), customer);
  const shown = (await findNotifications(as(customer))).length;
  expect(await unreadCount(as(customer))).toBe(shown);
  expect((await findSession(as(customer), sessionId))!.unread).toBe(shown);
  expect((await db.select().from(outbox)).length).toBe(expected.pushed + expected.mailed);
  const { mails, pushes } = await sent(LATER);
  const rows = (await db.select().from(notifications)).length;
  expect({ shown, pushed: pushes.length, mailed: mails.length, rows }).toEqual(expected);
  // Other kinds are not affected.
  await notify(customer, "A new report", { kind: "report", now: LATER });
  expect(await unreadCount(as(customer))).toBe(shown + 1);
});

test("shows notices without a kind in the portal only", async () => {
  const customer = await aCustomer(database.db);
  await saveNoticeChoices(as(customer), Object.fromEntries(noticeKinds.map((kind) => [kind, "none"])) as never);
  await notify(customer, "Your export is ready", { kind: null });
  expect(await unreadCount(as(customer))).toBe(1);
  expect((await sent(LATER)).mails).toEqual([]);
});

test.each(noticeKinds)("sends emails for the kind %s", async (kind) => {
  const person = await aCustomer(database.db);
  await notify(person, `News of ${kind}`, { kind });
  expect((await sent(LATER)).mails.map(({ subject }) => subject)).toEqual([`News of ${kind}`]);
});

test("gathers notices per person and order into one email", async () => {
  const { db } = database;
  const customer = await aCustomer(db);
  for (let n = 1; n <= 5; n++) await notify(customer, `Message ${n}`, { kind: "message", now: TEST_NOW + n * 59_000 });
  await notify(customer, "Other order", { now: TEST_NOW + 60_000, order: "01OTHER" });
  await notify(await aCustomer(db), "Other person", { now: TEST_NOW + 61_000 });
  expect((await sent(TEST_NOW + 59_000 + NOTICE_WINDOW_MS - 1)).mails).toEqual([]);
  const { mails } = await sent(TEST_NOW + 61_000 + NOTICE_WINDOW_MS);
  expect(mails.map(({ subject }) => subject).sort()).toEqual(["5 updates: Message 5", "Other order", "Other person"]);
  const burst = mails.find(({ subject }) => subject.startsWith("5"))!;
  for (let n = 1; n <= 5; n++) expect(burst.text).toContain(`Message ${n}`);
  expect(burst).toMatchObject({ to: customer.email });
  expect(burst.text).toContain("View order: http://localhost:8788/orders/");
  expect(burst.text).toMatch(/Choose which emails you get: \S+\/profile$/);
  expect(burst.text).not.toContain("Other");
  // A later message starts a new email.
  await notify(customer, "Message 6", { kind: "message", now: TEST_NOW + 59_000 + NOTICE_WINDOW_MS });
  const next = await sent(TEST_NOW + 59_000 + 2 * NOTICE_WINDOW_MS);
  expect(next.mails.map(({ subject }) => subject)).toEqual(["Message 6"]);
});

test("does not email notifications that were read", async () => {
  const customer = await aCustomer(database.db);
  await notify(customer, "Read before");
  await notify(customer, "Still new", { now: TEST_NOW + 1000 });
  const [, read] = await findNotifications(as(customer));
  expect(read?.description).toBe("Read before");
  await markNotificationRead(as(customer), read!.id);
  const { mails } = await sent(LATER);
  expect(mails.map(({ text }) => [text.includes("Still new"), text.includes("Read before")])).toEqual([[true, false]]);
  await notify(customer, "One", { now: LATER });
  await notify(customer, "Two", { now: LATER + 1000, order: "01OTHER" });
  expect(await markAllNotificationsRead(as(customer, LATER + 2000))).toBe(3);
  expect(await markAllNotificationsRead(as(customer, LATER + 2000))).toBe(0);
  expect((await sent(LATER + 2 * NOTICE_WINDOW_MS)).mails).toEqual([]);
  const open = await database.db.select().from(outbox).where(eq(outbox.kind, "noticeMail"));
  expect(open.every(({ deliveredAt }) => deliveredAt !== null)).toBe(true);
});

test("retries a gathered email unchanged and mails later notices apart", async () => {
  const customer = await aCustomer(database.db);
  await saveNoticeChoices(as(customer), { orderStatus: "email" } as never);
  await notify(customer, "Before");
  await sent(LATER, async () => {
    throw new Error("mail is down");
  });
  await notify(customer, "Meanwhile", { now: LATER + 1000 });
  const { mails } = await sent(LATER + 31_000);
  expect(mails.map(({ subject }) => subject)).toEqual(["Before"]);
  const next = await sent(LATER + 1000 + NOTICE_WINDOW_MS);
  expect(next.mails.map(({ subject }) => subject)).toEqual(["Meanwhile"]);
});

test("hides email-only notices and skips deleted accounts", async () => {
  const { db } = database;
  const customer = await aCustomer(db);
  await saveNoticeChoices(as(customer), { orderStatus: "email" } as never);
  await notify(customer, "By mail");
  const row = await db.select().from(notifications).get();
  await expect(markNotificationRead(as(customer), row!.id)).rejects.toMatchObject({ kind: "NotFound" });
  expect(await markAllNotificationsRead(as(customer))).toBe(0);
  await db.update(users).set({ deletedAt: TEST_NOW });
  expect((await sent(LATER)).mails).toEqual([]);
});

test("marking all as read changes only own notifications", async () => {
  const { db } = database;
  const [mine, foreign] = [await aCustomer(db), await aCustomer(db)];
  await notify(mine, "Mine");
  await notify(foreign, "Foreign");
  await markAllNotificationsRead(as(mine));
  expect([await unreadCount(as(mine)), await unreadCount(as(foreign))]).toEqual([0, 1]);
});
