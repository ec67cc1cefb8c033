import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CustomerInterfaceInput } from "~/domain/catalogue/customerInterfaceInput";
import { findVisibleServices } from "~/domain/catalogue/findVisibleServices";
import { IntakeFormInput } from "~/domain/catalogue/intakeFormInput";
import { PackageInput } from "~/domain/catalogue/packageInput";
import { saveCustomerInterface } from "~/domain/catalogue/saveCustomerInterface";
import { saveIntakeForm } from "~/domain/catalogue/saveIntakeForm";
import { savePackage } from "~/domain/catalogue/savePackage";
import { saveService } from "~/domain/catalogue/saveService";
import { serviceDetails } from "~/domain/catalogue/serviceDetails";
import { ServiceInput } from "~/domain/catalogue/serviceInput";
import { servicePackages } from "~/domain/catalogue/servicePackages";
import { visibleServicesInFull } from "~/domain/catalogue/visibleServicesInFull";
import { Forbidden, NotFound, Unauthenticated } from "~/domain/errors";
import { storeUpload } from "~/files/storeUpload";
import { history, intakeFields, packages, services, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aFile, pngBytes, xlsxBytes } from "../support/fileBytes";
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
const customerContext = async () => testContext(database.db, actingAs(await aCustomer(database.db)));
const serviceInput = (values: Partial<ServiceInput> = {}) =>
  ServiceInput.parse({ name: "Guest posts", paymentTypes: ["DIRECT"], ...values });
const packageInput = (serviceId: string, values: Partial<PackageInput> = {}) =>
  PackageInput.parse({ serviceId, name: "DA 30+", price: 120_00, ...values });
const intakeInput = (serviceId: string, items: unknown[], version?: number) =>
  IntakeFormInput.parse({ serviceId, items, version });
const interfaceInput = (serviceId: string, values: object = {}) =>
  CustomerInterfaceInput.parse({ serviceId, faqs: [{ question: "How long?", answer: "**Two** weeks" }], ...values });
const holderOf = async (key: string) =>
  (await database.db.select().from(uploads).where(eq(uploads.key, key)).get())?.attachedTo;

test("creates a service with default values and sanitized text", async () => {
  const ctx = await staffContext();
  const saved = await saveService(
    ctx,
    serviceInput({
      name: "  Prensa Élite  ",
      description: "**Real** sites <script>x()</script>",
      checkoutDescription: "<p>Pick <b>one</b></p>",
      subStatuses: [{ name: "Outreach" }, { name: "Published" }],
      paymentTypes: ["DIRECT", "SUBSCRIPTION"],
      orderDuration: 2,
      frequency: "WEEK",
    }),
  );
  expect(saved).toMatchObject({
    name: "Prensa Élite",
    description: "<p><strong>Real</strong> sites &lt;script&gt;x()&lt;/script&gt;</p>",
    checkoutDescription: "<p>Pick <strong>one</strong></p>",
    imageUrl: null,
    serviceType: "REGULAR",
    paymentTypes: ["SUBSCRIPTION", "DIRECT"],
    orderDuration: 2,
    frequency: "WEEK",
    subStatuses: [
      { name: "Outreach", sequence: 0 },
      { name: "Published", sequence: 1 },
    ],
    visible: true,
    createdAt: TEST_NOW,
    version: 1,
  });
  const [row] = await database.db.select().from(services);
  expect(row).toMatchObject({ nameFolded: "prensa elite", descriptionSource: "**Real** sites <script>x()</script>" });
  const [audit] = await database.db.select().from(history);
  expect(audit).toMatchObject({ entity: "service", entityId: saved.id, action: "Service created" });
});

