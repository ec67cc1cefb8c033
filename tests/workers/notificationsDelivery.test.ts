import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { brand } from "~/brand";
import { passwordResetMailStatements } from "~/domain/accounts/passwordResetMailStatements";
import { hashSecret } from "~/domain/accounts/sessionSecret";
import { mailStatements } from "~/domain/notifications/mailStatements";
import { NOTICE_WINDOW_MS } from "~/domain/notifications/noticeWindow";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import { LEASE_MS } from "~/domain/outbox/deliverOutbox";
import { SEND_MAIL } from "~/domain/outbox/recordMailSent";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { queuePublish } from "~/integrations/outbox.server";
import { atomicBatch, type Db } from "~db/client.server";
import { jobRuns, notifications, outbox, passwordResets, signInLinks } from "~db/schema";
import { aCustomer } from "../support/factories";
import { type NotificationsStack, startNotifications } from "../support/notificationsStack";
import { until } from "../support/until";

let stack: NotificationsStack | undefined;
const folders: string[] = [];
afterEach(async () => {
  await stack?.dispose();
  stack = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function started(options: Parameters<typeof startNotifications>[0] = {}) {
  stack = await startNotifications(options);
  return stack;
}

const writeMails = (db: Db, subjects: string[]) =>
  atomicBatch(
    db,
    subjects.flatMap((subject) =>
      mailStatements(
        { db, now: Date.now() },
        { to: "customer@example.com", subject, text: subject, html: `<p>${subject}</p>`, dedupeKey: subject },
      ),
    ),
  );
const rowsOf = (db: Db) => db.select().from(outbox).orderBy(asc(outbox.id));

test("sends an announced mail by the queue from the configured address", async () => {
  const { db, address, mails } = await started();
  await writeMails(db, ["Receipt"]);
  await fetch(`${address}/announce`);
  await until("the mail", async () => (await mails()).length === 1);
  const [row] = await rowsOf(db);
  expect(await mails()).toEqual([
    {
      from: { name: brand.mail.fromName, email: brand.mail.fromAddress },
      replyTo: brand.mail.replyTo,
      to: "customer@example.com",
      subject: "Receipt",
      text: "Receipt",
      html: "<p>Receipt</p>",
      headers: {
        "X-Entity-Ref-ID": row?.id,
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
      },
    },
  ]);
  await until("the mark", async () => (await rowsOf(db))[0]?.deliveredAt);
  await until("the time of the latest email", async () => (await db.select().from(jobRuns))[0]?.job === SEND_MAIL);
});

test("writes the subject on one line, whatever it contains", async () => {
  const { db, mails, sweep } = await started();
  await writeMails(db, ["Ada\r\nBcc: x@example.com\u0000 \u202eLovelace\u2028 signed up"]);
  await sweep();
  expect((await mails()).map((mail) => mail.subject)).toEqual(["Ada Bcc: x@example.com Lovelace signed up"]);
});

test("the sweep sends a row whose queue message was lost", async () => {
  const { db, mails, sweep } = await started();
  await writeMails(db, ["Receipt"]);
  await queuePublish({ send: () => Promise.reject(new Error("queue is down")) }).outboxWaiting();
  expect(await mails()).toEqual([]);
  await sweep();
  expect((await mails()).map((mail) => mail.subject)).toEqual(["Receipt"]);
  await sweep();
  expect(await mails()).toHaveLength(1);
});

test("an outage resets the rows and then sends each mail once", async () => {
  const { db, mails, mailMode, moveClock, sweep, announceDirectly } = await started();
  await writeMails(db, ["Receipt", "Status"]);
  await mailMode("refuse");
  const answer = await announceDirectly();
  expect(answer.retryMessages).toEqual([{ msgId: "1", delaySeconds: 30 }]);
  for (const row of await rowsOf(db)) {
    expect(row).toMatchObject({ attempts: 1, deliveredAt: null, leaseUntil: null });
    expect(row.lastError).toBe("Error: mail is down for [removed]");
  }
  await mailMode("work");
  await sweep();
  expect(await mails()).toEqual([]);
  await moveClock(31_000);
  await sweep();
  expect((await mails()).map((mail) => mail.subject).sort()).toEqual(["Receipt", "Status"]);
  for (const row of await rowsOf(db)) expect(row).toMatchObject({ attempts: 2, lastError: null });
});

test("resends a mail under the same id when the response was lost", async () => {
  const { db, mails, mailMode, moveClock, sweep } = await started();
  await writeMails(db, ["Receipt"]);
  await mailMode("sendThenFail");
  // A run whose every job failed ends as failed.
  await expect(sweep()).rejects.toThrow("exception");
  await mailMode("work");
  await moveClock(31_000);
  await sweep();
  const ids = (await mails()).map((mail) => mail.headers["X-Entity-Ref-ID"]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect((await rowsOf(db))[0]?.deliveredAt).not.toBeNull();
});

test("after a crash between send and update, resends when the lease ends", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "notifications-"));
  folders.push(stateDir);
  const first = await started({ stateDir });
  await writeMails(first.db, ["Receipt"]);
  await first.mailMode("hang");
  const interrupted = first.sweep().catch(() => "killed");
  await until("the mail that is never marked", async () => (await first.mails()).length === 1);
  await first.dispose();
  await interrupted;

  const second = await started({ stateDir });
  await second.sweep();
  expect(await second.mails()).toEqual([]);
  await second.moveClock(LEASE_MS + 1000);
  await second.sweep();
  expect(await second.mails()).toHaveLength(1);
  expect((await rowsOf(second.db))[0]).toMatchObject({ attempts: 2, leaseUntil: null });
});

