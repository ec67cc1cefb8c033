import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findSession } from "~/domain/accounts/findSession";
import type { ActorUser } from "~/domain/context";
import { Conflict, Forbidden, Invalid, NotFound } from "~/domain/errors";
import { orderList } from "~/domain/orders/orderList";
import { staffOrderPage } from "~/domain/orders/staffOrderPage";
import { arrangeViews } from "~/domain/views/arrangeViews";
import { changeView } from "~/domain/views/changeView";
import { deleteView } from "~/domain/views/deleteView";
import { saveView } from "~/domain/views/saveView";
import { viewOf } from "~/domain/views/viewAddress";
import { MAX_VIEWS } from "~/domain/views/viewInput";
import { readViews } from "~/domain/views/viewsOfUser";
import { editableView, visibleViews } from "~/domain/views/visibleViews";
import { inUtc } from "~/format/zones";
import { listFromUrl } from "~/list/listFromUrl";
import { savedViews } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";

let database: TestDatabase;
let manager: ActorUser;
let colleague: ActorUser;
let admin: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.clear();
  manager = await aStaffMember(database.db, { firstName: "Mia", privileges: "Manager" });
  colleague = await aStaffMember(database.db, { firstName: "Noor", privileges: "Manager" });
  admin = await aStaffMember(database.db, { firstName: "Ada", privileges: "Admin" });
});
afterAll(() => database.dispose());

const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const save = (user: ActorUser, name: string, team = false, address = "/orders?status=Working") =>
  saveView(as(user), { name, team, address });
const namesOf = async (user: ActorUser) => (await visibleViews(as(user))).map(({ name }) => name);
const idOf = async (user: ActorUser, name: string) =>
  (await visibleViews(as(user))).find((view) => view.name === name)!.id;

test("keeps the address of a list without what passes", () => {
  expect(viewOf("/orders?status=Working&page=3&filters=more&clientName=&size=25")).toEqual({
    list: "/orders",
    search: "status=Working&size=25",
  });
  for (const other of ["/profile", "//evil.example/orders", "https://evil.example/orders", "/orders/abc", "orders"])
    expect(viewOf(other), other).toBeNull();
});

test("shows own views to their maker and team views to all staff", async () => {
  expect(await save(manager, "Mine")).toBe("/orders?status=Working");
  await save(manager, "Ours", true);
  expect(await namesOf(manager)).toEqual(["Mine", "Ours"]);
  expect(await namesOf(colleague)).toEqual(["Ours"]);
  const [ours] = await visibleViews(as(colleague));
  expect(ours).toMatchObject({ list: "/orders", team: true, ownerName: "Mia Example", editable: false });
});

test("a page's session carries the views of the menu, for staff alone", async () => {
  await save(manager, "Mine");
  await save(colleague, "Ours", true, "/clients?name=a");
  await save(colleague, "Theirs");
  const customer = await aCustomer(database.db);
  const carried = async (user: ActorUser, kind: "page" | "api") => {
    const ctx = as(user);
    const { sessionId } = await aSession(ctx, user, kind);
    return readViews((await findSession(ctx, sessionId))?.views);
  };
  expect(await carried(manager, "page")).toEqual([
    { name: "Mine", list: "/orders", search: "status=Working" },
    { name: "Ours", list: "/clients", search: "name=a" },
  ]);
  expect((await carried(colleague, "page")).map(({ name }) => name)).toEqual(["Ours", "Theirs"]);
  expect(await Promise.all([carried(manager, "api"), carried(customer, "page")])).toEqual([[], []]);
});

