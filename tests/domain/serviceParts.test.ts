import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { customerInterfaceForm } from "~/domain/catalogue/customerInterfaceForm";
import { CustomerInterfaceInput, HIDDEN_SERVICE } from "~/domain/catalogue/customerInterfaceInput";
import { deletePackage } from "~/domain/catalogue/deletePackage";
import { deleteService } from "~/domain/catalogue/deleteService";
import { intakeForm } from "~/domain/catalogue/intakeForm";
import { IntakeFormInput } from "~/domain/catalogue/intakeFormInput";
import { packageDeletion } from "~/domain/catalogue/packageDeletion";
import { PackageInput } from "~/domain/catalogue/packageInput";
import { saveCustomerInterface } from "~/domain/catalogue/saveCustomerInterface";
import { saveIntakeForm } from "~/domain/catalogue/saveIntakeForm";
import { savePackage } from "~/domain/catalogue/savePackage";
import { servicePackages } from "~/domain/catalogue/servicePackages";
import { notTracked } from "~/domain/catalogue/tracking";
import { Conflict, Forbidden, NotFound, Unauthenticated } from "~/domain/errors";
import { storeUpload } from "~/files/storeUpload";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { newId } from "~db/ids";
import { history, orderItems, packages, services, uploads } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, pngBytes } from "../support/fileBytes";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(() => database.clear());

const STALE = "This record was changed by someone else. Please reload and try again.";
const staffContext = async () =>
  testContext(database.db, actingAs(await aStaffMember(database.db, { privileges: "Manager" })));

/** One of ten writers wins, nine get a conflict, and the history names one change. */
async function oneOfTenWins(save: (n: number) => Promise<unknown>, action: RegExp) {
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => save(n)));
  const lost = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(lost).toHaveLength(9);
  expect(new Set(lost.map((outcome) => outcome.reason.message))).toEqual(new Set([STALE]));
  const rows = await database.db.select().from(history);
  expect(rows.filter((row) => action.test(row.action))).toHaveLength(1);
}

test("lets one of ten concurrent writers win for every part", async () => {
  const ctx = await staffContext();
  const { service, packages: sold } = await aService(database.db);
  const item = { name: "URL", itemType: "TEXT" as const };
  await oneOfTenWins(
    (n) =>
      savePackage(
        ctx,
        PackageInput.parse({ id: sold[0]!.id, serviceId: service.id, version: 1, name: `P${n}`, price: 100 }),
      ),
    /^Package edited/,
  );
  await oneOfTenWins(
    (n) =>
      saveIntakeForm(
        ctx,
        IntakeFormInput.parse({ serviceId: service.id, version: 1, items: [{ ...item, name: `F${n}` }] }),
      ),
    /^Intake form updated/,
  );
  expect((await intakeForm(ctx, service.id)).items).toHaveLength(1);
  await oneOfTenWins(
    (n) =>
      saveCustomerInterface(
        ctx,
        CustomerInterfaceInput.parse({ serviceId: service.id, version: 0, faqs: [{ question: `Q${n}`, answer: "a" }] }),
      ),
    /^Customer interface updated/,
  );
  expect((await customerInterfaceForm(ctx, service.id)).shown).toMatchObject({
    version: 1,
    faqs: [{ answer: "<p>a</p>" }],
  });
  await oneOfTenWins(
    () =>
      deletePackage(ctx, { id: sold[0]!.id, serviceId: service.id, version: 2 }).catch((error) => {
        // After the deletion a writer gets NotFound, during it a conflict; both count as lost.
        throw error instanceof NotFound ? new Conflict(STALE) : error;
      }),
    /^Package deleted/,
  );
});