test("records changes with before and after and keeps omitted fields", async () => {
  const ctx = await staffContext();
  const image = await storeUpload(ctx, "serviceImage", aFile(pngBytes(), "a.png"));
  const first = await saveService(ctx, serviceInput({ imageKey: image.key, description: "- one\n- two" }));
  const second = await saveService(
    ctx,
    serviceInput({ id: first.id, version: 1, name: "Niche edits", description: first.description }),
  );
  expect(second).toMatchObject({ name: "Niche edits", imageUrl: image.url, version: 2 });
  const [row] = await database.db.select().from(services);
  expect(row).toMatchObject({ descriptionSource: "- one\n- two", version: 2, createdAt: first.createdAt });
  const audit = await database.db.select().from(history).where(eq(history.action, "Service updated")).get();
  expect(audit?.changes).toEqual([
    { field: "name", before: "Guest posts", after: "Niche edits" },
    { field: "slug", before: "guest-posts", after: "niche-edits" },
  ]);
  expect((await serviceDetails(ctx, first.id)).name).toBe("Niche edits");
});

test("lets one of ten concurrent writers win and rejects the others", async () => {
  const ctx = await staffContext();
  const { id } = await saveService(ctx, serviceInput());
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => saveService(ctx, serviceInput({ id, version: 1, name: `Name ${n}` }))),
  );
  const lost = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(lost).toHaveLength(9);
  expect(new Set(lost.map((outcome) => outcome.reason.message))).toEqual(new Set([STALE]));
  expect((await serviceDetails(ctx, id)).version).toBe(2);
  expect(await database.db.select().from(history)).toHaveLength(2);
});

test("accepts only own files of the right kind and detaches replaced ones", async () => {
  const ctx = await staffContext();
  const other = await staffContext();
  const image = await storeUpload(ctx, "serviceImage", aFile(pngBytes(), "a.png"));
  const newer = await storeUpload(ctx, "serviceImage", aFile(pngBytes(), "b.png"));
  const template = await storeUpload(ctx, "serviceTemplate", aFile(xlsxBytes(), "t.xlsx"));
  const theirs = await storeUpload(other, "serviceImage", aFile(pngBytes(), "c.png"));
  const refused = { kind: "Invalid", fieldErrors: { imageKey: [expect.stringContaining("no longer available")] } };
  for (const key of [theirs.key, template.key, "a".repeat(32)])
    await expect(saveService(ctx, serviceInput({ imageKey: key }))).rejects.toMatchObject(refused);
  expect(await database.db.select().from(services)).toEqual([]);

  const { id } = await saveService(ctx, serviceInput({ imageKey: image.key, templateKey: template.key }));
  expect([await holderOf(image.key), await holderOf(template.key)]).toEqual([`service:${id}`, `service:${id}`]);
  // A colleague may save the form without replacing the files.
  await saveService(other, serviceInput({ id, imageKey: image.key, templateKey: template.key }));
  await saveService(ctx, serviceInput({ id, imageKey: newer.key, templateKey: null }));
  expect([await holderOf(image.key), await holderOf(newer.key), await holderOf(template.key)]).toEqual([
    null,
    `service:${id}`,
    null,
  ]);
  await expect(saveService(ctx, serviceInput({ imageKey: newer.key }))).rejects.toMatchObject(refused);
});

test("packages keep their order, prices and versions", async () => {
  const ctx = await staffContext();
  const { id } = await saveService(ctx, serviceInput());
  const first = await savePackage(
    ctx,
    packageInput(id, { addOns: [{ value: "500 Words", price: 25_00, defaultOption: true }] }),
  );
  await savePackage(ctx, packageInput(id, { name: "DA 40+", price: 180_50, discounts: [{ count: 5, percent: 10 }] }));
  const edited = await savePackage(ctx, packageInput(id, { id: first.id, version: 1, name: "DA 35+", price: 130_00 }));
  expect(edited.version).toBe(2);
  await expect(savePackage(ctx, packageInput(id, { id: first.id, version: 1 }))).rejects.toThrow(STALE);
  expect((await servicePackages(ctx, id)).map(({ name, price, discounts }) => [name, price, discounts.length])).toEqual(
    [
      ["DA 35+", 130_00, 0],
      ["DA 40+", 180_50, 1],
    ],
  );
  const second = await saveService(ctx, serviceInput({ name: "Other" }));
  await expect(savePackage(ctx, packageInput(second.id, { id: first.id }))).rejects.toThrow(NotFound);
  await expect(savePackage(ctx, packageInput("nothing"))).rejects.toThrow(NotFound);
  expect(await database.db.select().from(packages)).toHaveLength(2);
  const audit = await database.db.select().from(history).where(eq(history.action, "Package edited: DA 35+")).get();
  expect(audit?.changes.slice(0, 2)).toEqual([
    { field: "name", before: "DA 30+", after: "DA 35+" },
    { field: "price", before: 120_00, after: 130_00 },
  ]);
});

