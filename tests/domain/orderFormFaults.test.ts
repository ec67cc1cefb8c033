import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importMigratedOrder } from "~/domain/checkout/importMigratedOrder";
import { MigratedOrderInput } from "~/domain/checkout/migratedOrderInput";
import type { ActorUser, Context } from "~/domain/context";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { requestChanges } from "~/domain/delivery/requestChanges";
import { sendMessage } from "~/domain/messages/sendMessage";
import { addReports } from "~/domain/orderReports/addReports";
import { deleteReport } from "~/domain/orderReports/deleteReport";
import { storeUpload } from "~/files/storeUpload";
import { openDb } from "~db/client.server";
import {
  history,
  importedMessages,
  notifications,
  orderItems,
  orderMessages,
  orderReports,
  orders,
  outbox,
  uploads,
} from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { failingBinding } from "../support/failingDatabase";
import { aFile, pdfBytes } from "../support/fileBytes";
import { actingAs, actingSystem, memoryFiles, testContext } from "../support/testContext";

let database: TestDatabase;
let customer: ActorUser;
let member: ActorUser;
let serviceId: string;
beforeAll(async () => {
  database = await openTestDatabase();
  customer = await aCustomer(database.db);
  member = await aStaffMember(database.db);
  serviceId = (await aService(database.db)).service.id;
});
afterAll(() => database.dispose());

/** Every row about one order that these operations write. */
async function everything(orderId: string) {
  const { db } = database;
  return await db.batch([
    db.select().from(orders).where(eq(orders.id, orderId)),
    db.select().from(orderMessages).where(eq(orderMessages.orderId, orderId)),
    db.select().from(orderReports).where(eq(orderReports.orderId, orderId)),
    db
      .select()
      .from(uploads)
      .where(eq(uploads.attachedTo, `order:${orderId}`)),
    db.select().from(history).where(eq(history.entityId, orderId)),
    db.select().from(notifications).where(eq(notifications.typeSystemId, orderId)),
    // Pushes are written together with their notifications.
    db
      .select()
      .from(outbox)
      .where(sql`payload ->> 'notificationId' in (select id from notifications where type_system_id = ${orderId})`),
  ]);
}
/** The order's state and the number of rows per table. */
async function shape(orderId: string) {
  const [[order], ...others] = await everything(orderId);
  return [order?.status, order?.changeRequests, order?.approvedAt === null, ...others.map((rows) => rows.length)];
}

interface Scene {
  orderId: string;
  reportId: string;
  /** Key of an uploaded file that is not delivered yet. */
  spare: string;
  files: ReturnType<typeof memoryFiles>;
}

/** A completed order with a report and a second file to deliver. */
async function aScene(): Promise<Scene> {
  const { db } = database;
  const order = await anOrder(db, {
    clientId: customer.id,
    serviceId,
    status: "Completed",
    assignedToId: member.id,
  });
  const files = memoryFiles();
  const ctx = testContext(db, actingAs(member), { files });
  const upload = async () => (await storeUpload(ctx, "report", aFile(pdfBytes(), "report.pdf"))).key;
  const [report] = await addReports(ctx, { orderId: order.id, uploadKeys: [await upload()] });
  const spare = await upload();
  await ctx.settled();
  return { orderId: order.id, reportId: report!.id, spare, files };
}

const operations: Record<string, (scene: Scene) => [ActorUser | null, (ctx: Context) => Promise<unknown>]> = {
  sendMessage: ({ orderId }) => [
    customer,
    (ctx) => sendMessage(ctx, { orderId, thread: "Customer", body: "Hello", key: "one-and-the-same" }),
  ],
  addReports: ({ orderId, spare }) => [member, (ctx) => addReports(ctx, { orderId, uploadKeys: [spare] })],
  deleteReport: ({ orderId, reportId }) => [member, (ctx) => deleteReport(ctx, { orderId, reportId })],
  approveDelivery: ({ orderId }) => [customer, (ctx) => approveDelivery(ctx, { orderId })],
  requestChanges: ({ orderId }) => [
    customer,
    (ctx) => requestChanges(ctx, { orderId, body: "Once more", key: "one-and-the-same" }),
  ],
};

test.each(Object.entries(operations))(
  "%s is atomic and completes on retry after any database fault",
  async (name, prepare) => {
    const first = await aScene();
    await run(prepare, first, null);
    const whole = await shape(first.orderId);
    for (let k = 1, reached = true; reached; k++) {
      const scene = await aScene();
      const before = await everything(scene.orderId);
      const [failed, wasReached] = await run(prepare, scene, k);
      reached = wasReached;
      const after = await everything(scene.orderId);
      if (JSON.stringify(after) !== JSON.stringify(before))
        expect(await shape(scene.orderId), `${name}, statement ${k}`).toEqual(whole);
      if (!failed) continue;
      await run(prepare, scene, null).catch((error) => {
        // The failed try had already deleted it.
        if (name !== "deleteReport") throw error;
      });
      expect(await shape(scene.orderId), `${name}, again after statement ${k}`).toEqual(whole);
    }
  },
  120_000,
);

async function run(
  prepare: (typeof operations)[string],
  scene: Scene,
  failAt: number | null,
): Promise<[failed: boolean, reached: boolean]> {
  const [who, work] = prepare(scene);
  const failing = failAt === null ? null : failingBinding(database.binding, failAt);
  const ctx = testContext(
    failing ? openDb(failing.binding) : database.db,
    who ? actingAs(who) : actingSystem,
    // Work after the response may fail, because the outbox cron delivers later anyway.
    { files: scene.files, after: () => {} },
  );
  try {
    await work(ctx);
    return [false, failing?.reached() ?? false];
  } catch (error) {
    if (!failing) throw error;
    return [true, failing.reached()];
  }
}

test("importMigratedOrder is atomic and completes on retry", async () => {
  const { db } = database;
  const client = await aCustomer(db);
  const { service, packages } = await aService(db);
  for (let k = 1, reached = true; reached; k++) {
    const input = MigratedOrderInput.parse({
      sourceId: `old-${k}`,
      clientId: client.id,
      serviceId: service.id,
      status: "Working",
      items: [{ packageId: packages[0]!.id, quantity: 1, unitPrice: 100 }],
      createdAt: 1,
      messages: [{ fromName: "Desk", body: "Hello", createdAt: 2 }],
    });
    const failing = failingBinding(database.binding, k);
    await importMigratedOrder(testContext(openDb(failing.binding), actingSystem), input).catch(() => {});
    reached = failing.reached();
    const id = await importMigratedOrder(testContext(db, actingSystem), input);
    expect(await db.select().from(orders).where(eq(orders.clientId, client.id))).toHaveLength(k);
    const [items, messages] = await db.batch([
      db.select().from(orderItems).where(eq(orderItems.orderId, id)),
      db.select().from(importedMessages).where(eq(importedMessages.orderId, id)),
    ]);
    expect([items.length, messages.length], `statement ${k}`).toEqual([1, 1]);
  }
}, 120_000);
