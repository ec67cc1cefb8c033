import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Conflict, Forbidden, NotFound } from "~/domain/errors";
import { answerName } from "~/domain/intake/answerName";
import { deleteOrderEntry } from "~/domain/intake/deleteOrderEntry";
import { orderEntry } from "~/domain/intake/orderEntry";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import { historyFiles } from "~/domain/orders/historyFiles";
import { orderDetails } from "~/domain/orders/orderDetails";
import { orderFileNames } from "~/domain/orders/orderFileNames";
import { orderHistory } from "~/domain/orders/orderHistory";
import { answerProjectDetails, type ProjectDetailsAnswer } from "~/features/projectDetails/projectDetailsForm.server";
import { storeUpload } from "~/files/storeUpload";
import { newId } from "~db/ids";
import { history, intakeFields, orderEntries, orderItems, orders } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, pdfBytes, xlsxBytes } from "../support/fileBytes";
import { aPortal, SITE } from "../support/portal";
import { actingAs, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let owner: ActorUser;
let member: ActorUser;
let orderId: string;
let packageId: string;
const files = memoryFiles();
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  const { db } = database;
  owner = await aCustomer(db, { firstName: "Cleo" });
  member = await aStaffMember(db, { firstName: "Mia", privileges: "Manager" });
  const { service, packages } = await aService(db);
  packageId = packages[0]!.id;
  await db.insert(intakeFields).values([
    { id: "url", serviceId: service.id, name: "URL", itemType: "TEXT", mandatory: true, sequence: 0 },
    { id: "file", serviceId: service.id, name: "Brief", itemType: "FILE_UPLOAD", mandatory: false, sequence: 1 },
  ]);
  orderId = (await anOrder(db, { clientId: owner.id, serviceId: service.id })).id;
  await db.insert(orderItems).values({
    id: newId(TEST_NOW),
    orderId,
    packageId,
    packageName: "DA 30",
    quantity: 1,
    unitPrice: 100_00,
    lineTotal: 100_00,
    sequence: 0,
  });
});

const as = (user: ActorUser) => testContext(database.db, actingAs(user), { files });
const entries = () => database.db.select().from(orderEntries).where(eq(orderEntries.orderId, orderId));
const answersOf = (value: string) => ({ items: [{ id: "url", value }] });
const write = (
  user: ActorUser,
  values: Parameters<typeof saveProjectDetails>[1]["projectPackageData"][number]["values"],
) => saveProjectDetails(as(user), { orderId, projectPackageData: [{ packageId, values }] });
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => error,
  );

test("each side changes and deletes only its own entries", async () => {
  await write(owner, [answersOf("https://example.com/client")]);
  await write(member, [answersOf("https://example.com/team")]);
  const [clients, teams] = await entries();
  expect([clients?.role, teams?.role]).toEqual(["CUSTOMER", "ADMIN"]);
  for (const [user, other] of [
    [owner, teams],
    [member, clients],
  ] as const) {
    expect(await outcomeOf(write(user, [{ id: other!.id, ...answersOf("mine") }]))).toBeInstanceOf(Conflict);
    const refused = await outcomeOf(deleteOrderEntry(as(user), { orderId, entryId: other!.id }));
    expect(refused).toMatchObject({ message: "Only the side that wrote this entry can change it." });
    expect(await orderEntry(as(user), orderId, other!.id)).toMatchObject({
      closed: "Only the side that wrote this entry can change it.",
    });
  }
  expect(await entries()).toEqual([clients, teams]);
  await write(owner, [{ id: clients!.id, version: 1, ...answersOf("https://example.com/changed") }]);
  await deleteOrderEntry(as(member), { orderId, entryId: teams!.id, version: 1 });
  expect(await entries()).toMatchObject([{ id: clients!.id, version: 2, role: "CUSTOMER" }]);
  const [deleted, changed] = await orderHistory(as(member), orderId);
  expect(deleted).toMatchObject({
    action: "Project entry deleted",
    modifiedByName: "Mia Example",
    changes: [
      { field: "projectDetails", before: 2, after: 1 },
      { field: "DA 30: URL", before: "https://example.com/team", after: null },
    ],
  });
  expect(changed?.changes).toContainEqual({
    field: "DA 30: URL",
    before: "https://example.com/client",
    after: "https://example.com/changed",
  });
});

