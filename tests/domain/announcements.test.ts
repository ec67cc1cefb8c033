import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { AnnouncementForm, AnnouncementInput, announcementList } from "~/domain/announcements/announcement";
import { deleteAnnouncement, findAnnouncements, saveAnnouncement } from "~/domain/announcements/manageAnnouncements";
import { dismissAnnouncement, shownAnnouncements } from "~/domain/announcements/shownAnnouncements";
import type { Actor, ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { Conflict, Forbidden, Invalid, NotFound } from "~/domain/errors";
import { customerHome } from "~/domain/home/customerHome";
import { storeUpload } from "~/files/storeUpload";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { announcementDismissals, announcements, history, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, pngBytes } from "../support/fileBytes";
import { plansOf } from "../support/queryPlans";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });
const anImage = async (member: ActorUser) =>
  (await storeUpload(as(member), "announcementImage", aFile(pngBytes(), "banner.png"))).key;
const validInput = { name: "Summer offer", description: "Ten links, one free.", linkUrl: "https://example.com/summer" };

/** A saved announcement, visible to every customer by default. */
async function anAnnouncement(member: ActorUser, values: Record<string, unknown> = {}) {
  const input = AnnouncementInput.parse({ ...validInput, imageKey: await anImage(member), ...values });
  return await saveAnnouncement(as(member), input);
}
const shownTo = async (user: ActorUser, now = TEST_NOW) =>
  (await shownAnnouncements(as(user, now))).map(({ name }) => name).sort();

test("the form reports every invalid field; optional ones may be empty", () => {
  const messagesOf = (value: object) => {
    const parsed = AnnouncementForm.safeParse(value);
    return Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
  };
  expect(messagesOf({})).toEqual({
    name: "Title is required",
    description: "Description is required",
    linkUrl: "URL is required",
    imageKey: "Image is required",
  });
  expect(messagesOf({ ...validInput, name: " ", description: " ", linkUrl: "http://10.0.0.1/", imageKey: "" })).toEqual(
    {
      name: "Title is required",
      description: "Description is required",
      linkUrl: "URL is not valid",
      imageKey: "Image is required",
    },
  );
  const whole = { ...validInput, imageKey: "key" };
  expect(messagesOf(whole)).toEqual({});
  expect(messagesOf({ ...whole, fromAt: "2026-02-31" })).toEqual({ fromAt: "Choose a date" });
  expect(messagesOf({ ...whole, fromAt: "2026-11-02", untilAt: "2026-11-01" })).toEqual({
    untilAt: "The end cannot be before the start",
  });
  expect(messagesOf({ ...whole, audience: "holders" })).toEqual({
    serviceIds: "Atleast one service should be selected",
  });
});

test("creates, lists, updates and deletes announcements with a history", async () => {
  const member = await aStaffMember(database.db, { privileges: "Manager" });
  const ctx = as(member);
  const created = await anAnnouncement(member);
  expect(created).toMatchObject({ ...validInput, visible: true, audience: "customers", serviceIds: [], version: 1 });
  const hidden = await anAnnouncement(member, { name: "Draft", visible: false });
  const list = async (search: string) =>
    (await findAnnouncements(ctx, listFromUrl(announcementList, `http://x/?${search}`))).content.map(({ id }) => id);
  // The list defaults to visible announcements.
  expect(await list("")).toEqual([created.id]);
  expect(await list("visible=false")).toEqual([hidden.id]);
  expect((await list("visible=all")).sort()).toEqual([created.id, hidden.id].sort());

  const imageKey = await anImage(member);
  const input = AnnouncementInput.parse({ ...validInput, id: created.id, version: 1, name: "Autumn", imageKey });
  expect(await saveAnnouncement(ctx, input)).toMatchObject({ name: "Autumn", imageKey, version: 2 });
  const stored = await database.db.select().from(uploads);
  expect(stored.find(({ key }) => key === imageKey)?.attachedTo).toBe(`announcement:${created.id}`);
  // The replaced image is detached so that the sweep can delete it.
  expect(stored.find(({ key }) => key === created.imageKey)?.attachedTo).toBeNull();

  await deleteAnnouncement(ctx, created.id);
  expect(await list("visible=all")).toEqual([hidden.id]);
  await expect(deleteAnnouncement(ctx, created.id)).rejects.toThrow(NotFound);
  const actions = await database.db.select().from(history).where(eq(history.entityId, created.id));
  expect(actions.map(({ action }) => action)).toEqual([
    "Announcement created",
    "Announcement updated",
    "Announcement deleted: Autumn",
  ]);
  expect(actions[1]!.changes).toEqual([
    { field: "name", before: "Summer offer", after: "Autumn" },
    { field: "imageKey", before: created.imageKey, after: imageKey },
  ]);
});

