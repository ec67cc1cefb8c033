import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { CustomerInterfaceInput } from "~/domain/catalogue/customerInterfaceInput";
import { deleteService } from "~/domain/catalogue/deleteService";
import { duplicateService } from "~/domain/catalogue/duplicateService";
import { findCatalogue } from "~/domain/catalogue/findCatalogue";
import { findServices } from "~/domain/catalogue/findServices";
import { findVisibleServices } from "~/domain/catalogue/findVisibleServices";
import { IntakeFormInput } from "~/domain/catalogue/intakeFormInput";
import { PackageInput } from "~/domain/catalogue/packageInput";
import { saveCustomerInterface } from "~/domain/catalogue/saveCustomerInterface";
import { saveIntakeForm } from "~/domain/catalogue/saveIntakeForm";
import { savePackage } from "~/domain/catalogue/savePackage";
import { saveService } from "~/domain/catalogue/saveService";
import { saveServiceImage } from "~/domain/catalogue/saveServiceImage";
import { serviceDeletion } from "~/domain/catalogue/serviceDeletion";
import { serviceForEdit } from "~/domain/catalogue/serviceForEdit";
import { ServiceInput } from "~/domain/catalogue/serviceInput";
import { type ServiceQuery, serviceList } from "~/domain/catalogue/serviceList";
import { serviceOptionsByName } from "~/domain/catalogue/serviceOptionsByName";
import { clientDetails } from "~/domain/clients/clientDetails";
import { updateClient } from "~/domain/clients/updateClient";
import { couponDetails } from "~/domain/coupons/couponDetails";
import { CouponInput } from "~/domain/coupons/couponInput";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import { Forbidden, NotFound } from "~/domain/errors";
import { orderDetails } from "~/domain/orders/orderDetails";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { storeUpload } from "~/files/storeUpload";
import { listFromUrl } from "~/list/listFromUrl";
import { newId } from "~db/ids";
import { customerInterfaces, history, intakeFields, orders, packages, services, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { aFile, pngBytes, xlsxBytes } from "../support/fileBytes";
import { actingAs, actingSystem, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

const STALE = "This record was changed by someone else. Please reload and try again.";
const DAY_MS = 24 * 60 * 60 * 1000;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(() => database.clear());

const files = memoryFiles();
const staffContext = async (now = TEST_NOW) =>
  testContext(database.db, actingAs(await aStaffMember(database.db, { privileges: "Manager" })), { files, now });
const customerContext = async () => testContext(database.db, actingAs(await aCustomer(database.db)), { files });
const input = (values: Partial<ServiceInput> = {}) =>
  ServiceInput.parse({ name: "Guest posts", paymentTypes: ["DIRECT"], ...values });
const query = (search = "") => listFromUrl(serviceList, `http://localhost/services${search}`) as ServiceQuery;

/** A service with every kind of part and file. */
async function aWholeService(ctx: Awaited<ReturnType<typeof staffContext>>) {
  const store = async (kind: Parameters<typeof storeUpload>[1], bytes: Uint8Array<ArrayBuffer>, name: string) =>
    (await storeUpload(ctx, kind, aFile(bytes, name))).key;
  const keys = {
    image: await store("serviceImage", pngBytes(), "a.png"),
    template: await store("serviceTemplate", xlsxBytes(), "t.xlsx"),
    help: await store("intakeFieldImage", pngBytes(), "help.png"),
    report: await store("sampleReportImage", pngBytes(), "report.png"),
  };
  const { id } = await saveService(
    ctx,
    input({ description: "**Real** sites", imageKey: keys.image, templateKey: keys.template, visible: true }),
  );
  await savePackage(
    ctx,
    PackageInput.parse({ serviceId: id, name: "DA 30+", price: 120_00, addOns: [{ value: "a" }] }),
  );
  await savePackage(ctx, PackageInput.parse({ serviceId: id, name: "DA 40+", price: 180_00, tracked: true }));
  await saveIntakeForm(
    ctx,
    IntakeFormInput.parse({ serviceId: id, items: [{ name: "URL", itemType: "TEXT", imageKey: keys.help }] }),
  );
  await saveCustomerInterface(
    ctx,
    CustomerInterfaceInput.parse({
      serviceId: id,
      sampleReports: [{ title: "Report", imageKey: keys.report, reportUrl: "https://example.com/report" }],
      faqs: [{ question: "How long?", answer: "Two weeks" }],
    }),
  );
  return { id, keys };
}

const aPackage = (serviceId: string, price = 100_00) =>
  database.db
    .insert(packages)
    .values({ id: newId(TEST_NOW), serviceId, name: "DA 30", price, addOns: [], discounts: [], createdAt: TEST_NOW });

test("a one-time service keeps its previous duration", async () => {
  const ctx = await staffContext();
  const { id, orderDuration } = await saveService(ctx, input({ orderDuration: 0 }));
  expect(orderDuration).toBe(1);
  await saveService(ctx, input({ id, paymentTypes: ["SUBSCRIPTION"], orderDuration: 3, frequency: "WEEK" }));
  for (const hidden of [0, -1, 0.5, 1001, null])
    expect((await saveService(ctx, input({ id, orderDuration: hidden }))).orderDuration).toBe(3);
  expect((await saveService(ctx, input({ id, orderDuration: 2 }))).orderDuration).toBe(2);
});

test("staff list services by type and name, newest first", async () => {
  const ctx = await staffContext();
  const later = (ms: number) => ({ ...ctx, now: TEST_NOW + ms });
  await saveService(ctx, input({ name: "Prensa Élite" }));
  await saveService(later(1000), input({ name: "Niche edits", visible: false }));
  await saveService(later(2000), input({ name: "Bespoke elite", serviceType: "CUSTOM" }));
  const names = async (search: string) => (await findServices(ctx, query(search))).content.map(({ name }) => name);
  // The list defaults to REGULAR.
  expect(await names("")).toEqual(["Niche edits", "Prensa Élite"]);
  expect(await names("?serviceType=CUSTOM")).toEqual(["Bespoke elite"]);
  expect(await names("?name=ELITE")).toEqual(["Prensa Élite"]);
  expect(await names("?serviceType=WRONG&size=7")).toEqual(["Bespoke elite", "Niche edits", "Prensa Élite"]);
  expect(await findServices(ctx, query("?size=5&page=2"))).toEqual({ content: [], totalElements: 2 });
  expect((await serviceOptionsByName(ctx)).map(({ name }) => name)).toEqual([
    "Bespoke elite",
    "Niche edits",
    "Prensa Élite",
  ]);
  expect((await serviceOptionsByName(ctx, { text: "éLite" })).map(({ name }) => name)).toEqual([
    "Bespoke elite",
    "Prensa Élite",
  ]);
  await expect(findServices(await customerContext(), query())).rejects.toThrow(Forbidden);
});

test("lists a service with its lowest price once it has packages", async () => {
  const ctx = await staffContext();
  const customer = await customerContext();
  const { id } = await saveService(ctx, input());
  expect([await findVisibleServices(customer), (await findCatalogue(customer)).content]).toEqual([[], []]);
  expect(await serviceForEdit(ctx, id)).toMatchObject({ hasPackages: false });
  await aPackage(id, 120_00);
  await aPackage(id, 90_00);
  expect(await findVisibleServices(customer)).toHaveLength(1);
  expect((await findCatalogue(customer)).content).toMatchObject([{ id, fromPrice: 90_00 }]);
  expect(await serviceForEdit(ctx, id)).toMatchObject({ hasPackages: true });
});

test("searches the catalogue by a part of the name", async () => {
  const ctx = await staffContext();
  for (const name of ["Guest posts", "Ångström links"]) await aPackage((await saveService(ctx, input({ name }))).id);
  const found = async (name: string) =>
    (await findCatalogue(await customerContext(), { name })).content.map((one) => one.name);
  expect(await found("angstrom")).toEqual(["Ångström links"]);
  expect(await found("POST")).toEqual(["Guest posts"]);
  expect(await found("100%")).toEqual([]);
});

test("hides a service from the catalogue but not from its link", async () => {
  const ctx = await staffContext();
  const customer = await customerContext();
  const { id } = await saveService(ctx, input());
  await aPackage(id);
  expect(await findVisibleServices(customer)).toHaveLength(1);
  await saveService(ctx, input({ id, version: 1, visible: false }));
  expect(await findVisibleServices(customer)).toEqual([]);
  expect((await checkoutService(customer, id)).id).toBe(id);
});

test("edits the original Markdown and shows file names", async () => {
  const ctx = await staffContext();
  const { id, keys } = await aWholeService(ctx);
  expect(await serviceForEdit(ctx, id)).toMatchObject({
    id,
    description: "**Real** sites",
    image: { key: keys.image, name: "a.png", url: `/files/${keys.image}` },
    template: { key: keys.template, name: "t.xlsx" },
  });
  await expect(serviceForEdit(ctx, "nothing")).rejects.toThrow(NotFound);
  await expect(serviceForEdit(await customerContext(), id)).rejects.toThrow(Forbidden);
});

test("changes only the image; one of ten concurrent writers wins", async () => {
  const ctx = await staffContext();
  const { id, keys } = await aWholeService(ctx);
  const { version } = await serviceForEdit(ctx, id);
  const others = await Promise.all(
    Array.from(
      { length: 10 },
      async (_, n) => (await storeUpload(ctx, "serviceImage", aFile(pngBytes(), `${n}.png`))).key,
    ),
  );
  const outcomes = await Promise.allSettled(others.map((imageKey) => saveServiceImage(ctx, { id, version, imageKey })));
  const lost = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(lost.map(({ reason }) => reason.message)).toEqual(Array(9).fill(STALE));
  const after = await serviceForEdit(ctx, id);
  expect(others).toContain(after.image?.key);
  expect(after).toMatchObject({ version: version + 1, template: { key: keys.template } });
  const attached = await database.db
    .select()
    .from(uploads)
    .where(eq(uploads.attachedTo, `service:${id}`));
  expect(attached.map(({ key }) => key).sort()).toEqual([after.image?.key, keys.template].sort());
  await expect(saveServiceImage(ctx, { id, imageKey: keys.template })).rejects.toMatchObject({
    fieldErrors: { imageKey: [expect.stringContaining("no longer available")] },
  });
  expect(await saveServiceImage(ctx, { id, imageKey: null })).toBeNull();
});

test("duplicates every part and file, but no orders", async () => {
  const ctx = await staffContext();
  const { id, keys } = await aWholeService(ctx);
  const customer = await aCustomer(database.db);
  await anOrder(database.db, { clientId: customer.id, serviceId: id });
  const later = { ...ctx, now: TEST_NOW + 1000 };
  const copy = await duplicateService(later, id);
  expect(copy).toMatchObject({ name: "Guest posts (Copy)", visible: false, version: 1, createdAt: TEST_NOW + 1000 });
  expect(copy.id).not.toBe(id);

  const { db } = database;
  const parts = await Promise.all([
    db.select().from(packages).where(eq(packages.serviceId, copy.id)),
    db.select().from(intakeFields).where(eq(intakeFields.serviceId, copy.id)),
    db.select().from(customerInterfaces).where(eq(customerInterfaces.serviceId, copy.id)),
    db.select().from(orders).where(eq(orders.serviceId, copy.id)),
  ]);
  expect(parts.map((rows) => rows.length)).toEqual([2, 1, 1, 0]);
  expect(parts[2][0]?.faqs).toHaveLength(1);
  expect(parts[0].map(({ tracking }) => tracking.tracked)).toEqual([false, true]);

  const form = await serviceForEdit(ctx, copy.id);
  const copied = {
    image: form.image!.key,
    template: form.template!.key,
    help: parts[1][0]!.imageKey!,
    report: parts[2][0]!.sampleReports[0]!.imageKey,
  };
  expect(Object.values(copied).filter((key) => Object.values(keys).includes(key))).toEqual([]);
  for (const name of Object.keys(keys) as (keyof typeof keys)[])
    expect(files.objects.get(copied[name])).toEqual(files.objects.get(keys[name]));
  expect(form.template?.name).toBe("t.xlsx");

  // Deleting the original sweeps only its own files.
  await database.db.delete(orders);
  await deleteService(ctx, id);
  await sweepUploads(testContext(database.db, actingSystem, { files, now: TEST_NOW + 2 * DAY_MS }));
  expect(Object.values(keys).map((key) => files.objects.has(key))).toEqual([false, false, false, false]);
  expect(Object.values(copied).map((key) => files.objects.has(key))).toEqual([true, true, true, true]);
  await expect(duplicateService(ctx, id)).rejects.toThrow(NotFound);
});

test("duplicates without lost files and shortens a long name", async () => {
  const ctx = await staffContext();
  const { id, keys } = await aWholeService(ctx);
  await database.db
    .update(services)
    .set({ name: "x".repeat(200) })
    .where(eq(services.id, id));
  await files.delete([keys.image, keys.report]);
  const copy = await duplicateService(ctx, id);
  expect(copy).toMatchObject({ name: `${"x".repeat(193)} (Copy)`, imageUrl: null });
  const shown = await database.db
    .select()
    .from(customerInterfaces)
    .where(eq(customerInterfaces.serviceId, copy.id))
    .get();
  expect(shown).toMatchObject({ sampleReports: [], faqs: [{ question: "How long?" }] });
});

test("deletes a service without orders and detaches its files", async () => {
  const ctx = await staffContext();
  const { id, keys } = await aWholeService(ctx);
  expect(await serviceDeletion(ctx, id)).toEqual({ id, name: "Guest posts", orders: 0, subscriptions: 0 });
  await deleteService(ctx, id);
  const { db } = database;
  for (const table of [services, packages, intakeFields, customerInterfaces])
    expect(await db.select().from(table)).toEqual([]);
  expect((await db.select().from(uploads)).map(({ attachedTo }) => attachedTo)).toEqual(
    Object.keys(keys).map(() => null),
  );
  const audit = await db.select().from(history).where(eq(history.action, "Service deleted: Guest posts")).get();
  expect(audit?.entityId).toBe(id);
  await expect(deleteService(ctx, id)).rejects.toThrow(NotFound);
});

test("archives a service with orders and keeps the orders readable", async () => {
  const ctx = await staffContext();
  const { id, keys } = await aWholeService(ctx);
  const owner = await aCustomer(database.db);
  const order = await anOrder(database.db, { clientId: owner.id, serviceId: id, serviceName: "Guest posts" });
  expect(await serviceDeletion(ctx, id)).toMatchObject({ orders: 1 });
  await deleteService(ctx, id);

  const asOwner = testContext(database.db, actingAs(owner), { files });
  for (const reader of [ctx, asOwner])
    expect(await orderDetails(reader, order.id)).toMatchObject({ id: order.id, serviceName: "Guest posts" });
  expect(await findVisibleServices(asOwner)).toEqual([]);
  expect((await findServices(ctx, query())).totalElements).toBe(0);
  await expect(checkoutService(asOwner, id)).rejects.toThrow(NotFound);
  await expect(serviceForEdit(ctx, id)).rejects.toThrow(NotFound);
  await expect(deleteService(ctx, id)).rejects.toThrow(NotFound);
  const attached = await database.db.select().from(uploads);
  expect(attached.map(({ key, attachedTo }) => [key, attachedTo === null])).toEqual(
    Object.values(keys).map((key) => [key, false]),
  );
  expect(await database.db.select().from(packages)).toHaveLength(2);
});

test("coupons and commission settings still name a deleted service", async () => {
  const ctx = await staffContext();
  const affiliate = await aCustomer(database.db, { affiliate: true, affiliateCode: "AFF" });
  const [couponed, agreed] = [await saveService(ctx, input()), await saveService(ctx, input({ name: "Niche edits" }))];
  const coupon = await saveCoupon(
    ctx,
    CouponInput.parse({ code: "TEN", type: "FIXED", discount: 10, serviceIds: [couponed.id] }),
  );
  await updateClient(ctx, {
    id: affiliate.id,
    commissions: [{ serviceId: agreed.id, percent: 1000, firstTime: true, perpetual: false }],
  });
  await deleteService(ctx, couponed.id);
  await deleteService(ctx, agreed.id);
  expect((await findServices(ctx, query())).totalElements).toBe(0);
  expect((await couponDetails(ctx, coupon.id)).services).toEqual([{ id: couponed.id, name: "Guest posts" }]);
  expect((await clientDetails(ctx, affiliate.id)).commissions).toMatchObject([{ serviceName: "Niche edits" }]);
});

test("ten concurrent deletions delete a service once", async () => {
  const ctx = await staffContext();
  const { id } = await aWholeService(ctx);
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => deleteService(ctx, id)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(
    await database.db.select().from(history).where(eq(history.action, "Service deleted: Guest posts")),
  ).toHaveLength(1);
});
