import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { arrangePackages } from "~/domain/catalogue/arrangePackages";
import { arrangeServices } from "~/domain/catalogue/arrangeServices";
import { deleteService } from "~/domain/catalogue/deleteService";
import { findCatalogue } from "~/domain/catalogue/findCatalogue";
import { findVisibleServices } from "~/domain/catalogue/findVisibleServices";
import { PackageInput } from "~/domain/catalogue/packageInput";
import { savePackage } from "~/domain/catalogue/savePackage";
import { saveService } from "~/domain/catalogue/saveService";
import { ServiceInput } from "~/domain/catalogue/serviceInput";
import { servicePackages } from "~/domain/catalogue/servicePackages";
import { servicesInSequence } from "~/domain/catalogue/servicesInSequence";
import { visibleServicesInFull } from "~/domain/catalogue/visibleServicesInFull";
import { Forbidden, NotFound } from "~/domain/errors";
import { history } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(() => database.clear());

const staff = async () =>
  testContext(database.db, actingAs(await aStaffMember(database.db, { privileges: "Manager" })));
const customer = async () => testContext(database.db, actingAs(await aCustomer(database.db)));
type Ctx = Awaited<ReturnType<typeof staff>>;

async function aService(ctx: Ctx, name: string, age: number) {
  const { id } = await saveService(
    { ...ctx, now: TEST_NOW + age },
    ServiceInput.parse({ name, paymentTypes: ["DIRECT"] }),
  );
  await aPackage(ctx, id, `${name} package`);
  return id;
}
const aPackage = (ctx: Ctx, serviceId: string, name: string) =>
  savePackage(ctx, PackageInput.parse({ serviceId, name, price: 100_00 }));
const arranged = (...ids: string[]) => ({ items: ids.map((id) => ({ id })) });
const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

test("the catalogue follows staff's order; a new service is last", async () => {
  const [ctx, buyer] = [await staff(), await customer()];
  const [a, b, c] = [await aService(ctx, "A", 0), await aService(ctx, "B", 1), await aService(ctx, "C", 2)];
  expect(namesOf((await findCatalogue(buyer)).content)).toEqual(["A", "B", "C"]);
  await arrangeServices(ctx, arranged(c, a, b));
  await aService(ctx, "D", 3);
  expect(namesOf((await findCatalogue(buyer)).content)).toEqual(["C", "A", "B", "D"]);
  for (const read of [findVisibleServices, visibleServicesInFull])
    expect(namesOf(await read(buyer))).toEqual(["C", "A", "B", "D"]);
  expect(namesOf(await servicesInSequence(ctx))).toEqual(["C", "A", "B", "D"]);
});

test("an order with unknown and deleted services moves the others", async () => {
  const ctx = await staff();
  const [a, b, c] = [await aService(ctx, "A", 0), await aService(ctx, "B", 1), await aService(ctx, "C", 2)];
  await deleteService(ctx, b);
  await arrangeServices(ctx, arranged(c, "nothing", b, a));
  expect(namesOf(await servicesInSequence(ctx))).toEqual(["C", "A"]);
});

test("packages follow the order that staff give them, within their service", async () => {
  const ctx = await staff();
  const [one, other] = [await aService(ctx, "A", 0), await aService(ctx, "B", 1)];
  const second = await aPackage(ctx, one, "Second");
  const [first] = await servicePackages(ctx, one);
  const [foreign] = await servicePackages(ctx, other);
  await arrangePackages(ctx, one, arranged(foreign!.id, second.id, first!.id));
  await aPackage(ctx, one, "Third");
  expect(namesOf(await servicePackages(ctx, one))).toEqual(["Second", "A package", "Third"]);
  expect(namesOf(await servicePackages(ctx, other))).toEqual(["B package"]);
  expect(await database.db.select().from(history).where(eq(history.action, "Packages arranged"))).toHaveLength(1);
});

test("only staff arrange, and only what exists", async () => {
  const [ctx, buyer] = [await staff(), await customer()];
  const id = await aService(ctx, "A", 0);
  await expect(arrangeServices(buyer, arranged(id))).rejects.toThrow(Forbidden);
  await expect(arrangePackages(buyer, id, arranged())).rejects.toThrow(Forbidden);
  await expect(servicesInSequence(buyer)).rejects.toThrow(Forbidden);
  await expect(arrangePackages(ctx, "nothing", arranged())).rejects.toThrow(NotFound);
});
