import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mailButton } from "~/brand";
import { passwordResetMailStatements } from "~/domain/accounts/passwordResetMailStatements";
import { mailBody } from "~/domain/notifications/mailBody";
import { mailStatements } from "~/domain/notifications/mailStatements";
import { type Notice, notifyStatements } from "~/domain/notifications/notifyStatements";
import { atomicBatch } from "~db/client.server";
import { notifications, orders, outbox, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const aNotice = (values: Partial<Notice> = {}): Notice => ({
  recipients: "staff",
  description: "Order 1 is paid",
  type: "ORDER",
  typeSystemId: "01ORDER",
  dedupeKey: "order.paid:01ORDER",
  ...values,
});

const notifiedUsers = async () =>
  (await database.db.select({ userId: notifications.userId }).from(notifications)).map((row) => row.userId).sort();

test("writes one notification per user and one push per event", async () => {
  const { db } = database;
  const ctx = testContext(db, actingSystem);
  const first = await aCustomer(db);
  const second = await aCustomer(db);
  const notice = aNotice({ recipients: { users: [first.id, second.id] } });
  await atomicBatch(db, [...notifyStatements(ctx, notice), ...notifyStatements({ ...ctx, now: TEST_NOW + 1 }, notice)]);
  const later = { ...ctx, now: TEST_NOW + 60_000 };
  await atomicBatch(db, notifyStatements(later, { ...notice, dedupeKey: "order.status:01ORDER:2" }));

  const rows = await db.select().from(notifications).orderBy(asc(notifications.id));
  expect(rows.map((row) => row.createdAt)).toEqual([TEST_NOW, TEST_NOW, later.now, later.now]);
  for (const row of rows) expect(row.id).toMatch(/^[0-9A-Z]{52}$/);
  expect(rows[0]).toMatchObject({
    description: "Order 1 is paid",
    type: "ORDER",
    typeSystemId: "01ORDER",
    readAt: null,
  });
  const pushes = await db.select().from(outbox).orderBy(asc(outbox.id));
  expect(pushes.map((row) => row.payload)).toEqual(
    [rows.slice(0, 2), rows.slice(2)].map((event) => ({
      kind: "push",
      notifications: event.map((row) => [row.userId, row.id]),
    })),
  );
  expect(pushes[1]).toMatchObject({ kind: "push", availableAt: later.now, attempts: 0, deliveredAt: null });
});

test("writes two outbox rows for an event, however large the team", async () => {
  const { db } = database;
  for (let n = 0; n < 60; n++) await aStaffMember(db);
  await atomicBatch(db, notifyStatements(testContext(db), aNotice({ kind: "newOrder" })));
  expect(await notifiedUsers()).toHaveLength(60);
  const rows = await db.select().from(outbox).orderBy(asc(outbox.kind));
  expect(rows.map(({ kind }) => kind)).toEqual(["noticeMail", "push"]);
});

test("notifies every staff member who is not deleted", async () => {
  const { db } = database;
  const manager = await aStaffMember(db, { privileges: "Manager" });
  const admin = await aStaffMember(db, { privileges: "Admin" });
  await aStaffMember(db, { deletedAt: TEST_NOW });
  await aCustomer(db);
  await atomicBatch(db, notifyStatements(testContext(db), aNotice()));
  expect(await notifiedUsers()).toEqual([manager.id, admin.id].sort());
});

test("notifies the assignee, or all staff without an active assignee", async () => {
  const { db } = database;
  const customer = await aCustomer(db);
  const assignee = await aStaffMember(db);
  const colleague = await aStaffMember(db);
  const order = await anOrder(db, { clientId: customer.id, assignedToId: assignee.id });
  const write = (dedupeKey: string) =>
    atomicBatch(
      db,
      notifyStatements(testContext(db), aNotice({ recipients: { assigneeElseStaffOfOrder: order.id }, dedupeKey })),
    );
  await write("assigned");
  expect(await notifiedUsers()).toEqual([assignee.id]);

  await db.delete(outbox);
  await db.delete(notifications);
  await db.update(orders).set({ assignedToId: null }).where(eq(orders.id, order.id));
  await write("unassigned");
  expect(await notifiedUsers()).toEqual([assignee.id, colleague.id].sort());

  await db.delete(outbox);
  await db.delete(notifications);
  await db.update(orders).set({ assignedToId: assignee.id }).where(eq(orders.id, order.id));
  await db.update(users).set({ deletedAt: TEST_NOW }).where(eq(users.id, assignee.id));
  await write("assignee deleted");
  expect(await notifiedUsers()).toEqual([colleague.id]);
});

test("does not notify staff of their own act", async () => {
  const { db } = database;
  const author = await aStaffMember(db);
  const colleague = await aStaffMember(db);
  const customer = await aCustomer(db);
  const order = await anOrder(db, { clientId: customer.id, assignedToId: author.id });
  const acting = { kind: "impersonated", user: customer, adminId: author.id, sessionId: "s" } as const;
  for (const [actor, dedupeKey] of [
    [actingAs(author), "by themselves"],
    [acting, "as the client"],
  ] as const) {
    const ctx = testContext(db, actor);
    const own = { recipients: { assigneeElseStaffOfOrder: order.id }, dedupeKey: `${dedupeKey}:own` };
    await atomicBatch(db, [...notifyStatements(ctx, aNotice({ dedupeKey })), ...notifyStatements(ctx, aNotice(own))]);
  }
  expect(await notifiedUsers()).toEqual([colleague.id, colleague.id]);
});

test("finds recipients by index", async () => {
  const { db, binding } = database;
  const [notify] = notifyStatements(testContext(db), aNotice({ recipients: { assigneeElseStaffOfOrder: "01ORDER" } }));
  const { sql, params } = (notify as unknown as { toSQL(): { sql: string; params: unknown[] } }).toSQL();
  const plan = await binding
    .prepare(`explain query plan ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  expect(plan.results.map((step) => step.detail).filter((detail) => /^SCAN (users|"users")/.test(detail))).toEqual([]);
});

test("writes one email per key and only the user id in a reset row", async () => {
  const { db } = database;
  const ctx = testContext(db);
  const customer = await aCustomer(db);
  const mail = {
    to: customer.email,
    subject: "Receipt",
    text: "Thanks",
    html: "<p>Thanks</p>",
    dedupeKey: "receipt:1",
  };
  await atomicBatch(db, [
    ...mailStatements(ctx, mail),
    ...mailStatements(ctx, mail),
    ...passwordResetMailStatements(ctx, customer.id),
  ]);
  const rows = await db.select().from(outbox).orderBy(asc(outbox.kind));
  expect(rows.map((row) => row.payload)).toEqual([
    { kind: "email", to: customer.email, subject: "Receipt", text: "Thanks", html: "<p>Thanks</p>" },
    { kind: "passwordReset", userId: customer.id },
  ]);
});

test("escapes user input in the HTML part of an email", () => {
  const { text, html } = mailBody({
    paragraphs: ["Hello <b>Ada</b>,", 'Your order "Links & more" is paid.'],
    action: { label: "Open order", url: 'https://portal.example.com/orders/x?a=1&b="' },
    brand: { name: "Agency", button: mailButton },
  });
  expect(text).toBe(
    'Hello <b>Ada</b>,\n\nYour order "Links & more" is paid.\n\nOpen order: https://portal.example.com/orders/x?a=1&b="\n\nAgency',
  );
  expect(html).toContain("Hello &lt;b&gt;Ada&lt;/b&gt;,");
  expect(html).toContain("&quot;Links &amp; more&quot;");
  expect(html).toContain('href="https://portal.example.com/orders/x?a=1&amp;b=&quot;"');
  expect(html).not.toContain("<b>");
});

test("puts the button first and the choices last in an email", () => {
  const { text, html } = mailBody({
    paragraphs: ["Hello Ada,", "Your order is paid."],
    action: { label: "View order", url: "https://portal.example.com/orders/x" },
    choice: { label: "Choose which emails you get", url: "https://portal.example.com/profile" },
    brand: { name: "Agency", button: mailButton },
  });
  expect(text).toMatch(/View order: \S+\/orders\/x\n\nAgency\n\nChoose which emails you get: \S+\/profile$/);
  expect(html.match(/<a href="[^"]+"/g)).toEqual([
    '<a href="https://portal.example.com/orders/x"',
    '<a href="https://portal.example.com/profile"',
  ]);
  expect(html).toContain('name="color-scheme" content="light dark"');
  // Every CSS class of the style sheet must exist in the email.
  for (const [, name] of html.matchAll(/\.(\w+)\{/g)) expect(html).toMatch(new RegExp(`class="${name}"`));
});