test("a completed order's details are closed for its client only", async () => {
  await write(owner, [answersOf("https://example.com/one")]);
  await write(owner, [answersOf("https://example.com/two")]);
  await database.db.update(orders).set({ status: "Completed" }).where(eq(orders.id, orderId));
  const [entry] = await entries();
  const closed = "The work on this order is done. Write us a message instead.";
  expect((await orderEntry(as(owner), orderId, entry!.id)).closed).toBe(closed);
  await expect(write(owner, [answersOf("https://example.com/three")])).rejects.toThrow(closed);
  await expect(deleteOrderEntry(as(owner), { orderId, entryId: entry!.id })).rejects.toThrow(closed);
  await write(member, [answersOf("https://example.com/team")]);
  expect(await entries()).toHaveLength(3);
});

test("refuses to delete a package's only entry", async () => {
  await write(owner, [answersOf("one")]);
  const [only] = await entries();
  const refused = await outcomeOf(deleteOrderEntry(as(owner), { orderId, entryId: only!.id }));
  expect(refused).toMatchObject({
    message: "A package needs at least one entry. Edit this one instead of deleting it.",
  });
  await write(owner, [answersOf("two")]);
  await deleteOrderEntry(as(owner), { orderId, entryId: only!.id });
  expect(await entries()).toHaveLength(1);
  // Deleting both concurrently leaves one.
  await write(owner, [answersOf("three")]);
  const two = await entries();
  await Promise.all(two.map(({ id }) => outcomeOf(deleteOrderEntry(as(owner), { orderId, entryId: id }))));
  expect(await entries()).toHaveLength(1);
});

test("lets one of ten concurrent writers win and rejects stale deletes", async () => {
  await write(owner, [answersOf("one"), answersOf("two")]);
  const [entry] = await entries();
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      outcomeOf(write(owner, [{ id: entry!.id, version: 1, ...answersOf(`writer ${n}`) }])),
    ),
  );
  const conflicts = results.filter((result) => result !== "done");
  expect(conflicts).toHaveLength(9);
  for (const conflict of conflicts)
    expect(conflict).toMatchObject({
      message: "This record was changed by someone else. Please reload and try again.",
    });
  const stale = await outcomeOf(deleteOrderEntry(as(owner), { orderId, entryId: entry!.id, version: 1 }));
  expect(stale).toBeInstanceOf(Conflict);
  expect(await entries()).toHaveLength(2);
});

test("refuses foreign entries and cancelled orders", async () => {
  await write(owner, [answersOf("one"), answersOf("two")]);
  const [entry] = await entries();
  const stranger = await aCustomer(database.db);
  const theirs = (await anOrder(database.db, { clientId: stranger.id })).id;
  for (const [user, order] of [
    [stranger, orderId],
    [stranger, theirs],
    [owner, theirs],
  ] as const) {
    expect(await outcomeOf(deleteOrderEntry(as(user), { orderId: order, entryId: entry!.id }))).toBeInstanceOf(
      NotFound,
    );
    expect(await outcomeOf(orderEntry(as(user), order, entry!.id))).toBeInstanceOf(NotFound);
  }
  await database.db.update(orders).set({ status: "Cancelled" }).where(eq(orders.id, orderId));
  expect(await outcomeOf(deleteOrderEntry(as(owner), { orderId, entryId: entry!.id }))).toMatchObject({
    message: "This order was cancelled.",
  });
  expect(await entries()).toHaveLength(2);
});

test("keeps answers to removed fields when the entry changes", async () => {
  await write(owner, [answersOf("one")]);
  const [entry] = await entries();
  await database.db.update(intakeFields).set({ id: "link", name: "Link" }).where(eq(intakeFields.id, "url"));
  await write(owner, [{ id: entry!.id, items: [{ id: "link", value: "new" }] }]);
  const [after] = await entries();
  expect(after!.items.map(({ name, value }) => [name, value])).toEqual([
    ["Link", "new"],
    ["Brief", ""],
    ["URL", "one"],
  ]);
});

/** Posts the form of the order page as a browser does. */
async function post(user: ActorUser, fields: Record<string, string | File>, entryId?: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const ctx = as(user);
  const portal = aPortal(ctx, new Request(`${SITE}/orders/x`, { method: "POST", body: form }));
  const response = (await answerProjectDetails(portal, ctx, orderId, { packageId, entryId })) as Response;
  const json = response.status === 303 ? null : ((await response.json()) as ProjectDetailsAnswer);
  return { status: response.status, json };
}

