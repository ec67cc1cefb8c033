import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "~/domain/accounts/limits";
import type { ActorUser } from "~/domain/context";
import { Conflict, Invalid } from "~/domain/errors";
import { projectDetails } from "~/domain/intake/projectDetails";
import { saveProjectDetails as saveOnly } from "~/domain/intake/saveProjectDetails";
import { newId } from "~db/ids";
import { history, intakeFields, notifications, orderEntries, orderItems, orders, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

/** Saves, then reads the details back. */
const saveProjectDetails = async (...[ctx, input]: Parameters<typeof saveOnly>) => {
  await saveOnly(ctx, input);
  return await projectDetails(ctx, input.orderId);
};

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

let uploadsMade = 0;

/** A paid order of two packages; the form has a mandatory site, a number and a file. */
async function anOrderToFillIn() {
  const { db } = database;
  const buyer = await aCustomer(db);
  const { service, packages } = await aService(db, {}, [{}, {}]);
  const field = async (values: Partial<typeof intakeFields.$inferInsert>) => {
    const id = newId(TEST_NOW);
    await db
      .insert(intakeFields)
      .values({ id, serviceId: service.id, name: "Field", itemType: "TEXT", sequence: 0, ...values });
    return id;
  };
  const site = await field({ name: "Website", mandatory: true });
  const words = await field({ name: "Words", itemType: "NUMBER", sequence: 1 });
  const file = await field({ name: "Brief", itemType: "FILE_UPLOAD", sequence: 2 });
  const order = await anOrder(db, { clientId: buyer.id, serviceId: service.id, status: "Inputs_Required" });
  for (const [sequence, bought] of packages.entries()) {
    await db.insert(orderItems).values({
      id: newId(TEST_NOW),
      orderId: order.id,
      packageId: bought.id,
      packageName: bought.name,
      quantity: 1,
      unitPrice: 100_00,
      lineTotal: 100_00,
      sequence,
    });
  }
  const anUpload = async (ownerId: string) => {
    const key = String(++uploadsMade).padStart(32, "k");
    await db.insert(uploads).values({
      key,
      kind: "intakeFile",
      fileName: "brief.docx",
      contentType: "application/msword",
      size: 1,
      ownerId,
      createdAt: TEST_NOW,
      storedAt: TEST_NOW,
    });
    return { key, url: `/files/${key}` };
  };
  const ids = packages.map((item) => item.id);
  const answersFor = (packageId: string, value = "example.com") => ({
    packageId,
    values: [{ items: [{ id: site, value }] }],
  });
  return { db, buyer, ctx: testContext(db, actingAs(buyer)), order, ids, site, words, file, anUpload, answersFor };
}

const statusOf = async (id: string) =>
  (await database.db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)).get())?.status;

test("starts the order when the last mandatory answer is saved", async () => {
  const { ctx, order, ids, answersFor } = await anOrderToFillIn();
  const half = await saveProjectDetails(ctx, { orderId: order.id, projectPackageData: [answersFor(ids[0]!)] });
  expect(half).toMatchObject({ status: "Inputs_Required", complete: false });
  const whole = await saveProjectDetails(ctx, { orderId: order.id, projectPackageData: [answersFor(ids[1]!)] });
  expect(whole).toMatchObject({ status: "Active", complete: true });
  expect(whole.packages.map((item) => item.values[0]?.items[0])).toMatchObject([
    { name: "Website", itemType: "TEXT", mandatory: true, value: "example.com" },
    { name: "Website", value: "example.com" },
  ]);
  const rows = await database.db.select().from(history).where(eq(history.entityId, order.id));
  expect(rows.at(-1)?.changes).toContainEqual({ field: "status", before: "Inputs_Required", after: "Active" });
});

test("starts the order when two packages are saved concurrently", async () => {
  const { ctx, order, ids, answersFor } = await anOrderToFillIn();
  await Promise.all(
    ids.map((id) => saveProjectDetails(ctx, { orderId: order.id, projectPackageData: [answersFor(id)] })),
  );
  expect(await statusOf(order.id)).toBe("Active");
});

test("stores a form posted twice once and skips an empty form", async () => {
  const { db, ctx, order, ids, site, answersFor } = await anOrderToFillIn();
  const input = { orderId: order.id, projectPackageData: [answersFor(ids[0]!)] };
  await Promise.all([saveProjectDetails(ctx, input), saveProjectDetails(ctx, input)]);
  await saveProjectDetails(ctx, {
    orderId: order.id,
    projectPackageData: [{ packageId: ids[1]!, values: [{ items: [{ id: site, value: "  " }] }] }],
  });
  expect(await db.select().from(orderEntries).where(eq(orderEntries.orderId, order.id))).toHaveLength(1);
});

test("accepts an uploaded template in place of the form", async () => {
  const { ctx, buyer, order, anUpload, db } = await anOrderToFillIn();
  const { key, url } = await anUpload(buyer.id);
  const saved = await saveProjectDetails(ctx, { orderId: order.id, fileUploadUrl: url, projectPackageData: [] });
  expect(saved).toMatchObject({ status: "Active", complete: true, fileUploadUrl: url });
  const upload = await db.select().from(uploads).where(eq(uploads.key, key)).get();
  expect(upload?.attachedTo).toBe(`order:${order.id}`);
});

