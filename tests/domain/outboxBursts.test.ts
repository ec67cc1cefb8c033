import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { passwordResetMailStatements } from "~/domain/accounts/passwordResetMailStatements";
import { mailStatements } from "~/domain/notifications/mailStatements";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import { deliverOutbox, type OutboxTransports } from "~/domain/outbox/deliverOutbox";
import { atomicBatch, openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer } from "../support/factories";
import { actingSystem, TEST_NOW, testContext } from "../support/testContext";
import { isDeep } from "../support/tier";

/** Statements one Worker invocation may send to D1. */
const MAX_STATEMENTS = 1_000;
const LATER = TEST_NOW + 10 * 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(() => database.clear());
afterEach(() => vi.restoreAllMocks());

const transportsWith = (sendMail: OutboxTransports["sendMail"]): OutboxTransports => ({
  sendMail,
  push: async () => {},
});
const at = (now: number, db = database.db) => testContext(db, actingSystem, { now });

test("a run past its leases stops, so no email is sent twice", async () => {
  await atomicBatch(
    database.db,
    Array.from({ length: 120 }, (_, n) => `mail ${n}`).flatMap((subject) =>
      mailStatements(at(TEST_NOW), { to: "a@example.com", subject, text: "", html: "", dedupeKey: subject }),
    ),
  );
  const realNow = Date.now.bind(Date);
  let passed = 0;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + passed);
  const sent: string[] = [];
  let concurrentRun: Promise<unknown> | undefined;
  const slow = transportsWith(async ({ subject }) => {
    sent.push(subject);
    if (sent.length % 20 === 0) passed += 25_000;
    // The next cron starts while this run is still working.
    if (passed <= 120_000 || concurrentRun) return;
    concurrentRun = deliverOutbox(at(TEST_NOW + 126_000), slow);
    await concurrentRun;
  });
  const first = await deliverOutbox(at(TEST_NOW), slow);
  await concurrentRun;
  passed = 0;
  await deliverOutbox(at(LATER), slow);
  await deliverOutbox(at(LATER), slow);
  expect(sent).toHaveLength(120);
  expect(new Set(sent).size).toBe(120);
  expect(first.more).toBe(true);
});

test("spreads a burst over runs within the statement limit", async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => aCustomer(database.db)));
  const users = people.map(({ id }) => id);
  for (let n = 0; n < 27; n++)
    await atomicBatch(
      database.db,
      notifyStatements(at(TEST_NOW), {
        recipients: { users },
        description: `News ${n}`,
        kind: "message",
        type: "ORDER",
        typeSystemId: `order ${n}`,
        dedupeKey: `news ${n}`,
      }),
    );
  const sent: string[] = [];
  const send = transportsWith(async ({ mailId }) => void sent.push(mailId));
  let delivered = 0;
  for (let runs = 1, more = true; more; runs++) {
    const count = newStatementCount();
    const run = await deliverOutbox(at(LATER, openDb(countStatements(database.binding, count))), send);
    expect(count.statements).toBeLessThanOrEqual(MAX_STATEMENTS);
    delivered += run.delivered;
    more = run.more;
    expect(runs).toBeLessThan(10);
  }
  // An event has one row for its pushes and one for its mails to ten people.
  expect(delivered).toBe(27 + 27);
  expect(new Set(sent).size).toBe(270);
});