test("rejects a too long answer and returns it in full", async () => {
  const url = answerName(packageId, "url");
  const long = "x".repeat(20_001);
  expect(await post(owner, { manual: "true", [url]: long })).toEqual({
    status: 400,
    json: {
      result: {
        error: { [url]: ["At most 20,000 characters, and this has 20,001"] },
        initialValue: { manual: "true", [url]: long },
      },
      received: {},
    },
  });
  expect(await post(owner, { manual: "true", [url]: long.slice(1) })).toMatchObject({ status: 303 });
});

test("the page's form keeps uploaded files across errors and edits", async () => {
  const url = answerName(packageId, "url");
  const file = answerName(packageId, "file");
  const sheet = aFile(xlsxBytes(), "brief.xlsx");
  const failed = await post(owner, { manual: "true", [url]: " ", [file]: sheet });
  expect(failed).toMatchObject({ status: 400, json: { result: { error: { [url]: ["URL is required"] } } } });
  const uploaded = failed.json!.received![file]![0]!;
  expect(uploaded.name).toBe("brief.xlsx");
  expect(await entries()).toEqual([]);

  const refused = await post(owner, { manual: "true", [url]: "x", [file]: aFile(pdfBytes(), "brief.pdf") });
  expect(refused.status).toBe(400);
  expect(refused.json!.result!.error![file]).toHaveLength(1);

  expect(await post(owner, { manual: "true", [url]: "https://example.com", [file]: uploaded.key })).toMatchObject({
    status: 303,
  });
  const [entry] = await entries();
  expect(entry!.items.find(({ id }) => id === "file")?.value).toBe(`/files/${uploaded.key}`);
  const shown = await orderEntry(as(owner), orderId, entry!.id);
  expect(shown.files).toMatchObject([{ key: uploaded.key, name: "brief.xlsx" }]);

  const edit = { manual: "true", version: "1", [url]: "https://example.com/2", [file]: uploaded.key };
  expect(await post(owner, edit, entry!.id)).toMatchObject({ status: 303 });
  const stale = await post(owner, { ...edit, [url]: "https://example.com/late" }, entry!.id);
  expect(stale).toMatchObject({
    status: 409,
    json: {
      result: {
        error: { "": ["This record was changed by someone else. Please reload and try again."] },
        initialValue: { [url]: "https://example.com/late" },
      },
    },
  });
  expect(await entries()).toMatchObject([{ version: 2 }]);
  // Removed with its checkbox.
  await post(owner, { ...edit, version: "2", [`${file}Removed`]: uploaded.key }, entry!.id);
  expect((await entries())[0]!.items.find(({ id }) => id === "file")?.value).toBe("");
});

test("the history names the admin behind an impersonated customer", async () => {
  const ctx = testContext(database.db, { kind: "impersonated", user: owner, adminId: member.id, sessionId: "s" });
  await saveProjectDetails(ctx, { orderId, projectPackageData: [{ packageId, values: [answersOf("one")] }] });
  expect((await orderHistory(as(member), orderId))[0]).toMatchObject({
    modifiedByName: "Cleo Example",
    realActorName: "Mia Example",
  });
  const rows = await database.db
    .select()
    .from(history)
    .where(and(eq(history.entity, "order"), eq(history.entityId, orderId)));
  expect(rows).toHaveLength(1);
});

test("the history names the files of answers", async () => {
  const { key } = await storeUpload(as(owner), "intakeFile", aFile(xlsxBytes(), "brief.xlsx"));
  await write(owner, [{ items: [...answersOf("one").items, { id: "file", value: `/files/${key}` }] }]);
  const shown = await orderHistory(as(member), orderId);
  expect(await historyFiles(as(member), shown)).toEqual({ [key]: "brief.xlsx" });
  await expect(historyFiles(as(owner), shown)).rejects.toBeInstanceOf(Forbidden);
});

test("both sides read an uploaded file by its own name", async () => {
  const { key } = await storeUpload(as(owner), "intakeFile", aFile(xlsxBytes(), "brief.xlsx"));
  await write(owner, [{ items: [...answersOf("one").items, { id: "file", value: `/files/${key}` }] }]);
  for (const person of [owner, member])
    expect(await orderFileNames(as(person), await orderDetails(as(person), orderId))).toEqual({
      [`/files/${key}`]: "brief.xlsx",
    });
});
