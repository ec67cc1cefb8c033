import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { Forbidden, NotFound } from "~/domain/errors";
import { changeTag, TAG_NAME_TAKEN } from "~/domain/orders/changeTag";
import { deleteTag } from "~/domain/orders/deleteTag";
import { findTags, storedTag } from "~/domain/orders/findTags";
import { orderDetails, type StaffOrder } from "~/domain/orders/orderDetails";
import { UpdateOrderInput } from "~/domain/orders/orderInputs";
import type { TagColor } from "~/domain/orders/tagColors";
import { ChangeTagInput } from "~/domain/orders/tagInput";
import { MAX_TAGGED, tagList } from "~/domain/orders/tagList";
import { updateOrder } from "~/domain/orders/updateOrder";
import { STALE_RECORD } from "~/format/staleRecord";
import { listFromUrl } from "~/list/listFromUrl";
import { history, orderTags, tags } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { privileges: "Manager" });
  client = await aCustomer(database.db);
});
afterAll(() => database.dispose());

const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const anOrderWith = async (...names: string[]) => {
  const { id } = await anOrder(database.db, { clientId: client.id });
  await updateOrder(as(staff), UpdateOrderInput.parse({ id, tags: names }));
  return id;
};
const find = async (search = "", user = staff) =>
  await findTags(as(user), listFromUrl(tagList, `http://localhost/tags?${search}`));
const tagNamed = async (name: string) => (await find()).content.find((tag) => tag.name === name)!;
const namesOn = async (id: string) =>
  ((await orderDetails(as(staff), id)) as StaffOrder).tags.map(({ name, color }) => `${name} ${color}`);
const input = (former: { name: string; color: TagColor }, to: { name?: string; color?: TagColor }) =>
  ChangeTagInput.parse({ ...former, ...to, formerName: former.name, formerColor: former.color });
const recorded = async (id: string) =>
  (await database.db.select().from(history).where(eq(history.entityId, id))).map(({ action, changes }) => ({
    action,
    changes,
  }));

test("lists tags by name with the number of their orders", async () => {
  await anOrderWith("Rush", "key account");
  await anOrderWith("Rush");
  const { content, totalElements } = await find();
  expect(content.map(({ name, orders }) => [name, orders])).toEqual([
    ["key account", 1],
    ["Rush", 2],
  ]);
  expect(totalElements).toBe(2);
  expect((await find("name=ACC")).content.map(({ name }) => name)).toEqual(["key account"]);
});

test("counts the orders of a tag up to a bound", async () => {
  await anOrderWith("Many");
  const { id } = await tagNamed("Many");
  for (let n = 0; n < MAX_TAGGED + 5; n++) {
    const order = await anOrder(database.db, { clientId: client.id });
    await database.db.insert(orderTags).values({ orderId: order.id, tagId: id });
  }
  expect((await tagNamed("Many")).orders).toBe(MAX_TAGGED + 1);
});

test("renames and recolors a tag on all its orders, with history", async () => {
  const [first, second] = [await anOrderWith("Rush"), await anOrderWith("Rush")];
  const tag = await tagNamed("Rush");
  const color = tag.color === "red" ? "blue" : "red";
  await changeTag(as(staff), tag.id, input(tag, { name: "Hurry", color }));
  expect(await namesOn(first)).toEqual([`Hurry ${color}`]);
  expect(await namesOn(second)).toEqual([`Hurry ${color}`]);
  // The new name is the tag: typing it makes no second one.
  expect(await namesOn(await anOrderWith("HURRY"))).toEqual([`Hurry ${color}`]);
  expect(await recorded(tag.id)).toEqual([
    {
      action: "Tag changed",
      changes: [
        { field: "name", before: "Rush", after: "Hurry" },
        { field: "color", before: tag.color, after: color },
      ],
    },
  ]);
  const same = await tagNamed("Hurry");
  await changeTag(as(staff), tag.id, input(same, {}));
  expect(await recorded(tag.id)).toHaveLength(1);
});

test("refuses a name in use, in any case, at its field", async () => {
  await anOrderWith("Rush", "VIP");
  const tag = await tagNamed("Rush");
  await expect(changeTag(as(staff), tag.id, input(tag, { name: "vip" }))).rejects.toMatchObject({
    fieldErrors: { name: [TAG_NAME_TAKEN] },
  });
  await changeTag(as(staff), tag.id, input(tag, { name: "RUSH" }));
  expect((await tagNamed("RUSH")).id).toBe(tag.id);
});

test("refuses empty and long names, commas and other colors", () => {
  const refused = (to: object) =>
    ChangeTagInput.safeParse({ name: "A", color: "red", formerName: "A", formerColor: "red", ...to }).error?.issues[0]
      ?.message;
  expect(refused({ name: " " })).toBe("Enter a name");
  expect(refused({ name: "a".repeat(41) })).toBe("This is too long. Use 40 characters or fewer");
  expect(refused({ name: "a, b" })).toBe("Use a name without commas");
  for (const color of ["pink", "purple"]) expect(refused({ color })).toBe("Choose a color");
  expect(refused({})).toBeUndefined();
});

test("a stale change of a tag is refused and writes nothing", async () => {
  await anOrderWith("Rush");
  const tag = await tagNamed("Rush");
  const theirs = () => changeTag(as(staff), tag.id, input(tag, { name: "Theirs" }));
  const overtaken = beforeBatch(as(staff), 1, theirs);
  await expect(changeTag(overtaken, tag.id, input(tag, { name: "Mine" }))).rejects.toThrow(STALE_RECORD);
  await expect(changeTag(as(staff), tag.id, input(tag, { name: "Mine" }))).rejects.toThrow(STALE_RECORD);
  expect((await find()).content.map(({ name }) => name)).toEqual(["Theirs"]);
  expect(await recorded(tag.id)).toHaveLength(1);
});

test("deletes a tag from its orders, which keep their other tags", async () => {
  const order = await anOrderWith("Rush", "VIP");
  const vip = (await tagNamed("VIP")).color;
  const { id } = await tagNamed("Rush");
  await deleteTag(as(staff), id);
  expect(await namesOn(order)).toEqual([`VIP ${vip}`]);
  expect(await recorded(id)).toEqual([
    { action: "Tag deleted", changes: [{ field: "name", before: "Rush", after: null }] },
  ]);
  await expect(deleteTag(as(staff), id)).rejects.toThrow(NotFound);
  await expect(storedTag(as(staff), id)).rejects.toThrow(NotFound);
});

test("a tag that is renamed during its deletion keeps its orders", async () => {
  const order = await anOrderWith("Rush");
  const tag = await tagNamed("Rush");
  const renamed = () => changeTag(as(staff), tag.id, input(tag, { name: "Keep" }));
  await expect(deleteTag(beforeBatch(as(staff), 1, renamed), tag.id)).rejects.toThrow(STALE_RECORD);
  expect(await namesOn(order)).toEqual([`Keep ${tag.color}`]);
});

test("clients neither list nor change tags", async () => {
  await anOrderWith("Rush");
  const tag = await tagNamed("Rush");
  await expect(find("", client)).rejects.toThrow(Forbidden);
  await expect(storedTag(as(client), tag.id)).rejects.toThrow(Forbidden);
  await expect(changeTag(as(client), tag.id, input(tag, { name: "Mine" }))).rejects.toThrow(Forbidden);
  await expect(deleteTag(as(client), tag.id)).rejects.toThrow(Forbidden);
  expect(await database.db.select({ name: tags.name }).from(tags)).toEqual([{ name: "Rush" }]);
});