test("archives a bought package and deletes any other", async () => {
  const ctx = await staffContext();
  const { service, packages: sold } = await aService(database.db, {}, [{}, {}]);
  const [bought, other] = [sold[0]!, sold[1]!];
  const order = await anOrder(database.db, { clientId: (await aCustomer(database.db)).id, serviceId: service.id });
  await database.db.insert(orderItems).values({
    id: newId(TEST_NOW),
    orderId: order.id,
    packageId: bought.id,
    packageName: bought.name,
    quantity: 1,
    unitPrice: 100_00,
    lineTotal: 100_00,
    sequence: 0,
  });
  expect(await packageDeletion(ctx, { id: bought.id, serviceId: service.id })).toEqual({
    id: bought.id,
    name: bought.name,
    version: 1,
    orders: 1,
  });
  expect((await packageDeletion(ctx, { id: other.id, serviceId: service.id })).orders).toBe(0);
  await expect(deletePackage(ctx, { id: bought.id, serviceId: service.id, version: 0 })).rejects.toThrow(STALE);
  await deletePackage(ctx, { id: bought.id, serviceId: service.id, version: 1 });
  await deletePackage(ctx, { id: other.id, serviceId: service.id });
  const rows = await database.db.select().from(packages);
  expect(rows.map(({ id, archivedAt }) => [id, archivedAt])).toEqual([[bought.id, TEST_NOW]]);
  expect(await servicePackages(ctx, service.id)).toEqual([]);
  expect((await checkoutService(ctx, service.id)).packages).toEqual([]);
  expect(await database.db.select().from(orderItems)).toHaveLength(1);
  const actions = (await database.db.select().from(history)).map((row) => row.action);
  expect(actions).toEqual([`Package deleted: ${bought.name}`, `Package deleted: ${other.name}`]);
  for (const id of [bought.id, other.id, "nothing"]) {
    await expect(deletePackage(ctx, { id, serviceId: service.id })).rejects.toThrow(NotFound);
    await expect(packageDeletion(ctx, { id, serviceId: service.id })).rejects.toThrow(NotFound);
  }
  const elsewhere = await aService(database.db);
  await expect(deletePackage(ctx, { id: elsewhere.packages[0]!.id, serviceId: service.id })).rejects.toThrow(NotFound);
});

