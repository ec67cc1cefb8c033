import { eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { encodeId } from "~/paths";
import { newId } from "~db/ids";
import {
  announcements,
  history,
  intakeFields,
  notifications,
  orderEntries,
  orderItems,
  orderMessages,
  orderReports,
  outbox,
  uploads,
} from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, docxBytes, pdfBytes, pngBytes } from "../support/fileBytes";
import { type PostedRoute, postForm } from "../support/postForm";
import { memoryFiles, TEST_NOW } from "../support/testContext";

const KEY = "0b51a1f2-5a52-4f4e-8ab2-54d7f5c6e0a1:R1:";
const OTHER_KEY = KEY.replace("0", "1");

let database: TestDatabase;
let files: ReturnType<typeof memoryFiles>;
beforeAll(async () => {
  database = await openTestDatabase();
  files = memoryFiles();
});
afterEach(async () => {
  await database.clear();
  files.objects.clear();
});
afterAll(() => database.dispose());

type Fields = Record<string, string | File>;

/** Sends the same form five times in parallel and once more, and returns the six answers. */
async function sendSixTimes(user: ActorUser, posted: PostedRoute, fields: () => Fields) {
  const send = () => postForm(database.db, user, posted, { ...fields(), formKey: KEY }, { files });
  const answers = await Promise.all(Array.from({ length: 5 }, send));
  return [...answers, await send()];
}

/** The rows and objects that a form wrote. */
async function written() {
  const { db } = database;
  const [stored, orphans, notices, messages, entries] = await Promise.all([
    db.select().from(uploads),
    db.select().from(uploads).where(isNull(uploads.attachedTo)),
    db.select().from(notifications),
    db.select().from(outbox),
    db.select().from(history),
  ]);
  return {
    uploads: stored.length,
    objects: files.objects.size,
    orphans: orphans.length,
    notices: notices.map(({ userId, description }) => ({ userId, description })),
    outbox: messages.length,
    history: entries.map(({ action }) => action),
  };
}

/** A paid order of one package whose project details are a website and a file. */
async function anOrderToFillIn() {
  const { db } = database;
  const client = await aCustomer(db);
  const staff = await aStaffMember(db);
  const { service, packages } = await aService(db);
  const [site, brief] = [newId(TEST_NOW), newId(TEST_NOW)];
  const field = { serviceId: service.id, mandatory: true };
  await db.insert(intakeFields).values([
    { ...field, id: site, name: "Website", itemType: "TEXT", sequence: 0 },
    { ...field, id: brief, name: "Brief", itemType: "FILE_UPLOAD", sequence: 1 },
  ]);
  const order = await anOrder(db, {
    clientId: client.id,
    serviceId: service.id,
    assignedToId: staff.id,
    status: "Inputs_Required",
  });
  const { id: packageId, name: packageName } = packages[0]!;
  await db.insert(orderItems).values({
    id: newId(TEST_NOW),
    orderId: order.id,
    packageId,
    packageName,
    quantity: 1,
    sequence: 0,
    unitPrice: 100_00,
    lineTotal: 100_00,
  });
  const fields = (site: string, brief: string): Fields => ({
    manual: "true",
    [site]: "example.com",
    [brief]: aBrief(),
  });
  return {
    client,
    staff,
    order,
    details: () => fields(`answer.${packageId}.${site}`, `answer.${packageId}.${brief}`),
    page: {
      route: () => import("~/routes/_app.checkout.success"),
      path: `/checkout/success?orderId=${encodeId(order.id)}`,
    },
  };
}

/** The same bytes each time: a zip holds the time of its making. */
const docx = docxBytes();
const aBrief = () => aFile(docx, "brief.docx");

test.each([
  ["with script", { with: "script" }],
  ["without script", {}],
])("stores project details and their file once when they are sent again %s", async (_, extra) => {
  const { client, order, details, page } = await anOrderToFillIn();
  const answers = await sendSixTimes(client, page, () => ({ ...details(), ...extra }));
  const before = await written();
  expect(before).toMatchObject({ uploads: 1, objects: 1, orphans: 0, history: ["projectDetails"] });
  expect(new Set(before.notices.map((notice) => JSON.stringify(notice))).size).toBe(before.notices.length);
  const entries = await database.db.select().from(orderEntries).where(eq(orderEntries.orderId, order.id));
  expect(entries).toHaveLength(1);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  if ("with" in extra) expect(answers[0]).toMatchObject({ status: 200, json: { saved: true }, errors: [] });
  else
    expect(answers[0]).toMatchObject({
      status: 303,
      toast: { tone: "success", text: "Project details added successfully. Redirecting to order details." },
    });
});