test("lets one of ten concurrent writers win; a version is required", async () => {
  const member = await aStaffMember(database.db);
  const { id, imageKey } = await anAnnouncement(member);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      saveAnnouncement(
        as(member),
        AnnouncementInput.parse({ ...validInput, id, version: 1, name: `Writer ${n}`, imageKey }),
      ),
    ),
  );
  const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect([won.length, lost.length]).toEqual([1, 9]);
  for (const error of lost) {
    expect(error).toBeInstanceOf(Conflict);
    expect(error.message).toBe("This record was changed by someone else. Please reload and try again.");
  }
  expect(await database.db.select().from(announcements)).toMatchObject([{ name: won[0]!.name, version: 2 }]);
  const unversioned = AnnouncementInput.parse({ ...validInput, id, imageKey });
  await expect(saveAnnouncement(as(member), unversioned)).rejects.toThrow(Invalid);
});

test("accepts only own announcement images and existing services", async () => {
  const [member, other] = [await aStaffMember(database.db), await aStaffMember(database.db)];
  const save = (values: object) => saveAnnouncement(as(member), AnnouncementInput.parse({ ...validInput, ...values }));
  const template = await storeUpload(as(member), "serviceImage", aFile(pngBytes(), "other.png"));
  for (const imageKey of [await anImage(other), template.key, "A".repeat(32)])
    await expect(save({ imageKey })).rejects.toMatchObject({ fieldErrors: { imageKey: [expect.any(String)] } });
  const imageKey = await anImage(member);
  await expect(save({ imageKey, audience: "holders", serviceIds: ["nothing"] })).rejects.toMatchObject({
    fieldErrors: { serviceIds: ["One of these services does not exist"] },
  });
  expect(await database.db.select().from(announcements)).toEqual([]);
});

test("keeps omitted dates and audience; null clears a date", async () => {
  const member = await aStaffMember(database.db);
  const { service } = await aService(database.db);
  const created = await anAnnouncement(member, {
    fromAt: "2026-11-01",
    untilAt: "2026-11-30T10:00:00.000Z",
    audience: "holders",
    serviceIds: [service.id, service.id],
  });
  expect(created).toMatchObject({
    fromAt: Date.parse("2026-11-01T00:00:00Z"),
    untilAt: Date.parse("2026-11-30T10:00:00Z"),
    serviceIds: [service.id],
  });
  const change = (version: number, values: object) =>
    saveAnnouncement(
      as(member),
      AnnouncementInput.parse({ ...validInput, id: created.id, version, imageKey: created.imageKey, ...values }),
    );
  expect(await change(1, {})).toMatchObject({ audience: "holders", serviceIds: [service.id], fromAt: created.fromAt });
  expect(await change(2, { untilAt: null, audience: "affiliates" })).toMatchObject({
    untilAt: null,
    fromAt: created.fromAt,
    audience: "affiliates",
    serviceIds: [],
  });
});

