import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toApiOrder } from "~/api/toApiOrder";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { findOrders, type OrderQuery } from "~/domain/orders/findOrders";
import { orderDetails, type StaffOrder } from "~/domain/orders/orderDetails";
import { OrderFormInput, UpdateOrderInput } from "~/domain/orders/orderInputs";
import { orderList } from "~/domain/orders/orderList";
import { wakesOn } from "~/domain/orders/snoozeInput";
import { updateOrder } from "~/domain/orders/updateOrder";
import { listFromUrl } from "~/list/listFromUrl";
import { parseForm } from "~/ui/form/parseForm";
import { history, tags } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  staff = await aStaffMember(database.db, { privileges: "Manager" });
  client = await aCustomer(database.db);
});
afterAll(() => database.dispose());

const contextOf = (user: ActorUser) => testContext(database.db, actingAs(user));
const change = async (id: string, input: object) =>
  await updateOrder(contextOf(staff), UpdateOrderInput.parse({ id, ...input }));
const read = async (id: string) => (await orderDetails(contextOf(staff), id)) as StaffOrder;
const anOrderId = async () => (await anOrder(database.db, { clientId: client.id })).id;
const find = async (user: ActorUser, search: string) =>
  (await findOrders(contextOf(user), listFromUrl(orderList, `http://localhost/orders?${search}`) as OrderQuery))
    .content;

test("a typed name becomes a tag, whatever its case", async () => {
  const [first, second] = [await anOrderId(), await anOrderId()];
  await change(first, { tags: ["Rush", "VIP"] });
  await change(second, { tags: ["rush", "RUSH"] });
  expect((await read(first)).tags.map(({ name }) => name)).toEqual(["Rush", "VIP"]);
  expect((await read(second)).tags.map(({ name }) => name)).toEqual(["Rush"]);
  expect(await database.db.select().from(tags)).toHaveLength(2);
  await change(first, { tags: ["VIP"] });
  expect((await read(first)).tags.map(({ name }) => name)).toEqual(["VIP"]);
  await change(first, { notes: "Later" });
  expect(
    (await read(first)).tags.map(({ name }) => name),
    "absent tags stay",
  ).toEqual(["VIP"]);
});

test("the history records priority, tags and snooze", async () => {
  const id = await anOrderId();
  const until = TEST_NOW + DAY_MS;
  await change(id, { priority: "urgent", tags: ["Old"], snoozedUntil: until, snoozeReason: "Client is away" });
  await change(id, { snoozedUntil: null });
  const entries = await database.db.select().from(history).where(eq(history.entityId, id));
  expect(entries.flatMap(({ changes }) => changes)).toEqual([
    { field: "priority", before: "normal", after: "urgent" },
    { field: "tags", before: "", after: "Old" },
    { field: "snoozedUntil", before: null, after: until },
    { field: "snoozeReason", before: null, after: "Client is away" },
    { field: "snoozedUntil", before: until, after: null },
    { field: "snoozeReason", before: "Client is away", after: null },
  ]);
});

test("refuses a snooze that has passed, and keeps a stored one", async () => {
  const id = await anOrderId();
  await expect(change(id, { snoozedUntil: TEST_NOW })).rejects.toThrow("Choose a later day");
  const past = await anOrder(database.db, { clientId: client.id, snoozedUntil: TEST_NOW - 1 });
  await change(past.id, { snoozedUntil: TEST_NOW - 1, notes: "Sent back whole" });
  expect((await read(past.id)).notes).toBe("Sent back whole");
});

test("the form reads tags between commas, and needs a reason to snooze", () => {
  const form = (fields: Record<string, string>) => {
    const posted = new FormData();
    const base = { version: "1", status: "Working", assignedToId: "none", sorted: "on", ...fields };
    for (const [name, value] of Object.entries(base)) posted.append(name, value);
    return parseForm(posted, OrderFormInput);
  };
  const read = form({ tags: " Rush, ,VIP,rush ", snoozeDay: "2026-12-01", snoozeReason: "Client is away" });
  expect(read.status === "success" && read.value).toMatchObject({
    tags: ["Rush", "VIP"],
    snoozedUntil: Date.parse("2026-12-01T08:00:00.000Z"),
    snoozeReason: "Client is away",
  });
  expect(form({ snoozeDay: "2026-12-01" }).reply().error).toEqual({ snoozeReason: ["Give a reason"] });
  expect(form({ tags: "x".repeat(41) }).reply().error).toEqual({ tags: ["Use 40 characters or fewer for a tag"] });
  // A form without these fields changes none of them.
  const plain = form({ sorted: "" });
  expect(plain.status === "success" && Object.keys(plain.value)).not.toContain("tags");
});

test("wakes at 08:00 UTC of the day", () => {
  expect(wakesOn("2026-12-01")).toBe(Date.parse("2026-12-01T08:00:00.000Z"));
  expect(wakesOn("2026-02-31")).toBeNull();
});

test("clients never see priority, tags and snooze", async () => {
  const id = await anOrderId();
  await change(id, { priority: "high", tags: ["Secret"], snoozedUntil: TEST_NOW + DAY_MS, snoozeReason: "Waiting" });
  const order = await orderDetails(contextOf(client), id);
  const [row] = await find(client, "");
  for (const seen of [JSON.stringify(order), JSON.stringify(toApiOrder(order)), JSON.stringify(row)])
    expect(seen).not.toMatch(/Secret|priority|snooze|"tags"/i);
  // A filter would tell them what staff think.
  expect((await find(client, "priority=urgent")).length).toBe((await find(client, "")).length);
  expect((await find(client, "tags=missing")).length).toBe((await find(client, "")).length);
});

test("staff filter by priority and tag", async () => {
  const [urgent, low] = [await anOrderId(), await anOrderId()];
  await change(urgent, { priority: "urgent", tags: ["Filtered"] });
  await change(low, { priority: "low", tags: ["Filtered", "Second"] });
  const ids = async (search: string) => (await find(staff, search)).map(({ id }) => id);
  expect(await ids("priority=urgent")).toContain(urgent);
  expect(await ids("priority=urgent")).not.toContain(low);
  expect((await ids("priority=urgent&priority=low")).slice(0, 2)).toEqual([low, urgent]);
  expect(await ids("tags=filtered")).toEqual([low, urgent]);
  expect(await ids("tags=Second")).toEqual([low]);
  expect(await ids("tags=Second&priority=urgent")).toEqual([]);
  expect((await find(staff, "priority=normal")).every(({ sorting }) => sorting?.priority === "normal")).toBe(true);
});

test("customers cannot sort orders", async () => {
  const id = await anOrderId();
  await expect(updateOrder(contextOf(client), { id, priority: "urgent" })).rejects.toThrow(
    expect.objectContaining({ kind: "Forbidden" }),
  );
});
