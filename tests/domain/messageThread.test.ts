import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor, ActorUser } from "~/domain/context";
import { Conflict, Forbidden, Invalid, NotFound } from "~/domain/errors";
import { EDIT_MS, editMessage, messageToEdit } from "~/domain/messages/editMessage";
import { findMessages } from "~/domain/messages/findMessages";
import { markMessagesRead } from "~/domain/messages/markMessagesRead";
import { mentionedIn } from "~/domain/messages/mentions";
import type { MessageThread } from "~/domain/messages/messageThreads";
import { quoteMessage } from "~/domain/messages/quoteMessage";
import { sendMessage } from "~/domain/messages/sendMessage";
import { orderHistory } from "~/domain/orders/orderHistory";
import { renderRichText } from "~/richtext/renderRichText";
import { messageReads, notifications, type orders, outbox } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let customer: ActorUser;
let stranger: ActorUser;
let member: ActorUser;
let renee: ActorUser;
let order: typeof orders.$inferSelect;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  const { db } = database;
  customer = await aCustomer(db, { firstName: "Cleo" });
  stranger = await aCustomer(db, { firstName: "Otto" });
  member = await aStaffMember(db, { firstName: "Mia" });
  renee = await aStaffMember(db, { firstName: "Renée", lastName: "Castillo" });
  order = await anOrder(db, { clientId: customer.id, assignedToId: renee.id });
});
afterAll(() => database.dispose());

const as = (actor: ActorUser | Actor, now = TEST_NOW) =>
  testContext(database.db, "kind" in actor ? actor : actingAs(actor), { now });
const impersonated = (): Actor => ({ kind: "impersonated", user: customer, adminId: member.id, sessionId: "s" });
const send = (who: ActorUser | Actor, body: string, thread: MessageThread = "Customer", now = TEST_NOW) =>
  sendMessage(as(who, now), { orderId: order.id, thread, body });
const notices = async (who: ActorUser) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, who.id))).map(
    ({ description }) => description,
  );

const team = [
  { id: "renee", firstName: "Renée", lastName: "Castillo" },
  { id: "ada", firstName: "Ada", lastName: "Lang" },
  { id: "ada2", firstName: "Ada", lastName: "Langley" },
];
test.each([
  ["Please look, @Renée Castillo", ["renee"]],
  ["@renee, please look", ["renee"]],
  ["@RENEE CASTILLO and @Ada Langley.", ["renee", "ada2"]],
  ["@Ada Lang", ["ada"]],
  ["@Ada looks at it", []],
  ["me@renee.example and x.@Renee", []],
  ["@Reneeh", []],
  ["(@Renee)", ["renee"]],
  ["@", []],
])("finds the people that %j mentions", (text, ids) => {
  expect(mentionedIn(text, team)).toEqual(ids);
});

test.each(["Customer", "Admin"] as const)(
  "a mention in the %s thread notifies once, of its own kind",
  async (thread) => {
    await send(member, "Can you take this, @Renée Castillo?", thread);
    expect(await notices(renee)).toEqual([
      `Mia Example mentioned you on order ${order.number}: “Can you take this, [link] Castillo?”`,
    ]);
    const other = await aStaffMember(database.db, { firstName: "Zed" });
    await send(member, "And you, @zed", thread, TEST_NOW + 1);
    expect(await notices(other)).toHaveLength(1);
  },
);

test("a client mentions nobody", async () => {
  const zed = await aStaffMember(database.db, { firstName: "Zed" });
  await send(customer, "Is @Zed there?");
  await send(impersonated(), "Is @Zed there?");
  expect(await notices(zed)).toEqual([]);
});

test("the author edits a message for five minutes", async () => {
  const { id: messageId } = await send(customer, "Two links", "Customer");
  const input = { orderId: order.id, messageId };
  const later = (ms: number) => as(customer, TEST_NOW + ms);
  const [{ editable, editedAt } = {}] = await findMessages(later(1), { orderId: order.id, thread: "Customer" });
  expect([editable, editedAt]).toEqual([true, null]);
  const before = (await database.db.select().from(outbox)).length;
  await editMessage(later(EDIT_MS - 1), { ...input, body: "Three **links**" });
  expect((await database.db.select().from(outbox)).length).toBe(before);
  expect((await findMessages(as(renee), { orderId: order.id, thread: "Customer" }))[0]).toMatchObject({
    body: "<p>Three <strong>links</strong></p>",
    editedAt: TEST_NOW + EDIT_MS - 1,
    editable: false,
  });
  expect((await orderHistory(as(renee), order.id))[0]).toMatchObject({
    action: "Message edited",
    changes: [{ field: "message", before: "Two links", after: "Three **links**" }],
  });
  await expect(editMessage(later(EDIT_MS), { ...input, body: "Four" })).rejects.toThrow(Conflict);
  await expect(editMessage(later(2), { ...input, body: "[](x)" })).rejects.toThrow(Invalid);
});

test("only the author edits a message", async () => {
  const { id: messageId } = await send(member, "Hello", "Admin");
  const { id: asCustomer } = await send(impersonated(), "Hello");
  const input = { orderId: order.id, messageId };
  for (const who of [renee, customer, stranger])
    await expect(messageToEdit(as(who), input), who.firstName).rejects.toThrow(NotFound);
  // Staff who act as the client wrote it.
  await expect(messageToEdit(as(customer), { ...input, messageId: asCustomer })).rejects.toThrow(NotFound);
  await expect(editMessage(as(stranger), { ...input, body: "Mine" })).rejects.toThrow(NotFound);
  await expect(findMessages(as(customer), { orderId: order.id, thread: "Admin" })).rejects.toThrow(Forbidden);
  expect((await messageToEdit(as(member), input)).bodySource).toBe("Hello");
});

test("staff see when the client opened their newest read message", async () => {
  const open = async (who: ActorUser | Actor, now: number) => {
    const ctx = as(who, now);
    markMessagesRead(ctx, order.id);
    await ctx.settled();
  };
  const receipts = async (who: ActorUser = member) =>
    (await findMessages(as(who), { orderId: order.id, thread: "Customer" })).map(({ readAt }) => readAt);
  await send(member, "First", "Customer", TEST_NOW);
  await open(member, TEST_NOW + 1);
  await open(stranger, TEST_NOW + 2);
  await open(impersonated(), TEST_NOW + 3);
  expect(await receipts()).toEqual([undefined]);
  await open(customer, TEST_NOW + 4);
  await open(customer, TEST_NOW + 5);
  expect(await receipts()).toEqual([TEST_NOW + 4]);
  expect(await receipts(customer)).toEqual([undefined]);
  await send(renee, "Second", "Customer", TEST_NOW + 6);
  await send(customer, "Third", "Customer", TEST_NOW + 7);
  expect(await receipts()).toEqual([TEST_NOW + 4, undefined, undefined]);
  await open(customer, TEST_NOW + 8);
  expect(await receipts()).toEqual([undefined, TEST_NOW + 8, undefined]);
  const rows = await database.db.select().from(messageReads).where(eq(messageReads.orderId, order.id));
  expect(rows).toEqual([{ orderId: order.id, userId: customer.id, readAt: TEST_NOW + 8 }]);
});

test("quotes a message as Markdown with its author", () => {
  const body = renderRichText("Two **links** & more:\n\n- one\n- two\n\nThanks");
  const quote = quoteMessage({ fromName: "Cleo Example", body });
  expect(quote).toBe("> **Cleo Example:**\n>\n> Two links & more:\n>\n> - one\n> - two\n>\n> Thanks\n\n");
  expect(renderRichText(quote)).toContain("<blockquote>");
});