/** Rows of the outbox that wait since 1970, one second apart. */
const backlog = (rows: number) =>
  database.db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
    insert into outbox (id, kind, dedupe_key, payload, created_at, available_at)
      select i, 'push', printf('push:%06d', abs(random()) % 1000000) || i, '{"kind":"push","notifications":[]}', i * 1000, i * 1000 from n`);

const waiting = async () =>
  (await database.db.get<{ n: number }>(sql`select count(*) as n from outbox where delivered_at is null`)).n;

test("drains a backlog oldest first, each row at its first attempt", async () => {
  const rows = isDeep ? 100_000 : 5_000;
  await backlog(rows);
  const count = newStatementCount();
  const ctx = at(TEST_NOW, openDb(countStatements(database.binding, count)));
  const send = transportsWith(async () => {});
  const first = await deliverOutbox(ctx, send);
  expect(first).toEqual({ delivered: 240, failed: 0, retryAt: null, more: true });
  expect(
    await database.db.get(sql`select max(created_at) as newest from outbox where delivered_at is not null`),
  ).toEqual({ newest: 240_000 });
  // Consumers work side by side.
  const drain = async () => {
    for (let more = true; more; ) more = (await deliverOutbox(ctx, send)).more;
  };
  await Promise.all([drain(), drain(), drain(), drain()]);
  expect(await waiting()).toBe(0);
  expect(await database.db.get(sql`select max(attempts) as most from outbox`)).toEqual({ most: 1 });
  // No run looks through the rows behind.
  expect(count.rowsRead / rows).toBeLessThan(20);
}, 240_000);

test("sends mails that someone waits for before a backlog", async () => {
  const customer = await aCustomer(database.db);
  await backlog(1_000);
  const receipt = { to: "a@example.com", subject: "Receipt", text: "", html: "", dedupeKey: "receipt:1", urgent: true };
  await atomicBatch(database.db, [
    ...mailStatements(at(TEST_NOW), { ...receipt, subject: "Other", dedupeKey: "other", urgent: false }),
    ...passwordResetMailStatements(at(TEST_NOW), customer.id),
    ...mailStatements(at(TEST_NOW), receipt),
  ]);
  const sent: string[] = [];
  await deliverOutbox(
    at(TEST_NOW),
    transportsWith(async ({ subject }) => void sent.push(subject)),
  );
  expect(sent.sort()).toEqual(["Receipt", expect.stringMatching(/password/i)]);
});

test("an urgent mail that is queued during a run leaves with its next claim", async () => {
  const mail = (subject: string, now: number, urgent = false) =>
    mailStatements(at(now), { to: "a@example.com", subject, text: "", html: "", dedupeKey: subject, urgent });
  const old = Array.from({ length: 60 }, (_, n) => `old ${n}`);
  await atomicBatch(
    database.db,
    old.flatMap((subject) => mail(subject, TEST_NOW)),
  );
  const realNow = Date.now.bind(Date);
  let passed = 0;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + passed);
  const sent: string[] = [];
  await deliverOutbox(
    at(TEST_NOW),
    transportsWith(async ({ subject }) => {
      if (sent.push(subject) !== 1) return;
      passed = 5_000;
      await atomicBatch(database.db, mail("Receipt", TEST_NOW + 4_000, true));
    }),
  );
  expect(sent).toHaveLength(61);
  expect(sent.indexOf("Receipt")).toBe(20);
});

test("sends six mails of a claim at a time, so they do not time out together", async () => {
  await atomicBatch(
    database.db,
    Array.from({ length: 20 }, (_, n) => `mail ${n}`).flatMap((subject) =>
      mailStatements(at(TEST_NOW), { to: "a@example.com", subject, text: "", html: "", dedupeKey: subject }),
    ),
  );
  let open = 0;
  let most = 0;
  const send = transportsWith(async () => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
  });
  expect(await deliverOutbox(at(TEST_NOW), send)).toMatchObject({ delivered: 20, failed: 0 });
  expect(most).toBe(6);
});

test("an outage spends no retries of the rows behind", async () => {
  await atomicBatch(
    database.db,
    Array.from({ length: 100 }, (_, n) => `mail ${n}`).flatMap((subject) =>
      mailStatements(at(TEST_NOW), { to: "a@example.com", subject, text: "", html: "", dedupeKey: subject }),
    ),
  );
  const down = transportsWith(async () => {
    throw new Error("mail is down");
  });
  expect(await deliverOutbox(at(TEST_NOW), down)).toEqual({
    delivered: 0,
    failed: 20,
    retryAt: TEST_NOW + 30_000,
    more: false,
  });
  expect(await database.db.get(sql`select sum(attempts) as attempts from outbox`)).toEqual({ attempts: 20 });
});

test("retries an event's mail only for those whom it did not reach", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => aCustomer(database.db)));
  await atomicBatch(
    database.db,
    notifyStatements(at(TEST_NOW), {
      recipients: { users: people.map(({ id }) => id) },
      description: "News",
      kind: "message",
      type: "ORDER",
      typeSystemId: "order",
      dedupeKey: "news",
    }),
  );
  const ids = new Map<string, string[]>();
  const failing = new Set(people.slice(2, 5).map(({ email }) => email));
  const send = transportsWith(async ({ to, mailId }) => {
    ids.set(to, [...(ids.get(to) ?? []), mailId]);
    if (failing.delete(to)) throw new Error("refused");
  });
  expect(await deliverOutbox(at(LATER), send)).toMatchObject({ delivered: 1, failed: 1 });
  expect(await deliverOutbox(at(LATER + 30_000), send)).toMatchObject({ delivered: 1, failed: 0 });
  expect(people.map(({ email }) => ids.get(email)!.length)).toEqual([1, 1, 2, 2, 2, 1, 1, 1]);
  for (const sent of ids.values()) expect(new Set(sent).size).toBe(1);
});
