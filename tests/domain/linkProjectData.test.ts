import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saveOrder } from "~/api/saveOrder";
import { sentOrder } from "~/api/sentOrder";
import { notTracked } from "~/domain/catalogue/tracking";
import { createManualOrder } from "~/domain/checkout/createManualOrder";
import { ManualOrderInput } from "~/domain/checkout/manualOrderInput";
import type { ActorUser } from "~/domain/context";
import { Conflict, Invalid } from "~/domain/errors";
import { projectDetails } from "~/domain/intake/projectDetails";
import { ProjectDetailsInput } from "~/domain/intake/projectDetailsInput";
import { projectPackages } from "~/domain/intake/projectPackages";
import { saveProjectDetails } from "~/domain/intake/saveProjectDetails";
import { orderDetails } from "~/domain/orders/orderDetails";
import { newId } from "~db/ids";
import { history, intakeFields, orderEntries, placements } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

let database: TestDatabase;
let staff: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  staff = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  client = await aCustomer(database.db);
});

const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const page = (path: string) => `https://client.example.com/${path}`;
const link = (path: string) => ({ items: [{ id: "targetUrl", value: page(path) }] });
const save = (orderId: string, packageId: string, values: object[], user = client) =>
  saveProjectDetails(as(user), ProjectDetailsInput.parse({ orderId, projectPackageData: [{ packageId, values }] }));
const targetsOf = async (orderId: string) =>
  (await database.db.select().from(placements).where(eq(placements.orderId, orderId)).orderBy(placements.sequence)).map(
    ({ targetUrl }) => targetUrl,
  );

/** An order of one tracked and one plain package, whose form has a mandatory field. */
async function aMixedOrder() {
  const { service, packages } = await aService(database.db, {}, [
    { price: 100_00, discounts: [], addOns: [], tracking: { ...notTracked, tracked: true } },
    { price: 50_00, discounts: [], addOns: [] },
  ]);
  const fieldId = newId(TEST_NOW);
  await database.db
    .insert(intakeFields)
    .values({ id: fieldId, serviceId: service.id, name: "Niche", itemType: "TEXT", mandatory: true, sequence: 0 });
  const { id } = await createManualOrder(
    as(staff),
    ManualOrderInput.parse({
      checkoutKey: "mixed-order",
      clientId: client.id,
      serviceId: service.id,
      packageCounts: [
        { packageId: packages[0]!.id, count: 2 },
        { packageId: packages[1]!.id, count: 1 },
      ],
      paidDate: new Date(TEST_NOW).toISOString().slice(0, 10),
      transactionDetails: "Wire",
      totalPrice: 250_00,
    }),
  );
  return { id, tracked: packages[0]!.id, plain: packages[1]!.id, fieldId };
}

test("reads one value per link with the link's id and version", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 3 });
  await save(order.id, order.package.id, [link("one")]);
  const { projects, links } = await orderDetails(as(client), order.id);
  expect(links).toEqual({ packageIds: [order.package.id], total: 3, waiting: 2, open: 3, notStarted: 3 });
  expect(projects[0]!.values.map(({ items }) => items[0]!.value)).toEqual([page("one"), "", ""]);
  expect(projects[0]!.values[0]).toMatchObject({ version: 2, items: [{ name: "Target URL" }, {}, {}] });
  const { packages } = await projectPackages(as(client), order.id);
  expect(packages).toEqual(projects);
  // The page has a tab for links.
  expect((await orderDetails(as(client), order.id, { before: null })).projects).toEqual([]);
});

test("fills in the next links and makes the order Active with the last", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 3 });
  await save(order.id, order.package.id, [
    { items: [{ name: "Target URL", value: page("one") }] },
    { items: [{ id: "anchorText", value: "" }] },
  ]);
  await save(order.id, order.package.id, [link("one"), link("two")]);
  expect(await targetsOf(order.id)).toEqual([page("one"), page("two"), ""]);
  expect((await projectDetails(as(client), order.id)).complete).toBe(false);
  await save(order.id, order.package.id, [link("three")]);
  expect(await projectDetails(as(client), order.id)).toMatchObject({ complete: true, status: "Active", packages: [] });
  await expect(save(order.id, order.package.id, [link("four")])).rejects.toThrow(Invalid);
});

test("changes a link by its id and refuses a stale version", async () => {
  const order = await aTrackedOrder(database.db, { staff, client, count: 2 });
  const [, second] = (await orderDetails(as(client), order.id)).projects[0]!.values;
  await save(order.id, order.package.id, [{ id: second!.id, version: 1, ...link("second") }]);
  expect(await targetsOf(order.id)).toEqual(["", page("second")]);
  await expect(save(order.id, order.package.id, [{ id: second!.id, version: 1, ...link("other") }])).rejects.toThrow(
    Conflict,
  );
  await expect(save(order.id, order.package.id, [{ id: "other", ...link("other") }])).rejects.toThrow(Invalid);
  await expect(
    save(order.id, order.package.id, [{ items: [{ id: "targetUrl", value: "not an address" }] }]),
  ).rejects.toThrow(Invalid);
});

test("an unchanged order sent back changes nothing", async () => {
  const order = await aMixedOrder();
  await save(order.id, order.tracked, [link("one")]);
  await save(order.id, order.plain, [{ items: [{ id: order.fieldId, value: "Garden" }] }]);
  const { projects, version } = await orderDetails(as(staff), order.id);
  const before = await database.db.select().from(history);
  await saveOrder(as(staff), sentOrder.parse({ _id: order.id, version, projectPackageData: projects }));
  expect(await database.db.select().from(history)).toHaveLength(before.length);
  const [first] = projects[0]!.values;
  const changed = { ...first!, items: [{ ...first!.items[0]!, value: page("changed") }] };
  await saveOrder(
    as(staff),
    sentOrder.parse({ _id: order.id, projectPackageData: [{ packageId: order.tracked, values: [changed] }] }),
  );
  expect(await targetsOf(order.id)).toEqual([page("changed"), ""]);
});

test("a mixed order needs its links and the answers of other packages", async () => {
  const order = await aMixedOrder();
  const answers = { packageId: order.plain, values: [{ items: [{ id: order.fieldId, value: "Garden" }] }] };
  const details = await projectDetails(as(client), order.id);
  expect(details).toMatchObject({ packages: [{ packageId: order.plain }], links: { total: 2, waiting: 2 } });
  const both = (values: object[]) =>
    saveProjectDetails(
      as(client),
      ProjectDetailsInput.parse({
        orderId: order.id,
        projectPackageData: [{ packageId: order.tracked, values }, answers],
      }),
    );
  await both([link("one")]);
  expect((await projectDetails(as(client), order.id)).status).toBe("Inputs_Required");
  await expect(both([link("two"), link("three"), link("four")])).rejects.toThrow(Invalid);
  await both([link("two")]);
  expect((await projectDetails(as(client), order.id)).status).toBe("Active");
  expect(await database.db.select().from(orderEntries)).toHaveLength(1);
});
