import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { deleteOldNotices } from "~/domain/jobs/deleteOldNotices";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { newId } from "~db/ids";
import { notifications, outbox } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aCustomer } from "../support/factories";
import { actingSystem, TEST_NOW, testContext } from "../support/testContext";

const DAY = 86_400_000;
const AT_THREE = Math.floor(TEST_NOW / DAY) * DAY + 3 * 3_600_000;
const fail = (error: unknown) => expect.fail(String(error));

const database = await openTestDatabase();
const { db } = database;
afterAll(() => database.dispose());
beforeEach(() => database.clear());

const system = (now = AT_THREE, binding = db) => testContext(binding, actingSystem, { now });

async function aNotification(userId: string, daysOld: number, readDaysAgo: number | null, name: string) {
  const createdAt = AT_THREE - daysOld * DAY;
  await db.insert(notifications).values({
    id: newId(createdAt),
    userId,
    description: name,
    type: "ORDER",
    typeSystemId: "x",
    readAt: readDaysAgo === null ? null : AT_THREE - readDaysAgo * DAY,
    createdAt,
  });
}

test("deletes notifications read 90 days ago or 180 days old", async () => {
  for (const { id } of [await aCustomer(db), await aCustomer(db)]) {
    await aNotification(id, 181, null, "unread, old");
    await aNotification(id, 179, null, "unread, kept");
    await aNotification(id, 100, 91, "read, old");
    await aNotification(id, 100, 1, "read lately");
  }
  expect(await deleteOldNotices(system(), fail)).toEqual({ done: 4, failed: 0 });
  const remaining = await db.select({ name: notifications.description }).from(notifications);
  expect(remaining.map(({ name }) => name).sort()).toEqual([
    "read lately",
    "read lately",
    "unread, kept",
    "unread, kept",
  ]);
});

test("deletes outbox rows a week after delivery, card mails later", async () => {
  const row = (dedupeKey: string, kind: "email" | "cardMail", days: number | null) => ({
    id: dedupeKey,
    kind,
    dedupeKey,
    payload: { kind: "signInLink" as const, userId: "x", redirectTo: "/" },
    createdAt: 1,
    availableAt: 1,
    deliveredAt: days === null ? null : AT_THREE - days * DAY,
  });
  await db
    .insert(outbox)
    .values([
      row("old", "email", 8),
      row("young", "email", 6),
      row("waiting", "email", null),
      row("oldCard", "cardMail", 46),
      row("youngCard", "cardMail", 44),
    ]);
  expect(await deleteOldNotices(system(), fail)).toEqual({ done: 2, failed: 0 });
  const remaining = await db.select({ key: outbox.dedupeKey }).from(outbox);
  expect(remaining.map(({ key }) => key).sort()).toEqual(["waiting", "young", "youngCard"]);
});

const fillOutbox = (count: number) =>
  db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into outbox (id, kind, dedupe_key, payload, created_at, available_at, delivered_at)
      select i, 'email', 'email:' || i, '{}', 1, 1, iif(i % 2, ${AT_THREE - 8 * DAY}, ${AT_THREE}) from n`);

test("reads each outbox row at most three times", async () => {
  await fillOutbox(5_000);
  const count = newStatementCount();
  const counted = system(AT_THREE, openDb(countStatements(database.binding, count)));
  expect(await deleteOldNotices(counted, fail)).toEqual({ done: 2_500, failed: 0 });
  expect(count.rowsRead).toBeLessThan(3 * 5_000 + 100);
});

test("deletes a person's old notifications in several statements", async () => {
  const { id } = await aCustomer(db);
  await db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
    insert into notifications (id, user_id, description, type, type_system_id, created_at)
      select printf('00%08d', i), ${id}, 'x', 'ORDER', 'x', 1 from n`);
  expect(await deleteOldNotices(system(), fail)).toEqual({ done: 2_500, failed: 0 });
});

test("deletes only in the hour after 03:00 UTC", async () => {
  await fillOutbox(2);
  expect(await deleteOldNotices(system(AT_THREE + 3_600_000), fail)).toEqual({ done: 0, failed: 0 });
  expect(await deleteOldNotices(system(AT_THREE + 3_599_999), fail)).toEqual({ done: 1, failed: 0 });
});