test("stores an uploaded template once when it is sent again", async () => {
  const { client, page } = await anOrderToFillIn();
  await sendSixTimes(client, page, () => ({ fileUploadUrl: aFile(docx, "details.docx") }));
  expect(await written()).toMatchObject({ uploads: 1, objects: 1, orphans: 0, history: ["projectDetails"] });
});

test.each([
  ["with script", { with: "script" }],
  ["without script", {}],
])("delivers one report and notifies once when it is sent again %s", async (_, extra) => {
  const { client, staff, order } = await anOrderToFillIn();
  const uploader = await aStaffMember(database.db);
  const page = {
    route: () => import("~/routes/_app.orders.$orderId"),
    path: `/orders/${encodeId(order.id)}?form=report`,
    params: { orderId: encodeId(order.id) },
  };
  const answers = await sendSixTimes(uploader, page, () => ({ ...extra, files: aFile(pdfBytes(), "report.pdf") }));
  expect(await database.db.select().from(orderReports)).toHaveLength(1);
  const description = `A new report is ready on order ${order.number}: ${order.serviceName}`;
  const result = await written();
  expect(result).toMatchObject({ uploads: 1, objects: 1, orphans: 0, history: ["Report uploaded"] });
  expect(result.notices.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))).toEqual(
    [client, staff]
      .map(({ id }) => ({ userId: id, description }))
      .toSorted((one, other) => (one.userId < other.userId ? -1 : 1)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  if ("with" in extra) expect(answers[0]).toMatchObject({ status: 200, json: { done: "Uploaded successfully" } });
  else expect(answers[0]).toMatchObject({ status: 303, toast: { text: "Uploaded successfully" } });
});

test.each([
  ["with script", { with: "script" }],
  ["without script", {}],
])("sends one message with its file when it is sent again %s", async (_, extra) => {
  const { client, staff, order } = await anOrderToFillIn();
  const page = {
    route: () => import("~/routes/_app.orders.$orderId"),
    path: `/orders/${encodeId(order.id)}?intent=message`,
    params: { orderId: encodeId(order.id) },
  };
  const fields = { thread: "Customer", body: "Here it is", key: "one-form-of-its-own" };
  await sendSixTimes(client, page, () => ({ ...fields, ...extra, files: aFile(pdfBytes(), "brief.pdf") }));
  const messages = await database.db.select().from(orderMessages);
  expect(messages.map((message) => message.files?.map(({ name }) => name))).toEqual([["brief.pdf"]]);
  const result = await written();
  expect(result).toMatchObject({ uploads: 1, objects: 1, orphans: 0 });
  expect(result.notices.map(({ userId }) => userId)).toEqual([staff.id]);
});

test("creates one announcement with one image when it is sent again", async () => {
  const staff = await aStaffMember(database.db);
  await aCustomer(database.db);
  const page = { route: () => import("~/routes/_app.announcements.new"), path: "/announcements/new" };
  const fields = () => ({
    name: "Spring offer",
    linkUrl: "https://example.com/",
    description: "Less",
    audience: "customers",
    imageKey: aFile(pngBytes(), "offer.png"),
  });
  const answers = await sendSixTimes(staff, page, fields);
  expect(await database.db.select().from(announcements)).toHaveLength(1);
  const result = await written();
  expect(result).toMatchObject({ uploads: 1, objects: 1, orphans: 0, history: ["Announcement created"] });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({
    status: 303,
    location: "/announcements",
    errors: [],
    toast: { tone: "success", text: "Announcement created successfully" },
  });
  // The same content in a form of its own is another announcement.
  await postForm(database.db, staff, page, { ...fields(), formKey: OTHER_KEY }, { files });
  expect(await database.db.select().from(announcements)).toHaveLength(2);
});