test("rejects invalid answers by field name and stores nothing", async () => {
  const { db, ctx, order, ids, words, file, anUpload } = await anOrderToFillIn();
  const theirs = await anUpload((await aCustomer(db)).id);
  const post = (items: { id: string; value: string | string[] }[], packageId = ids[0]!) =>
    saveProjectDetails(ctx, { orderId: order.id, projectPackageData: [{ packageId, values: [{ items }] }] });
  const refusals: [() => Promise<unknown>, RegExp][] = [
    [() => post([{ id: words, value: "many" }]), /Words must be a number/],
    [() => post([{ id: "unknown", value: "x" }]), /not part of the form/],
    [() => post([{ id: words, value: "5" }], "unknown"), /not part of the order/],
    [() => post([{ id: file, value: "https://example.com/a.docx" }]), /was not uploaded here/],
    [() => post([{ id: file, value: ["/files/a", "/files/b"] }]), /accepts one file/],
    [() => post([{ id: file, value: theirs.url }]), /no longer available/],
  ];
  for (const [attempt, reason] of refusals) {
    const error: unknown = await attempt().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Invalid);
    expect((error as Invalid).message).toMatch(reason);
  }
  expect(await db.select().from(orderEntries).where(eq(orderEntries.orderId, order.id))).toEqual([]);
});

test("only the side that wrote an entry may change it", async () => {
  const { ctx, order, ids, site, answersFor } = await anOrderToFillIn();
  const staff = testContext(database.db, actingAs(await aStaffMember(database.db)));
  const first = await saveProjectDetails(ctx, { orderId: order.id, projectPackageData: [answersFor(ids[0]!)] });
  const id = first.packages[0]!.values[0]!.id;
  const change = (value: string) => ({
    orderId: order.id,
    projectPackageData: [{ packageId: ids[0]!, values: [{ id, items: [{ id: site, value }] }] }],
  });
  await expect(saveProjectDetails(staff, change("other.example.com"))).rejects.toThrow(Conflict);
  const saved = await saveProjectDetails(ctx, change("new.example.com"));
  expect(saved.packages[0]!.values).toMatchObject([
    { id, role: "CUSTOMER", version: 2, items: [{ value: "new.example.com" }, {}, {}] },
  ]);
  const added = await saveProjectDetails(staff, { orderId: order.id, projectPackageData: [answersFor(ids[1]!)] });
  expect(added.packages[1]!.values).toMatchObject([{ role: "ADMIN" }]);
});

test("keeps a started order active when a mandatory answer is cleared", async () => {
  const { ctx, order, ids, site, answersFor } = await anOrderToFillIn();
  const saved = await saveProjectDetails(ctx, {
    orderId: order.id,
    projectPackageData: ids.map((id) => answersFor(id)),
  });
  const id = saved.packages[0]!.values[0]!.id;
  const emptied = await saveProjectDetails(ctx, {
    orderId: order.id,
    projectPackageData: [{ packageId: ids[0]!, values: [{ id, items: [{ id: site, value: "" }] }] }],
  });
  expect(emptied).toMatchObject({ status: "Active", complete: false });
});

test("staff read any order's details; a cancelled order is read-only", async () => {
  const { ctx, order, ids, answersFor } = await anOrderToFillIn();
  const staff = testContext(database.db, actingAs(await aStaffMember(database.db)));
  expect((await projectDetails(staff, order.id)).packages.map((item) => item.packageId)).toEqual(ids);
  await database.db.update(orders).set({ status: "Cancelled" }).where(eq(orders.id, order.id));
  await expect(
    saveProjectDetails(ctx, { orderId: order.id, projectPackageData: [answersFor(ids[0]!)] }),
  ).rejects.toThrow(Conflict);
});

test("notifies the assignee once when the order can start", async () => {
  const { db, ctx, order, ids, answersFor } = await anOrderToFillIn();
  const mia = await aStaffMember(db);
  await db.update(orders).set({ assignedToId: mia.id }).where(eq(orders.id, order.id));
  const notices = () =>
    db
      .select({ to: notifications.userId, text: notifications.description })
      .from(notifications)
      .where(eq(notifications.userId, mia.id));
  await saveOnly(ctx, { orderId: order.id, projectPackageData: [answersFor(ids[0]!)] });
  expect(await notices()).toEqual([]);
  await saveOnly(ctx, { orderId: order.id, projectPackageData: ids.map((id) => answersFor(id)) });
  expect(await notices()).toEqual([{ to: mia.id, text: `Order ${order.number} is now Active: ${order.serviceName}` }]);
  await saveOnly(ctx, { orderId: order.id, projectPackageData: ids.map((id) => answersFor(id, "example.net")) });
  expect(await notices()).toHaveLength(1);
});

test("limits customers to 30 changes of project details a minute, not staff", async () => {
  const { buyer, order, ids, answersFor } = await anOrderToFillIn();
  const { perAccount } = limits.details;
  const save = (user: ActorUser, n: number) =>
    saveOnly(testContext(database.db, actingAs(user), { address: "203.0.113.7" }), {
      orderId: order.id,
      projectPackageData: [answersFor(ids[0]!, `example${n}.com`)],
    }).then(
      () => "saved",
      (error: Error) => error.name,
    );
  for (let n = 0; n <= perAccount; n++) expect(await save(buyer, n)).toBe("saved");
  expect(await save(buyer, perAccount + 1)).toBe("TooMany");
  expect(await save(await aStaffMember(database.db), 0)).not.toBe("TooMany");
});