test("replacing an intake form keeps known ids and renews foreign ones", async () => {
  const ctx = await staffContext();
  const { id } = await saveService(ctx, serviceInput());
  const other = await saveService(ctx, serviceInput({ name: "Other" }));
  const foreign = (await saveIntakeForm(ctx, intakeInput(other.id, [{ name: "Foreign", itemType: "TEXT" }]))).items[0]!;
  const first = await saveIntakeForm(
    ctx,
    intakeInput(id, [
      { id: "tmp1", name: "Target URL", itemType: "TEXT", mandatory: true, multiple: true },
      { id: "tmp1", name: "Brief", itemType: "FILE_UPLOAD", multiple: true },
    ]),
  );
  expect(first).toMatchObject({ version: 2, items: [{ multiple: false }, { multiple: true }] });
  expect(new Set(first.items.map((item) => item.id)).size).toBe(2);
  const [url, brief] = first.items;
  const second = await saveIntakeForm(
    ctx,
    intakeInput(
      id,
      [
        { id: brief!.id, name: "Briefing", itemType: "FILE_UPLOAD" },
        { id: foreign.id, name: "Words", itemType: "NUMBER" },
      ],
      2,
    ),
  );
  expect(second.items.map(({ id: item }) => item)).toEqual([brief!.id, expect.not.stringMatching(foreign.id)]);
  const rows = await database.db
    .select()
    .from(intakeFields)
    .where(eq(intakeFields.serviceId, id))
    .orderBy(asc(intakeFields.sequence));
  expect(rows.map(({ name, sequence }) => [name, sequence])).toEqual([
    ["Briefing", 0],
    ["Words", 1],
  ]);
  expect(rows.some((row) => row.id === url!.id)).toBe(false);
  expect(await database.db.select().from(intakeFields).where(eq(intakeFields.id, foreign.id)).get()).toMatchObject({
    name: "Foreign",
    serviceId: other.id,
  });
  await expect(saveIntakeForm(ctx, intakeInput(id, [{ name: "x", itemType: "TEXT" }], 2))).rejects.toThrow(STALE);
});

test("replaces sample reports and FAQs with sanitized, versioned content", async () => {
  const ctx = await staffContext();
  const { id } = await saveService(ctx, serviceInput());
  const image = await storeUpload(ctx, "sampleReportImage", aFile(pngBytes(), "a.png"));
  const sampleReports = [{ title: "Report", imageKey: image.key, reportUrl: "https://example.com/report" }];
  const saved = await saveCustomerInterface(ctx, interfaceInput(id, { sampleReports, version: 0 }));
  expect(saved).toEqual({
    serviceId: id,
    sampleReports: [{ title: "Report", reportUrl: "https://example.com/report", imageUrl: image.url }],
    faqs: [{ question: "How long?", answer: "<p><strong>Two</strong> weeks</p>" }],
    version: 1,
  });
  expect((await serviceDetails(ctx, id)).customerInterface).toEqual(saved);
  await expect(saveCustomerInterface(ctx, interfaceInput(id, { version: 0 }))).rejects.toThrow(STALE);
  await expect(
    saveCustomerInterface(ctx, interfaceInput(id, { faqs: [{ question: "q", answer: "<p> </p>" }] })),
  ).rejects.toMatchObject({ fieldErrors: { "faqs[0].answer": ["Answer is required"] } });
  expect((await saveCustomerInterface(ctx, interfaceInput(id, { version: 1 }))).sampleReports).toEqual([]);
  expect(await holderOf(image.key)).toBeNull();
});