test("deleting a package does not read other orders", async () => {
  const { service, packages: sold } = await aService(database.db, {}, [{}, {}]);
  const order = await anOrder(database.db, { clientId: (await aCustomer(database.db)).id, serviceId: service.id });
  const many = (table: string, columns: string, values: string) =>
    database.binding
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
        insert into ${table} (id, order_id, package_id, ${columns}) select 'B' || i, ?, ?, ${values} from n`,
      )
      .bind(order.id, sold[0]!.id)
      .run();
  await many("order_items", "package_name, quantity, unit_price, line_total, sequence", "'Links', 1, 1, 1, i");
  await many("order_entries", "role, created_by_id, items, created_at", "'ADMIN', 'nobody', '[]', 1");
  const count = newStatementCount();
  const ctx = { ...(await staffContext()), db: openDb(countStatements(database.binding, count)) };
  const other = { id: sold[1]!.id, serviceId: service.id };
  expect((await packageDeletion(ctx, other)).orders).toBe(0);
  await deletePackage(ctx, other);
  expect(count.statements).toBeGreaterThan(5);
  expect(count.rowsRead).toBeLessThan(50);
});

test("reads the intake form in order with named help images", async () => {
  const ctx = await staffContext();
  const { service } = await aService(database.db);
  expect(await intakeForm(ctx, service.id)).toMatchObject({ items: [], version: 1, files: [] });
  const image = await storeUpload(ctx, "intakeFieldImage", aFile(pngBytes(), "where.png"));
  const items = [
    {
      name: "URL",
      itemType: "TEXT" as const,
      mandatory: true,
      placeHolder: "https://",
      helpText: "Yours",
      imageKey: image.key,
    },
    { name: "Brief", itemType: "FILE_UPLOAD" as const, multiple: true },
  ];
  await saveIntakeForm(ctx, IntakeFormInput.parse({ serviceId: service.id, items }));
  const read = await intakeForm(ctx, service.id);
  expect(read).toMatchObject({
    service: { id: service.id, name: service.name, visible: true },
    version: 2,
    items: [
      { ...items[0], sequence: 0, multiple: false, imageUrl: image.url },
      { ...items[1], sequence: 1, imageKey: null, imageUrl: null },
    ],
    files: [{ key: image.key, name: "where.png", size: image.size }],
  });
  // Omitting the image keeps it; null detaches it for the sweep.
  const itemsWithoutImages = read.items.map(({ imageKey: _key, imageUrl: _url, ...item }) => item);
  await saveIntakeForm(ctx, IntakeFormInput.parse({ serviceId: service.id, items: itemsWithoutImages }));
  expect((await intakeForm(ctx, service.id)).items[0]?.imageKey).toBe(image.key);
  await saveIntakeForm(
    ctx,
    IntakeFormInput.parse({
      serviceId: service.id,
      items: itemsWithoutImages.map((item) => ({ ...item, imageKey: null })),
    }),
  );
  expect((await intakeForm(ctx, service.id)).files).toEqual([]);
  const [row] = await database.db.select().from(uploads);
  expect(row?.attachedTo).toBeNull();
  // An image of another upload kind is not accepted.
  const report = await storeUpload(ctx, "sampleReportImage", aFile(pngBytes(), "r.png"));
  await expect(
    saveIntakeForm(
      ctx,
      IntakeFormInput.parse({ serviceId: service.id, items: [{ ...items[1], imageKey: report.key }] }),
    ),
  ).rejects.toMatchObject({ fieldErrors: { "items[0].imageKey": [expect.stringContaining("no longer available")] } });
});

test("keeps the Markdown of answers and shows code as text", async () => {
  const ctx = await staffContext();
  const { service } = await aService(database.db);
  const faqs = [
    { question: "How long?", answer: "**Two** weeks" },
    { question: "Why?", answer: 'So <img src=x onerror="alert(1)"><script>alert(1)</script>' },
  ];
  await saveCustomerInterface(ctx, CustomerInterfaceInput.parse({ serviceId: service.id, faqs }));
  const read = await customerInterfaceForm(ctx, service.id);
  expect(read.faqs).toEqual(faqs);
  expect(read.shown.faqs.map(({ answer }) => answer)).toEqual([
    "<p><strong>Two</strong> weeks</p>",
    '<p>So &lt;img src=x onerror="alert(1)"&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  ]);
  // Saving the HTML that the API returned keeps the original Markdown.
  await saveCustomerInterface(
    ctx,
    CustomerInterfaceInput.parse({ serviceId: service.id, version: 1, faqs: read.shown.faqs }),
  );
  expect((await customerInterfaceForm(ctx, service.id)).faqs[0]).toEqual(faqs[0]);
});

test("refuses to change the customer interface of a hidden service", async () => {
  const ctx = await staffContext();
  const { service } = await aService(database.db);
  const faqs = [{ question: "q", answer: "a" }];
  const input = (version: number) => CustomerInterfaceInput.parse({ serviceId: service.id, version, faqs });
  await saveCustomerInterface(ctx, input(0));
  await database.db.update(services).set({ visible: false }).where(eq(services.id, service.id));
  await expect(saveCustomerInterface(ctx, input(1))).rejects.toThrow(new Conflict(HIDDEN_SERVICE));
  expect((await customerInterfaceForm(ctx, service.id)).shown).toMatchObject({ version: 1, faqs: [{ question: "q" }] });
});

test("only staff read and change parts, and not of archived services", async () => {
  const staff = await staffContext();
  const { service, packages: sold } = await aService(database.db);
  const target = { id: sold[0]!.id, serviceId: service.id };
  const attempts = (ctx: typeof staff) => [
    () => deletePackage(ctx, target),
    () => packageDeletion(ctx, target),
    () => intakeForm(ctx, service.id),
    () => customerInterfaceForm(ctx, service.id),
  ];
  const customer = testContext(database.db, actingAs(await aCustomer(database.db)));
  for (const attempt of attempts(customer)) await expect(attempt()).rejects.toThrow(Forbidden);
  for (const attempt of attempts(testContext(database.db, anonymous)))
    await expect(attempt()).rejects.toThrow(Unauthenticated);
  await database.db.update(services).set({ archivedAt: TEST_NOW });
  for (const attempt of attempts(staff)) await expect(attempt()).rejects.toThrow(NotFound);
  expect(await database.db.select().from(packages)).toHaveLength(1);
});

test("rejects a package for a service deleted during the save", async () => {
  const ctx = await staffContext();
  const { service } = await aService(database.db);
  const input = PackageInput.parse({ serviceId: service.id, name: "DA 30+", price: 100 });
  const overtakenCtx = beforeBatch(ctx, 1, () => deleteService(ctx, service.id));
  await expect(savePackage(overtakenCtx, input)).rejects.toThrow(STALE);
  expect(await database.db.select().from(packages)).toEqual([]);
});

test("records a change of the tracking settings and keeps absent ones", async () => {
  const ctx = await staffContext();
  const { service, packages: sold } = await aService(database.db);
  const input = { id: sold[0]!.id, serviceId: service.id, name: sold[0]!.name, price: sold[0]!.price };
  await savePackage(ctx, PackageInput.parse({ ...input, tracked: true, turnaroundDays: 7, minDr: 30 }));
  await savePackage(ctx, PackageInput.parse({ ...input, turnaroundDays: 9 }));
  const [stored] = await servicePackages(ctx, service.id);
  expect(stored!.tracking).toEqual({ ...notTracked, tracked: true, turnaroundDays: 9, minDr: 30 });
  const rows = await database.db.select().from(history);
  const changes = rows.flatMap((row) => row.changes).filter(({ field }) => field in notTracked);
  expect(changes).toEqual([
    { field: "tracked", before: false, after: true },
    { field: "turnaroundDays", before: notTracked.turnaroundDays, after: 7 },
    { field: "minDr", before: null, after: 30 },
    { field: "turnaroundDays", before: 7, after: 9 },
  ]);
});
