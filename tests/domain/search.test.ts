import { afterAll, beforeAll, expect, test } from "vitest";
import { updateClient } from "~/domain/clients/updateClient";
import type { ActorUser } from "~/domain/context";
import { customerPlaces, everyonesPlaces, staffPlaces } from "~/domain/search/places";
import { search } from "~/domain/search/search";
import { SearchInput } from "~/domain/search/searchInput";
import { pages } from "~/pages";
import { paths } from "~/paths";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { foldText } from "~db/foldText";
import { newId } from "~db/ids";
import { coupons } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { bulkUser, manyOrders } from "../support/manyOrders";
import { plansOf } from "../support/queryPlans";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

const STAFF = 5;
const CUSTOMERS = 3000;
const WORKS = "Wáyfärer  Mills, Ltd";
/** Without the session's (rules.md search/bounded). */
const MAX_ROWS = 60;

let database: TestDatabase;
let staff: ActorUser;
let ada: ActorUser;
let wile: ActorUser;
let link: Awaited<ReturnType<typeof linksOf>>[number];

beforeAll(async () => {
  database = await openTestDatabase();
  await manyOrders(database, { staff: STAFF, customers: CUSTOMERS, services: 300, orders: 4000 });
  staff = await aStaffMember(database.db);
  ada = await aCustomer(database.db, { firstName: "Ada", lastName: "Lovelace", email: "ada@engines.example" });
  const works = { company: WORKS, companyFolded: foldText(WORKS) };
  wile = await aCustomer(database.db, { firstName: "Wile", lastName: "Coyote", ...works });
  const { id } = await aTrackedOrder(database.db, { staff, client: ada });
  link = (await linksOf(database.db, staff, id))[0]!;
  await change(
    "update placements set site_domain = 'garden-blog.com', client_reference = 'Acme 7' where id = ?",
    link.id,
  );
  await manyLinks(2000);
  await database.db
    .insert(coupons)
    .values({ id: newId(TEST_NOW), code: "SPRING20", type: "PERCENTAGE", discount: 20, createdAt: TEST_NOW });
}, 120_000);
afterAll(() => database.dispose());

const change = (text: string, ...values: unknown[]) =>
  database.binding
    .prepare(text)
    .bind(...values)
    .run();

