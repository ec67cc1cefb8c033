import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { affiliateList } from "~/domain/affiliates/affiliateList";
import { findAffiliates } from "~/domain/affiliates/findAffiliates";
import { findTrafficLogs } from "~/domain/affiliates/findTrafficLogs";
import { trafficLogList } from "~/domain/affiliates/trafficLogList";
import { commissionList } from "~/domain/commissions/commissionList";
import { findCommissions } from "~/domain/commissions/findCommissions";
import type { ActorUser, Context } from "~/domain/context";
import { findOrders, type OrderQuery } from "~/domain/orders/findOrders";
import { orderList } from "~/domain/orders/orderList";
import { findSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { foldText } from "~db/foldText";
import { nameParts, users } from "~db/schema";
import { hasWords } from "~db/searchWords";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { randomOf } from "../support/cheapPayments";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer } from "../support/factories";
import { bulkUser, manyOrders } from "../support/manyOrders";
import { actingAs, testContext } from "../support/testContext";

type Database = TestDatabase;
let few: Database;
let many: Database;
const PEOPLE = { staff: 5, customers: 20_000 };
beforeAll(async () => {
  few = await openTestDatabase();
  many = await openTestDatabase();
  await manyOrders(many, { ...PEOPLE, services: 3, orders: 3000 });
});
afterAll(() => Promise.all([few.dispose(), many.dispose()]));

const usersNamed = (text: string) =>
  few.db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} in ${usersByNameSubstring(text)}`)
    .all();
const storedPartsOf = async (userId: string) =>
  (await few.db.select().from(nameParts).where(eq(nameParts.userId, userId))).map(({ part }) => part).sort();
const suffixesOf = (name: string) => [...name].map((_, index) => [...name].slice(index).join("")).sort();

test("stores every suffix of a name and updates it with the account", async () => {
  const { db } = few;
  const { id } = await aCustomer(db, { firstName: "Zoë", lastName: "O'Neil 😀" });
  expect(await storedPartsOf(id)).toEqual(suffixesOf("zoe o'neil 😀"));
  await db.update(users).set({ email: "zoe@example.com", firstName: "Zoé" }).where(eq(users.id, id));
  expect(await storedPartsOf(id)).toEqual(suffixesOf("zoe o'neil 😀"));
  // Some suffixes belong to both the old and the new name.
  await db.update(users).set({ firstNameFolded: "chloe" }).where(eq(users.id, id));
  expect(await storedPartsOf(id)).toEqual(suffixesOf("chloe o'neil 😀"));
  await db.update(users).set({ firstNameFolded: "madonna", lastNameFolded: "" }).where(eq(users.id, id));
  expect(await storedPartsOf(id)).toEqual(suffixesOf("madonna "));
  await db.delete(users).where(eq(users.id, id));
  expect(await storedPartsOf(id)).toEqual([]);
});

test("finds any substring of a name, ignoring case and accents", async () => {
  const { id } = await aCustomer(few.db, { firstName: "Jürgen", lastName: "Müller-Ångström" });
  for (const text of [
    "muller, jurgen",
    "jürgen",
    "URGEN MU",
    "n m",
    "mu\u0308ller-a",
    "strom",
    " ngström ",
    "Jurgen   Muller",
    "ü",
  ])
    expect(await usersNamed(text), text).toEqual([{ id }]);
  for (const text of ["jurgenmuller", "angstroms", "%", "__", "x".repeat(200)])
    expect(await usersNamed(text), text).toEqual([]);
  const single = await aCustomer(few.db, { firstName: "Cher", lastName: "" });
  for (const text of ["cher", "HE", "her "]) expect(await usersNamed(text), text).toEqual([{ id: single.id }]);
  await few.db.delete(users);
});

test("matches a plain substring search for random names and texts", async () => {
  const random = randomOf(20_261_122);
  const letters = ["a", "b", "A", "é", "e\u0301", "ß", "ñ", "İ", "李", "😀", "%", "'", '"', "-", " ", "  ", "\uFFFD"];
  const textOf = (maxLength: number) =>
    Array.from({ length: random() * (maxLength + 1) }, () => letters[Math.floor(random() * letters.length)]).join("");
  const { db } = few;
  for (let n = 0; n < 80; n++) await aCustomer(db, { firstName: textOf(8), lastName: textOf(8) });
  const texts = Array.from({ length: 400 }, () => textOf(3));
  const comparisons = texts.map((text) => {
    const contains = hasWords(sql`${users.firstNameFolded} || ' ' || ${users.lastNameFolded}`, text);
    const answers = sql`(select ${users.id} in ${usersByNameSubstring(text)} as named, ${contains} as contained from ${users})`;
    return db
      .select({ both: sql<number>`sum(named and contained)`, either: sql<number>`sum(named <> contained)` })
      .from(answers);
  });
  const counts = (await db.batch(comparisons as [(typeof comparisons)[number]])) as {
    both: number;
    either: number;
  }[][];
  expect(texts.filter((_, index) => counts[index]![0]!.either !== 0)).toEqual([]);
  const byParts = texts.filter((text, index) => foldText(text).length > 1 && counts[index]![0]!.both > 0);
  expect(byParts.length).toBeGreaterThan(50);
});

async function rowsRead(work: (ctx: Context) => Promise<unknown>) {
  const count = newStatementCount();
  const staff = (await many.db
    .select()
    .from(users)
    .where(eq(users.id, bulkUser(1)))
    .get()) as unknown as ActorUser;
  await work(testContext(openDb(countStatements(many.binding, count)), actingAs(staff)));
  expect(count.roundTrips).toBe(1);
  return count.rowsRead;
}
const urlOf = (search: string) => `http://localhost/?${search}`;