test("parallel consumers send every mail once", async () => {
  const { db, mails, announceDirectly } = await started();
  const subjects = Array.from({ length: 65 }, (_, index) => `Mail ${index}`);
  await writeMails(db, subjects);
  await Promise.all(Array.from({ length: 6 }, announceDirectly));
  expect((await mails()).map((mail) => mail.subject).sort()).toEqual([...subjects].sort());
  for (const row of await rowsOf(db)) expect(row).toMatchObject({ attempts: 1, leaseUntil: null });
});

test("one announcement drains a backlog of 5,000 rows", async () => {
  const { db, address, mails } = await started();
  await db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
    insert into outbox (id, kind, dedupe_key, payload, created_at, available_at)
      select i, 'push', 'push:' || i, '{"kind":"push","notifications":[]}', i, i from n`);
  await fetch(`${address}/announce`);
  const customer = await aCustomer(db, { email: "reset@example.com" });
  await atomicBatch(db, passwordResetMailStatements({ db, now: Date.now() }, customer.id));
  await until("the end of the backlog", async () => (await db.$count(outbox, isNull(outbox.deliveredAt))) === 0);
  expect(await mails()).toHaveLength(1);
  const reset = await db.select().from(outbox).where(eq(outbox.kind, "passwordReset")).get();
  expect(await db.$count(outbox, gt(outbox.deliveredAt, reset!.deliveredAt!))).toBeGreaterThan(2_000);
  expect(await db.$count(outbox, ne(outbox.attempts, 1))).toBe(0);
}, 60_000);

test("a push without recipients counts as delivered", async () => {
  const { db, sweep } = await started();
  const customer = await aCustomer(db);
  const notice = { description: "Paid", type: "ORDER", typeSystemId: "01ORDER", dedupeKey: "paid" } as const;
  await atomicBatch(
    db,
    notifyStatements(
      { db, now: Date.now(), settings: defaultSettings },
      { ...notice, recipients: { users: [customer.id] } },
    ),
  );
  await sweep();
  expect((await rowsOf(db))[0]).toMatchObject({ kind: "push", lastError: null, deliveredAt: expect.any(Number) });
});

test("a reset mail has a token that no row holds and ends older ones", async () => {
  const { db, mails, sweep } = await started();
  const customer = await aCustomer(db, { email: "reset@example.com" });
  const deleted = await aCustomer(db, { deletedAt: 1 });
  const old = "0".repeat(64);
  await db.insert(passwordResets).values({ tokenHash: old, userId: customer.id, createdAt: 1, expiresAt: 4e12 });
  const before = Date.now();
  await atomicBatch(db, [
    ...passwordResetMailStatements({ db, now: before }, customer.id),
    ...passwordResetMailStatements({ db, now: before }, deleted.id),
  ]);
  await sweep();

  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.to).toBe("reset@example.com");
  const [, token] = /http:\/\/localhost:8788\/password\/reset\/([\w-]{43})/.exec(mail!.text) ?? [];
  expect(mail?.html).toContain(`/password/reset/${token}`);
  const resets = await db.select().from(passwordResets).where(eq(passwordResets.userId, customer.id));
  const live = resets.filter((reset) => reset.usedAt === null);
  expect(live).toHaveLength(1);
  expect(live[0]?.tokenHash).toBe(await hashSecret(token!));
  expect(live[0]!.expiresAt - live[0]!.createdAt).toBe(60 * 60_000);
  expect(JSON.stringify(await rowsOf(db)) + JSON.stringify(resets)).not.toContain(token);
  expect((await rowsOf(db)).every((row) => row.deliveredAt !== null)).toBe(true);
});

test("batched notifications survive a dead queue and dead mail", async () => {
  const { db, mails, mailMode, moveClock, sweep } = await started();
  const customer = await aCustomer(db);
  const now = Date.now();
  const say = (description: string, at: number) =>
    atomicBatch(
      db,
      notifyStatements(
        { db, now: at, settings: defaultSettings },
        {
          recipients: { users: [customer.id] },
          description,
          kind: "message",
          type: "ORDER",
          typeSystemId: "01ORDER",
          dedupeKey: description,
        },
      ),
    );
  for (let n = 1; n <= 5; n++) await say(`Message ${n}`, now + n);
  // The queue is down, so only the sweep finds the rows.
  await queuePublish({ send: () => Promise.reject(new Error("queue is down")) }).outboxWaiting();
  await moveClock(1000);
  await sweep();
  expect((await rowsOf(db)).filter(({ kind, deliveredAt }) => kind === "push" && deliveredAt === null)).toEqual([]);
  expect(await mails()).toEqual([]);
  const [read] = await db.select().from(notifications).where(eq(notifications.description, "Message 2"));
  await db.update(notifications).set({ readAt: now }).where(eq(notifications.id, read!.id));
  await mailMode("refuse");
  await moveClock(NOTICE_WINDOW_MS + 1000);
  await expect(sweep()).rejects.toThrow("exception");
  expect(await mails()).toEqual([]);
  await mailMode("work");
  await moveClock(NOTICE_WINDOW_MS + 60_000);
  await sweep();
  await sweep();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: customer.email, subject: "4 updates: Message 5" });
  expect(mail!.text).not.toContain("Message 2");
});

test("a sign-in link's token is in its mail and in no row", async () => {
  const { db, mails, sweep } = await started();
  const customer = await aCustomer(db);
  await db.insert(outbox).values({
    id: "LINK",
    kind: "signInLink",
    dedupeKey: "signInLink:LINK",
    payload: { kind: "signInLink", userId: customer.id, redirectTo: "/orders" },
    createdAt: 1,
    availableAt: 1,
  });
  await sweep();
  const [, token] = /http:\/\/localhost:8788\/signin\/link\/([\w-]{43})/.exec((await mails())[0]!.text) ?? [];
  const links = await db.select().from(signInLinks);
  expect(links).toMatchObject([{ userId: customer.id, redirectTo: "/orders", tokenHash: await hashSecret(token!) }]);
  expect(JSON.stringify([await rowsOf(db), links])).not.toContain(token);
});