test("lets only the maker and admins change a team view", async () => {
  await save(manager, "Ours", true);
  await save(manager, "Mine");
  const [ours, mine] = [await idOf(manager, "Ours"), await idOf(manager, "Mine")];
  const input = { name: "Renamed", team: true, version: 1 };
  for (const id of [ours, mine]) {
    await expect(changeView(as(colleague), id, input)).rejects.toBeInstanceOf(NotFound);
    await expect(deleteView(as(colleague), id)).rejects.toBeInstanceOf(NotFound);
  }
  await expect(editableView(as(admin), mine)).rejects.toBeInstanceOf(NotFound);
  await expect(deleteView(as(admin), mine)).rejects.toBeInstanceOf(NotFound);
  await changeView(as(admin), ours, input);
  await expect(changeView(as(manager), ours, input)).rejects.toBeInstanceOf(Conflict);
  await changeView(as(manager), ours, { ...input, team: false, version: 2 });
  expect(await namesOf(admin)).toEqual([]);
  await deleteView(as(manager), ours);
  expect(await namesOf(manager)).toEqual(["Mine"]);
});

test("refuses a taken name, an address of no list and too many views", async () => {
  await save(manager, "Rush");
  await expect(save(manager, "RUSH")).rejects.toMatchObject({
    fieldErrors: { name: ["You already have a view of this name"] },
  });
  await save(manager, "Rush", false, "/clients?firstName=a");
  await save(colleague, "Rush");
  await expect(save(manager, "Odd", false, "/profile")).rejects.toBeInstanceOf(Invalid);
  const [first] = await database.db.select().from(savedViews).limit(1);
  for (let n = 2; n < MAX_VIEWS; n++)
    await database.db.insert(savedViews).values({ ...first!, id: `V${n}`, nameFolded: `view ${n}` });
  await expect(save(manager, "One more")).rejects.toThrow("at most 50");
});

test("arranges own views and leaves those of others", async () => {
  for (const name of ["One", "Two", "Three"]) await save(manager, name, name === "Two");
  await save(colleague, "Theirs", true);
  const ids = await Promise.all(["Three", "Theirs", "One", "Two"].map((name) => idOf(manager, name)));
  await arrangeViews(as(manager), { items: ids.map((id) => ({ id })) });
  const shown = await namesOf(manager);
  expect(shown.filter((name) => name !== "Theirs")).toEqual(["Three", "One", "Two"]);
  const [theirs] = (await database.db.select().from(savedViews)).filter(({ name }) => name === "Theirs");
  expect(theirs?.position).toBe(3);
});

test("refuses customers", async () => {
  const customer = await aCustomer(database.db);
  await expect(visibleViews(as(customer))).rejects.toBeInstanceOf(Forbidden);
  await expect(save(customer, "Mine")).rejects.toBeInstanceOf(Forbidden);
  await expect(arrangeViews(as(customer), { items: [] })).rejects.toBeInstanceOf(Forbidden);
  await expect(deleteView(as(customer), "any")).rejects.toBeInstanceOf(Forbidden);
});

test("counts views whose filters an index answers, and no others", async () => {
  const { id: clientId } = await aCustomer(database.db);
  for (const status of ["Active", "Active", "Working"] as const)
    await anOrder(database.db, { clientId, status, assignedToId: status === "Working" ? manager.id : null });
  const searches = ["status=Active", `assignedToAdminId=${manager.id}`, "assignedToAdminId=none&status=Active"];
  const slow = ["clientName=customer", `assignedToAdminId=none&clientId=${clientId}`, ""];
  const read = (user: ActorUser, views: string[]) =>
    staffOrderPage(as(user), listFromUrl(orderList, "https://portal/orders", inUtc), views, inUtc);
  const { page, people, counts } = await read(manager, [...searches, ...slow]);
  expect([page.totalElements, people.some(({ id }) => id === manager.id)]).toEqual([3, true]);
  expect(counts).toEqual({
    [searches[0]!]: "2",
    [searches[1]!]: "1",
    [searches[2]!]: "2",
  });
  expect((await read(manager, [])).counts).toEqual({});
  await expect(read(await aCustomer(database.db), searches)).rejects.toBeInstanceOf(Forbidden);
});
