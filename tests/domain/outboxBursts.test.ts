import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { deliverOutbox, type OutboxTransports } from "~/domain/notifications/deliverOutbox";
import { mailStatements } from "~/domain/notifications/mailStatements";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import { atomicBatch, openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer } from "../support/factories";
import { actingSystem, TEST_NOW, testContext } from "../support/testContext";

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
  brandName: "X",
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
  expect(first.retryAt).toBe(TEST_NOW);
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
  for (let runs = 1, retryAt: number | null = 0; retryAt !== null; runs++) {
    const count = newStatementCount();
    const run = await deliverOutbox(at(LATER, openDb(countStatements(database.binding, count))), send);
    expect(count.statements).toBeLessThanOrEqual(MAX_STATEMENTS);
    delivered += run.delivered;
    retryAt = run.retryAt;
    expect(runs).toBeLessThan(10);
  }
  // A push per event and a mail per person and event.
  expect(delivered).toBe(27 + 270);
  expect(new Set(sent).size).toBe(270);
});
