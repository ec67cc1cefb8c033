import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { Miniflare, Response as MiniflareResponse } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { requestPersonalData } from "~/domain/exports/requestPersonalData";
import { stripePayments } from "~/integrations/payments.server";
import { openDb } from "~db/client.server";
import { checkoutDrafts, cronRuns, exports, invoices, notifications, orders, outbox, uploads } from "~db/schema";
import { bundleWorker } from "../support/bundleWorker";
import { type CardSandbox, startCardSandbox } from "../support/cardSandbox";
import { aForm } from "../support/checkoutStack";
import { databaseWorker, migrationStatements, openDatabaseOf } from "../support/database";
import { aCustomer, aService } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The deployed Billing Worker in workerd, with its database, bucket, queue, clock and the card sandbox. */
async function startBilling(sandbox: CardSandbox) {
  // All parts share one clock.
  const clock = sandbox.portal;
  const announced: unknown[] = [];
  const tellClock = () => MiniflareResponse.json({ offsetMs: clock.offsetMs });
  const toSandbox = async (request: Request) => {
    const answer = await sandbox.send(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(request.method === "GET" ? {} : { body: await request.text() }),
    });
    const headers = Object.fromEntries(answer.headers);
    return new MiniflareResponse(await answer.text(), { status: answer.status, headers });
  };
  const hear = async (request: Request) => {
    announced.push(...((await request.json()) as unknown[]));
    return new MiniflareResponse("");
  };
  const miniflare = new Miniflare({
    cf: false,
    workers: [
      {
        name: "billing",
        modules: true,
        script: await bundleWorker('export { default } from "./workers/billing/index"'),
        compatibilityDate: "2026-04-24",
        compatibilityFlags: ["nodejs_compat"],
        bindings: {
          APP_ENV: "development",
          SITE_URL: "http://portal.example.com",
        },
        d1Databases: ["DB"],
        r2Buckets: ["FILES"],
        queueProducers: { OUTBOX: "outbox", EXPORTS: "exports" },
        queueConsumers: { exports: { maxBatchSize: 1, maxBatchTimeout: 0, maxRetries: 3 } },
        serviceBindings: {
          CLOCK: tellClock,
          CARD_SANDBOX: toSandbox,
        },
      },
      {
        name: "listener",
        modules: true,
        script: `export default { async queue(batch, env) { await env.HEAR.fetch("http://hear/", { method: "POST", body: JSON.stringify(batch.messages.map((one) => one.body)) }); } }`,
        compatibilityDate: "2026-04-24",
        queueConsumers: { outbox: { maxBatchTimeout: 0 } },
        serviceBindings: {
          HEAR: hear,
        },
      },
      databaseWorker("DB"),
    ],
  } as never);
  const { binding, dispose } = await openDatabaseOf(miniflare);
  await binding.batch(migrationStatements().map((statement) => binding.prepare(statement)));
  const bucket = (await miniflare.getR2Bucket("FILES", "billing")) as unknown as R2Bucket;
  const worker = await miniflare.getWorker("billing");
  return {
    db: openDb(binding),
    bucket,
    clock,
    announced,
    now: () => Date.now() + clock.offsetMs,
    run: async (cron: string) => (await worker.scheduled({ cron })).outcome,
    stop: dispose,
  };
}

let sandbox: CardSandbox;
let billing: Awaited<ReturnType<typeof startBilling>>;
beforeAll(async () => {
  sandbox = await startCardSandbox();
  billing = await startBilling(sandbox);
});
afterAll(() => Promise.all([sandbox.stop(), billing.stop()]));

async function anOpenOrder() {
  const buyer = await aCustomer(billing.db);
  const { service, packages } = await aService(billing.db);
  const now = billing.now();
  const payments = stripePayments({ CARD_SANDBOX: { fetch: sandbox.send } as unknown as Fetcher }, now);
  const ctx = testContext(billing.db, actingAs(buyer), { now, payments });
  const placed = await placeOrder(ctx, aForm(service.id, packages[0]!.id));
  const row = async () => (await billing.db.select().from(orders).where(eq(orders.id, placed.orderSystemId)).get())!;
  return { id: placed.orderSystemId, intent: (await row()).paymentIntentId!, row };
}

test("every 10 minutes: settles paid orders and closes old unpaid ones", async () => {
  const paid = await anOpenOrder();
  const unpaid = await anOpenOrder();
  await sandbox.regular.paymentIntents.confirm(paid.intent, { payment_method: "pm_card_visa" });
  billing.clock.offsetMs = 11 * MINUTE;
  expect(await billing.run("*/10 * * * *")).toBe("ok");
  expect(await paid.row()).toMatchObject({ payState: "paid", status: "Active" });
  expect(await billing.db.select().from(invoices).where(eq(invoices.orderId, paid.id))).toHaveLength(1);
  expect((await billing.db.select().from(outbox)).length).toBeGreaterThan(0);
  await expect.poll(() => billing.announced.length, { timeout: 30_000 }).toBeGreaterThan(0);
  billing.clock.offsetMs = 25 * HOUR;
  await billing.run("*/10 * * * *");
  expect(await unpaid.row()).toMatchObject({ status: "Cancelled", cancelReason: "Not paid within 24 hours" });
  expect((await sandbox.regular.paymentIntents.retrieve(unpaid.intent)).status).toBe("canceled");
});

