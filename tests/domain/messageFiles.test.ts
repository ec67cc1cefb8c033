import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Forbidden, Invalid } from "~/domain/errors";
import { findMessages } from "~/domain/messages/findMessages";
import { SendMessageInput } from "~/domain/messages/messageInput";
import type { MessageThread } from "~/domain/messages/messageThreads";
import { sendMessage } from "~/domain/messages/sendMessage";
import { erasedFilesOf, filesOf } from "~/domain/personalData/dataTables";
import { fileAddress } from "~/domain/uploads/fileAddress";
import { serveFile } from "~/files/serveFile";
import { storeUpload } from "~/files/storeUpload";
import type { UploadKind } from "~/files/uploadKinds";
import { orderMessages, type orders, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { aFile, pdfBytes, pngBytes } from "../support/fileBytes";
import { actingAs, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let files: ReturnType<typeof memoryFiles>;
let customer: ActorUser;
let stranger: ActorUser;
let member: ActorUser;
let order: typeof orders.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  files = memoryFiles();
  customer = await aCustomer(database.db, { firstName: "Cleo" });
  stranger = await aCustomer(database.db, { firstName: "Otto" });
  member = await aStaffMember(database.db, { firstName: "Mia" });
  order = await anOrder(database.db, { clientId: customer.id, assignedToId: member.id });
});
afterAll(() => database.dispose());

const as = (user: ActorUser | null) =>
  testContext(database.db, user ? actingAs(user) : anonymous, { now: TEST_NOW, files });
const upload = async (who: ActorUser, name = "brief.pdf", kind: UploadKind = "messageFile") =>
  (await storeUpload(as(who), kind, aFile(name.endsWith("pdf") ? pdfBytes() : pngBytes(), name))).key;
const send = (who: ActorUser, keys: string[], thread: MessageThread = "Customer") =>
  sendMessage(as(who), { orderId: order.id, thread, body: "Here it is", files: keys });
const statusFor = async (who: ActorUser | null, key: string) =>
  (await serveFile(as(who), key, new Request(`http://localhost${fileAddress(key)}`))).status;

test("shows a message's files to the readers of its thread only", async () => {
  const keys = [await upload(customer), await upload(customer, "shot.png")];
  await send(customer, keys);
  const [message] = await findMessages(as(member), { orderId: order.id, thread: "Customer" });
  expect(message?.files.map(({ key, name }) => [key, name])).toEqual([
    [keys[0], "brief.pdf"],
    [keys[1], "shot.png"],
  ]);
  for (const key of keys)
    expect(await Promise.all([customer, member, stranger, null].map((who) => statusFor(who, key)))).toEqual([
      200, 200, 404, 404,
    ]);
});

test("keeps files of the Admin thread from the client", async () => {
  const key = await upload(member);
  await send(member, [key], "Admin");
  expect(await Promise.all([member, customer, stranger].map((who) => statusFor(who, key)))).toEqual([200, 404, 404]);
});

test("refuses a file of a stranger, of another kind and of another thread", async () => {
  const internal = await upload(member);
  await send(member, [internal], "Admin");
  for (const key of [await upload(stranger), await upload(customer, "other.pdf", "projectFile"), internal, "missing"])
    await expect(send(customer, [key])).rejects.toThrow(Invalid);
  await expect(send(customer, [await upload(customer)], "Admin")).rejects.toThrow(Forbidden);
  expect(await database.db.select().from(orderMessages).where(eq(orderMessages.authorId, customer.id))).toEqual([]);
});

test("takes at most five files", () => {
  const input = (count: number) =>
    SendMessageInput.safeParse({ orderId: order.id, thread: "Customer", body: "Hi", files: Array(count).fill("k") });
  expect(input(5).success).toBe(true);
  expect(input(6).error?.issues[0]?.message).toBe("Attach 5 files or fewer");
});

test("attaches the files of a message that is sent again once", async () => {
  const message = { orderId: order.id, thread: "Customer", body: "Here it is", key: "the-same-form" } as const;
  const keys = [await upload(customer)];
  const first = await sendMessage(as(customer), { ...message, files: keys });
  expect(await sendMessage(as(customer), { ...message, files: keys })).toEqual(first);
  expect(await database.db.select().from(uploads).where(isNull(uploads.attachedTo))).toEqual([]);
  // Another file is another message.
  await sendMessage(as(customer), { ...message, files: [await upload(customer, "more.pdf")] });
  expect(await database.db.select().from(orderMessages)).toHaveLength(2);
});

test("downloads a client's message files, and erases the internal ones too", async () => {
  const [own, internal] = [await upload(customer), await upload(member)];
  await send(customer, [own]);
  await send(member, [internal], "Admin");
  const keysWhere = async (condition: SQL) =>
    (await database.db.select({ key: uploads.key }).from(uploads).where(condition)).map(({ key }) => key).sort();
  expect(await keysWhere(sql`attached_to in ${filesOf(customer.id)}`)).toEqual([own]);
  expect(await keysWhere(erasedFilesOf(customer.id))).toEqual([own, internal].sort());
  expect(await keysWhere(erasedFilesOf(stranger.id))).toEqual([]);
});
