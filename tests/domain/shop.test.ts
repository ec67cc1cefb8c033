import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteService } from "~/domain/catalogue/deleteService";
import { duplicateService } from "~/domain/catalogue/duplicateService";
import { findShop } from "~/domain/catalogue/findShop";
import { saveService } from "~/domain/catalogue/saveService";
import { ServiceFormInput, ServiceInput } from "~/domain/catalogue/serviceInput";
import { shopService } from "~/domain/catalogue/shopService";
import { packageSlugs } from "~/domain/catalogue/slug";
import type { Context } from "~/domain/context";
import { Conflict, NotFound } from "~/domain/errors";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { packages, services } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let staff: Context;
let visitor: Context;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = testContext(database.db, actingAs(await aStaffMember(database.db, { privileges: "Manager" })));
  visitor = testContext(database.db);
});

const save = (name: string, values: Partial<ServiceInput> = {}) =>
  saveService(staff, ServiceInput.parse({ name, paymentTypes: ["DIRECT"], ...values }));
const sell = (serviceId: string) =>
  database.db.insert(packages).values({
    id: `P${serviceId}`,
    serviceId,
    name: "DA 30+",
    price: 90_00,
    addOns: [],
    discounts: [],
    createdAt: TEST_NOW,
  });
const leadsTo = async (slug: string) => {
  const read = await shopService(visitor, slug).catch((error) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
  return read && ("movedTo" in read ? `moved to ${read.movedTo}` : read.service.name);
};

test("lists services with packages that are visible and listed", async () => {
  await aService(database.db, { name: "Listed" }, [{ price: 120_00 }, { price: 90_00 }]);
  const { service: hidden } = await aService(database.db, { name: "Hidden", visible: false });
  const { service: unlisted } = await aService(database.db, { name: "Unlisted", listedInShop: false });
  const { service: gone } = await aService(database.db, { name: "Gone", archivedAt: TEST_NOW });
  const unfinished = await save("Unfinished");
  const { content, totalElements } = await findShop(visitor);
  expect(content).toMatchObject([{ name: "Listed", fromPrice: 90_00 }]);
  expect(totalElements).toBe(1);
  for (const { slug } of [hidden, unlisted, gone, unfinished]) expect(await leadsTo(slug)).toBeNull();
  const read = await shopService(visitor, content[0]!.slug);
  expect(read).toMatchObject({ packages: [{ price: 120_00 }, { price: 90_00 }], others: [{ name: "Listed" }] });
});

test("shows nothing while the shop is off", async () => {
  const { service } = await aService(database.db);
  const settings = { ...defaultSettings, shop: { ...defaultSettings.shop, open: false } };
  const off = testContext(database.db, undefined, { settings });
  await expect(findShop(off)).rejects.toBeInstanceOf(NotFound);
  await expect(shopService(off, service.slug)).rejects.toBeInstanceOf(NotFound);
});

test("makes unique slugs from names", async () => {
  expect((await save("Press: Élite & Co.")).slug).toBe("press-elite-co");
  const first = await save("Guest Posts");
  expect(first).toMatchObject({ slug: "guest-posts", listedInShop: true });
  expect((await save("Guest posts!")).slug).toBe("guest-posts-2");
  expect((await duplicateService(staff, first.id)).slug).toBe("guest-posts-copy");
  expect((await save("Ссылки")).slug).toBe("service");
  for (const end of ["", "-2"])
    expect((await save("Word ".repeat(30))).slug).toBe(`${"word-".repeat(12).slice(0, -1)}${end}`);
});

test("gives two services of one name that are made together two slugs", async () => {
  const made = await Promise.all([save("Guest Posts"), save("Guest Posts"), save("Guest Posts")]);
  expect(made.map(({ slug }) => slug).sort()).toEqual(["guest-posts", "guest-posts-2", "guest-posts-3"]);
});

test("leads from a former slug to the one of today", async () => {
  const { id } = await save("Guest Posts");
  await sell(id);
  expect((await save("Blog Posts", { id })).slug).toBe("blog-posts");
  expect((await save("Blog Posts", { id, slug: "posts" })).slug).toBe("posts");
  for (const former of ["guest-posts", "blog-posts"]) expect(await leadsTo(former)).toBe("moved to posts");
  expect((await save("Articles", { id })).slug).toBe("posts");
  expect((await save("Articles", { id, slug: "guest-posts" })).slug).toBe("guest-posts");
  expect(await leadsTo("guest-posts")).toBe("Articles");
  expect(await leadsTo("posts")).toBe("moved to guest-posts");
});

test("refuses a slug that another service has or had", async () => {
  const { id } = await save("Guest Posts");
  await save("Blog Posts", { id, slug: "blog" });
  for (const slug of ["blog", "guest-posts"]) {
    const refused = save("News", { slug });
    await expect(refused).rejects.toBeInstanceOf(Conflict);
    await expect(refused).rejects.toMatchObject({ fieldErrors: { slug: ["Another service has or had this address"] } });
  }
  expect((await save("Guest Posts")).slug).toBe("guest-posts-2");
});

test.each(["Big", "a--b", "-a", "a b", "ü", "a/b", "x".repeat(101)])("refuses the slug %s", (slug) => {
  const { error } = ServiceInput.safeParse({ name: "News", paymentTypes: ["DIRECT"], slug });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(["slug"]);
});

test("frees the slugs of a deleted service, also of one with orders", async () => {
  for (const ordered of [false, true]) {
    const { id } = await save("Guest Posts");
    await save("Blog Posts", { id });
    await sell(id);
    const client = await aCustomer(database.db);
    if (ordered) await anOrder(database.db, { clientId: client.id, serviceId: id });
    await deleteService(staff, id);
    for (const slug of ["guest-posts", "blog-posts"]) expect(await leadsTo(slug)).toBeNull();
    expect(await database.db.select().from(services).where(eq(services.slug, "blog-posts"))).toEqual([]);
  }
});

test("a service that is inserted without a slug gets one", async () => {
  await database.db.insert(services).values({
    id: "01OLD",
    name: "Old",
    nameFolded: "old",
    serviceType: "REGULAR",
    paymentTypes: [],
    subStatuses: [],
    createdAt: TEST_NOW,
  });
  expect(await database.db.select({ slug: services.slug }).from(services)).toEqual([{ slug: "01old" }]);
});

test("an unticked box of the form takes a service out of the shop", () => {
  const fields = { name: "News", paymentTypes: ["DIRECT"] };
  expect(ServiceFormInput.parse(fields).listedInShop).toBe(false);
  expect(ServiceInput.parse(fields).listedInShop).toBe(true);
});

test("numbers equal slugs of packages in their order", () => {
  const names = ["DA 30+", "DA 30", "DA 50+", "★"];
  expect(packageSlugs(names.map((name) => ({ name })))).toEqual(["da-30", "da-30-2", "da-50", "package"]);
});