test("every hour: cleans up even when the provider does not answer", async () => {
  const paid = await anOpenOrder();
  await sandbox.regular.paymentIntents.confirm(paid.intent, { payment_method: "pm_card_visa" });
  const { db, bucket } = billing;
  const yesterday = billing.now() - 25 * HOUR;
  await db.insert(checkoutDrafts).values([
    { id: "old", serviceId: "any", form: {}, createdAt: yesterday, expiresAt: yesterday + 24 * HOUR },
    { id: "new", serviceId: "any", form: {}, createdAt: billing.now(), expiresAt: billing.now() + 24 * HOUR },
  ]);
  const file = { kind: "projectFile", fileName: "a.pdf", contentType: "application/pdf", size: 1, storedAt: 1 };
  await db.insert(uploads).values([
    { ...file, key: "orphan", createdAt: yesterday },
    { ...file, key: "fresh", createdAt: billing.now() },
    { ...file, key: "kept", createdAt: yesterday, attachedTo: `order:${paid.id}` },
  ]);
  for (const key of ["orphan", "fresh", "kept"]) await bucket.put(key, "x");
  // As often as the SDK requests it in one run.
  await sandbox.control("POST", "fault", { route: "GET /v1/events", kind: "drop_before", times: 3 });
  expect(await billing.run("0 * * * *")).toBe("ok");
  expect((await paid.row()).payState).toBe("unpaid");
  expect((await db.select().from(checkoutDrafts)).map((one) => one.id)).toEqual(["new"]);
  expect((await db.select().from(uploads)).map((one) => one.key).sort()).toEqual(["fresh", "kept"]);
  expect((await bucket.list()).objects.map((one) => one.key)).toEqual(["fresh", "kept"]);
  await billing.run("0 * * * *");
  expect((await paid.row()).payState).toBe("paid");
});

test("a slow provider does not delay the steps that do not call it", async () => {
  const { db } = billing;
  const paid = await anOpenOrder();
  await sandbox.regular.paymentIntents.confirm(paid.intent, { payment_method: "pm_card_visa" });
  billing.clock.offsetMs += 11 * MINUTE;
  const delayMs = 2_000;
  await sandbox.control("POST", "fault", { route: "GET /v1/payment_intents/:id", kind: "slow", times: 1, delayMs });
  expect(await billing.run("*/10 * * * *")).toBe("ok");
  expect((await paid.row()).payState).toBe("paid");
  const { jobs: runs } = (await db.select().from(cronRuns).where(eq(cronRuns.cron, "*/10 * * * *")).get())!;
  const asked = runs.reconcileOrders!.startedAt;
  expect(runs.renewDue!.startedAt - asked).toBeGreaterThanOrEqual(delayMs);
  for (const job of ["approveHeldCommissions", "announceWaitingOutbox", "announceWaitingExports"] as const)
    expect(runs[job]!.finishedAt, job).toBeLessThanOrEqual(asked + delayMs / 2);
});

test("makes a queued download after the cron and deletes it after 30 days", async () => {
  const { db, bucket } = billing;
  const client = await aCustomer(db, { firstName: "=1+1" });
  const ctx = testContext(db, actingAs(client), { now: billing.now() });
  // The test's context sends no queue message.
  const id = await requestPersonalData(ctx, { clientId: client.id, files: 2 });
  const row = async () => (await db.select().from(exports).where(eq(exports.id, id)).get())!;
  await billing.run("*/10 * * * *");
  await expect.poll(async () => (await row()).state, { timeout: 30_000 }).toBe("ready");
  const { uploadKey } = await row();
  const file = (await bucket.get(uploadKey!))!;
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()));
  expect(JSON.parse(strFromU8(parts["data/users.json"]!))).toMatchObject([{ firstName: "=1+1" }]);
  expect(await db.select().from(uploads).where(eq(uploads.key, uploadKey!))).toMatchObject([
    { kind: "export", ownerId: client.id, size: file.size, attachedTo: `export:${id}` },
  ]);
  expect(await db.select().from(notifications).where(eq(notifications.typeSystemId, uploadKey!))).toMatchObject([
    { userId: client.id, type: "EXPORT" },
  ]);

  const before = billing.clock.offsetMs;
  billing.clock.offsetMs = before + 31 * 24 * HOUR;
  await billing.run("0 * * * *");
  billing.clock.offsetMs = before;
  expect(await row()).toBeUndefined();
  expect(await bucket.head(uploadKey!)).toBeNull();
});