/** A client with a unique name, three orders and 10 of 2,000 visits to 200 affiliates. */
async function withRareName() {
  const run = (query: string) => many.binding.prepare(query).run();
  await run(`update orders set client_id = '${bulkUser(19_987)}' where number in (10007, 12345)`);
  await run("update users set affiliate = 1, affiliate_code = 'A' || created_at where created_at > 19805");
  await run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) insert into visits
    (id, affiliate_code, affiliate_id, landing_path, referrer, user_agent, bot, created_at)
    select printf('V%025d', i), 'A' || (19806 + i % 200), printf('U%025d', 19806 + i % 200), '/', '', 'test', 0, i from n`);
  return "name19987 exam";
}

test("reads only the matching rows for a rare name among 20,000 users", async () => {
  const name = await withRareName();
  const orders = listFromUrl(orderList, urlOf(`clientName=${name}`)) as OrderQuery;
  const visits = listFromUrl(trafficLogList, urlOf(`referrerClientName=${name}`));
  const affiliates = listFromUrl(affiliateList, urlOf(`name=${name}`));
  const subscriptions = listFromUrl(subscriptionList, urlOf(`clientName=${name}`));
  const commissions = listFromUrl(commissionList, urlOf(`referrerClientName=${name}&refereeClientName=${name}`));
  const total = (work: (ctx: Context) => Promise<{ totalElements: number }>, expected: number) =>
    rowsRead(async (ctx) => expect((await work(ctx)).totalElements).toBe(expected));
  expect(await total((ctx) => findOrders(ctx, orders), 3)).toBeLessThanOrEqual(40);
  expect(await total((ctx) => findTrafficLogs(ctx, visits), 10)).toBeLessThanOrEqual(10 + 44);
  expect(await total((ctx) => findAffiliates(ctx, affiliates), 1)).toBeLessThanOrEqual(40);
  expect(await total((ctx) => findSubscriptions(ctx, subscriptions), 0)).toBeLessThanOrEqual(40);
  expect(await total((ctx) => findCommissions(ctx, commissions), 0)).toBeLessThanOrEqual(40);
});

test("reads each user once for a letter that every name contains", async () => {
  const people = PEOPLE.staff + PEOPLE.customers;
  const readFor = (text: string) =>
    rowsRead(({ db }) =>
      db.batch([db.select({ n: sql<number>`count(*)`.as("n") }).from(sql`${usersByNameSubstring(text)}`)]),
    );
  for (const text of ["e", "n", ""]) expect(await readFor(text), text).toBe(people);
  expect(await readFor("exam")).toBeLessThanOrEqual(people + 1);
  expect(await readFor("am")).toBeLessThanOrEqual(2 * people + 1);
});