/** Copies of the link, of another client, on sites and with references that begin alike. */
async function manyLinks(count: number) {
  const { results } = await database.binding
    .prepare("select name from pragma_table_info('placements')")
    .all<{ name: string }>();
  const values: Record<string, string> = {
    id: "printf('P%025d', i)",
    number: "'9' || i || '-1'",
    sequence: "100 + i",
    client_id: `'${bulkUser(STAFF + 1)}'`,
    site_domain: "'garden' || i || '.com'",
    client_reference: "'Acme ' || i",
  };
  const columns = results.map(({ name }) => name);
  await change(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     insert into placements (${columns.join()}) select ${columns.map((name) => values[name] ?? name).join()} from placements, n
     where placements.id = ?`,
    link.id,
  );
}

/** What a search finds, as kind -> titles, and what it cost. */
async function found(q: string, user = staff) {
  const count = newStatementCount();
  const ctx = testContext(openDb(countStatements(database.binding, count)), actingAs(user));
  const groups = await search(ctx, SearchInput.parse({ q }));
  return { of: Object.fromEntries(groups.map(({ kind, hits }) => [kind, hits])), groups, count };
}
const titles = async (q: string, user = staff) =>
  Object.fromEntries((await found(q, user)).groups.map(({ kind, hits }) => [kind, hits.map(({ title }) => title)]));

test("finds an order and its client's name by number", async () => {
  const order = await anOrder(database.db, { clientId: ada.id, number: 900_001, serviceName: "Guest Posts" });
  for (const q of ["900001", "#900001"]) {
    const { of } = await found(q);
    expect(of.orders).toEqual([
      expect.objectContaining({
        title: "Order 900001",
        href: paths.order(order.id),
        detail: expect.stringContaining("Ada Lovelace"),
      }),
    ]);
  }
});

test.each(["ada", "lovelace", "ada lovelace", "ada@engines.example", "engines"])(
  "finds a client by '%s'",
  async (q) => {
    expect((await titles(q)).clients).toEqual(["Ada Lovelace"]);
  },
);

test.each(["wa", "wayfarer", "WÁYFARER mil", "Wayfarer Mills, Ltd"])(
  "finds a client by the company '%s'",
  async (q) => {
    const { of } = await found(q);
    expect(of.clients).toEqual([{ title: "Wile Coyote", detail: WORKS, href: paths.client(wile.id) }]);
    expect((await found(q, ada)).groups).toEqual([]);
    expect((await found(q, wile)).groups).toEqual([]);
  },
);

test("finds a company by its beginning, and shows the address with a name", async () => {
  expect((await titles("mills, ltd")).clients).toBeUndefined();
  expect((await found("coyote")).of.clients).toEqual([expect.objectContaining({ detail: wile.email })]);
});

test("finds no deleted client and no staff by company", async () => {
  const hidden = (company: string) => ({ company, companyFolded: foldText(company) });
  await aStaffMember(database.db, hidden("Quarry One"));
  await aCustomer(database.db, { ...hidden("Quarry Two"), deletedAt: TEST_NOW });
  expect((await titles("quarry")).clients).toBeUndefined();
});

test("finds the company of an updated client, and none that was removed", async () => {
  const client = await aCustomer(database.db, { firstName: "Road", lastName: "Runner" });
  const ctx = testContext(database.db, actingAs(staff));
  await updateClient(ctx, { id: client.id, company: "Bée & Sons" });
  expect((await titles("BEE & s")).clients).toEqual(["Road Runner"]);
  await updateClient(ctx, { id: client.id, company: "Ünder Ltd" });
  expect((await titles("bee &")).clients).toBeUndefined();
  expect((await titles("under l")).clients).toEqual(["Road Runner"]);
  await updateClient(ctx, { id: client.id, company: null });
  expect((await titles("under l")).clients).toBeUndefined();
});

test("reads companies by their index", async () => {
  const steps = await plansOf(database.binding, (db) => search(testContext(db, actingAs(staff)), { q: "acme" }));
  expect(steps).toContain("SEARCH users USING COVERING INDEX users_company (company_folded>? AND company_folded<?)");
  expect(steps.filter((step) => /^SCAN users/.test(step))).toEqual([]);
});

test("reads few rows for a text in many names, addresses and companies", async () => {
  const change100 = (from: number, set: string) =>
    change(`update users set ${set} where id between ? and ?`, bulkUser(from), bulkUser(from + 99));
  await change100(2000, "first_name_folded = 'zenith'");
  await change100(2100, "email_folded = 'zenith' || email_folded");
  await change100(2200, "company = 'Zenith ' || id, company_folded = 'zenith ' || lower(id)");
  const { of, count } = await found("zenith");
  expect(of.clients).toHaveLength(5);
  expect(of.clients![0]!.detail, "the newest").toMatch(/^Zenith U/);
  expect(count.rowsRead).toBeGreaterThan(MAX_ROWS - 10);
  expect(count.rowsRead).toBeLessThanOrEqual(MAX_ROWS);
});

test("finds links by number, site, address and reference", async () => {
  const title = `Link ${link.number}`;
  for (const q of [link.number, "garden-blog", "https://www.garden-blog.com/post", "Acme 7"])
    expect((await titles(q)).links, q).toContain(title);
});

test("finds services and coupons by their beginning", async () => {
  expect((await titles("service 29")).services).toContain("Service 29");
  expect((await titles("spring")).coupons).toEqual(["SPRING20"]);
});

test("finds the pages and actions that the person may open", async () => {
  expect((await titles("create or")).pages).toEqual(["Create order"]);
  expect((await titles("invite")).pages).toContain("Create client");
  const manager = await aStaffMember(database.db, { privileges: "Manager" });
  expect((await titles("settings")).pages).toContain("Settings");
  expect((await titles("settings", manager)).pages).toBeUndefined();
  expect((await titles("billing", manager)).pages).toEqual(["Health"]);
  expect((await titles("create or", ada)).pages).toBeUndefined();
  expect((await titles("saved", ada)).pages).toEqual(["Saved cards"]);
});

test("each place is a page with its permission", () => {
  const known = Object.values(pages).map(({ path, permission }) => `${path} ${permission}`);
  const places = [...staffPlaces, ...customerPlaces, ...everyonesPlaces];
  expect(places.map(({ href, permission }) => `${href} ${permission}`).filter((one) => !known.includes(one))).toEqual(
    [],
  );
});

test("a customer finds nothing of others", async () => {
  const stranger = await aCustomer(database.db, {});
  await anOrder(database.db, { clientId: ada.id, number: 900_002 });
  for (const q of ["900002", link.number, "garden-blog", "Acme 7", "ada", "ada@engines.example", "spring"])
    expect((await found(q, stranger)).groups, q).toEqual([]);
  expect((await titles("900002", ada)).orders).toEqual(["Order 900002"]);
  expect((await titles(link.number, ada)).links).toEqual([`Link ${link.number}`]);
  expect((await titles("Acme 7", ada)).links).toEqual([`Link ${link.number}`]);
});

test("hides services that customers do not see", async () => {
  // Names that no other service begins with: the factories number theirs through all files of a process.
  await aService(database.db, { name: "Hidden column", visible: false });
  await aService(database.db, { name: "Hidden archive", archivedAt: TEST_NOW });
  await aService(database.db, { name: "Hidden gem" });
  expect((await titles("hidden")).services).toEqual(["Hidden column", "Hidden gem"]);
  expect((await titles("hidden", ada)).services).toEqual(["Hidden gem"]);
});

test("an invoice stays with the client that it was issued to", async () => {
  const order = await anOrder(database.db, { clientId: ada.id, number: 900_003 });
  await change(
    `insert into invoices (id, order_id, account, number, client_id, client_name, issuer, subtotal, charged, transaction_id, paid_at, created_at)
     values ('I1', ?, 'regular', 5001, ?, 'Ada Lovelace', 'US', 100, 100, 't', 1, 1)`,
    order.id,
    bulkUser(STAFF + 2),
  );
  expect((await titles("5001")).invoices).toEqual(["Invoice 5001"]);
  expect((await titles("5001", ada)).invoices).toBeUndefined();
});

test.each([
  ["Lovelase", "another letter"],
  ["Lovlace", "a letter less"],
  ["Lovellace", "a letter more"],
  ["Lovealce", "two letters that changed places"],
  ["Ada Lovelcae", "a full name"],
])("finds a client and their orders by '%s', %s", async (q) => {
  const { clients, orders } = await titles(q);
  expect(clients).toEqual(["Ada Lovelace"]);
  expect(orders![0]).toMatch(/^Order \d+$/);
});

test("finds no client by a name with two mistakes, and none by a short one", async () => {
  for (const q of ["Lovlase", "Adu", "Lovelase Robert"]) expect((await titles(q)).clients).toBeUndefined();
  expect((await titles("Lovelase", ada)).clients).toBeUndefined();
});

test.each([
  "12345",
  "Clientt",
  "Nmae12",
  "Clientt Nmae12",
  "user77@example.com",
  "exa",
  "name12",
  "garden",
  "Acme",
  "service",
  "in",
  "e",
])("reads few rows for '%s' in one round trip", async (q) => {
  for (const user of [staff, ada]) {
    const { count } = await found(q, user);
    expect(count.rowsRead).toBeLessThanOrEqual(MAX_ROWS);
    expect(count.roundTrips).toBeLessThanOrEqual(1);
  }
});

test("refuses a visitor and a text that is too long", async () => {
  await expect(search(testContext(database.db), { q: "ada" })).rejects.toThrow();
  expect(SearchInput.safeParse({ q: "a".repeat(101) }).success).toBe(false);
});