test("the home page shows visible announcements for this user and day", async () => {
  const { db } = database;
  const member = await aStaffMember(db);
  const [plain, affiliate, holder, former] = [
    await aCustomer(db),
    await aCustomer(db, { affiliate: true, affiliateCode: "HOME" }),
    await aCustomer(db),
    await aCustomer(db),
  ];
  const { service } = await aService(db);
  const other = (await aService(db)).service;
  await anOrder(db, { clientId: holder.id, serviceId: service.id });
  // An unpaid order or an order for another service does not make a holder.
  await anOrder(db, { clientId: former.id, serviceId: service.id, status: "Abandoned_Checkout", paidAt: null });
  await anOrder(db, { clientId: former.id, serviceId: other.id });
  await anAnnouncement(member, { name: "all" });
  await anAnnouncement(member, { name: "hidden", visible: false });
  await anAnnouncement(member, { name: "affiliates", audience: "affiliates" });
  await anAnnouncement(member, { name: "holders", audience: "holders", serviceIds: [service.id] });
  await anAnnouncement(member, { name: "planned", fromAt: "2026-11-22" });
  await anAnnouncement(member, { name: "today", fromAt: "2026-11-21", untilAt: "2026-11-21" });
  await anAnnouncement(member, { name: "ended", untilAt: "2026-11-20" });

  expect(await shownTo(plain)).toEqual(["all", "today"]);
  expect(await shownTo(affiliate)).toEqual(["affiliates", "all", "today"]);
  expect(await shownTo(holder)).toEqual(["all", "holders", "today"]);
  expect(await shownTo(former)).toEqual(["all", "today"]);
  // The last day counts in full, to the millisecond.
  const midnight = Date.parse("2026-11-22T00:00:00.000Z");
  expect(await shownTo(plain, midnight - 1)).toEqual(["all", "today"]);
  expect(await shownTo(plain, midnight)).toEqual(["all", "planned"]);
});

test("dismissing hides an announcement for that customer only", async () => {
  const { db } = database;
  const member = await aStaffMember(db);
  const [first, second] = [await aCustomer(db), await aCustomer(db)];
  const { id } = await anAnnouncement(member);
  const hidden = await anAnnouncement(member, { name: "hidden", visible: false });
  const affiliates = await anAnnouncement(member, { name: "affiliates", audience: "affiliates" });
  await Promise.all([1, 2, 3].map(() => dismissAnnouncement(as(first), id)));
  expect(await db.select().from(announcementDismissals)).toEqual([
    { announcementId: id, userId: first.id, createdAt: TEST_NOW },
  ]);
  expect(await shownTo(first)).toEqual([]);
  expect(await shownTo(second)).toEqual(["Summer offer"]);
  for (const unavailableId of [hidden.id, affiliates.id, "nothing"])
    await expect(dismissAnnouncement(as(second), unavailableId)).rejects.toThrow(NotFound);
  // Neither staff nor an impersonating admin may dismiss for a customer.
  const acting: Actor = { kind: "impersonated", user: second, adminId: member.id, sessionId: "s" };
  await expect(dismissAnnouncement(testContext(db, acting), id)).rejects.toThrow(Forbidden);
  await expect(dismissAnnouncement(as(member), id)).rejects.toThrow(Forbidden);
});

test("the customer home needs one round trip and reads only own orders", async () => {
  const { db, binding } = database;
  const member = await aStaffMember(db);
  const customer = await aCustomer(db);
  const { service } = await aService(db);
  await anAnnouncement(member, { audience: "holders", serviceIds: [service.id] });
  await anOrder(db, { clientId: customer.id, serviceId: service.id, createdAt: TEST_NOW - DAY_MS });
  const count = newStatementCount();
  const home = await customerHome({ ...as(customer), db: openDb(countStatements(binding, count)) });
  expect(count.roundTrips).toBe(1);
  expect(home.announcements.map(({ name }) => name)).toEqual(["Summer offer"]);
  expect(home.orders.totalElements).toBe(1);
  const steps = await plansOf(binding, (spied) => customerHome({ ...as(customer), db: spied }));
  expect(steps.filter((step) => /^SCAN (orders|o|m2)\b/.test(step))).toEqual([]);
  expect(steps.some((step) => /SEARCH o USING .*client/.test(step))).toBe(true);
});