test("customers see only visible services; staff also see hidden ones", async () => {
  const staff = await staffContext();
  const shown = await saveService(staff, serviceInput({ description: "Shown" }));
  const hidden = await saveService(staff, serviceInput({ name: "Hidden" }));
  const archived = await saveService(staff, serviceInput({ name: "Archived" }));
  await database.db.update(services).set({ archivedAt: TEST_NOW }).where(eq(services.id, archived.id));
  for (const service of [shown, hidden]) {
    await savePackage(staff, packageInput(service.id));
    await saveIntakeForm(staff, intakeInput(service.id, [{ name: "Url", itemType: "TEXT" }]));
    await saveCustomerInterface(staff, interfaceInput(service.id));
  }
  await saveService(staff, serviceInput({ id: hidden.id, name: "Hidden", visible: false }));
  const customer = await customerContext();
  expect(await findVisibleServices(customer)).toEqual([
    { id: shown.id, name: "Guest posts", description: "<p>Shown</p>", imageUrl: null, turnaroundDays: null },
  ]);
  const full = await visibleServicesInFull(customer);
  expect(
    full.map(({ id, packages: bought, intakeForm, customerInterface }) => [
      id,
      bought.map(({ name }) => name),
      intakeForm.map(({ name }) => name),
      customerInterface.faqs.length,
    ]),
  ).toEqual([[shown.id, ["DA 30+"], ["Url"], 1]]);
  expect(await visibleServicesInFull(customer, { id: hidden.id })).toEqual([]);
  expect(await visibleServicesInFull(customer, { id: shown.id })).toHaveLength(1);
  for (const id of [hidden.id, archived.id, "nothing"]) {
    await expect(serviceDetails(customer, id)).rejects.toThrow(NotFound);
    await expect(servicePackages(customer, id)).rejects.toThrow(NotFound);
  }
  expect((await serviceDetails(staff, hidden.id)).visible).toBe(false);
  expect(await servicePackages(staff, hidden.id)).toHaveLength(1);
  await expect(serviceDetails(staff, archived.id)).rejects.toThrow(NotFound);
});

test("sanitizes stored HTML on reading", async () => {
  const ctx = await staffContext();
  const { id } = await saveService(ctx, serviceInput());
  await database.db.update(services).set({ description: "<p onclick=x()>hi</p><script>x()</script>" });
  expect((await serviceDetails(ctx, id)).description).toBe("<p>hi</p>");
});

test("only staff change the catalogue; visitors cannot read it", async () => {
  const staff = await staffContext();
  const { id } = await saveService(staff, serviceInput());
  const attempts = (ctx: typeof staff) => [
    () => saveService(ctx, serviceInput({ id })),
    () => savePackage(ctx, packageInput(id)),
    () => saveIntakeForm(ctx, intakeInput(id, [{ name: "x", itemType: "TEXT" }])),
    () => saveCustomerInterface(ctx, interfaceInput(id)),
  ];
  const reads = (ctx: typeof staff) => [
    () => findVisibleServices(ctx),
    () => visibleServicesInFull(ctx),
    () => serviceDetails(ctx, id),
    () => servicePackages(ctx, id),
  ];
  for (const attempt of attempts(await customerContext())) await expect(attempt()).rejects.toThrow(Forbidden);
  const visitor = testContext(database.db, anonymous);
  for (const attempt of [...attempts(visitor), ...reads(visitor)])
    await expect(attempt()).rejects.toThrow(Unauthenticated);
  expect((await serviceDetails(staff, id)).version).toBe(1);
});
