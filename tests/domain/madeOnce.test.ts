import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { AnnouncementInput } from "~/domain/announcements/announcementInput";
import { saveAnnouncement } from "~/domain/announcements/saveAnnouncement";
import { PackageInput } from "~/domain/catalogue/packageInput";
import { savePackage } from "~/domain/catalogue/savePackage";
import { saveService } from "~/domain/catalogue/saveService";
import { ServiceInput } from "~/domain/catalogue/serviceInput";
import { saveClientNote } from "~/domain/clients/saveClientNote";
import { CreativeInput } from "~/domain/creatives/creativeInput";
import { saveCreative } from "~/domain/creatives/saveCreative";
import { storeUpload } from "~/files/storeUpload";
import { newId } from "~db/ids";
import { announcements, clientNotes, creatives, history, packages, services } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aService, aStaffMember } from "../support/factories";
import { aFile, pngBytes } from "../support/fileBytes";
import { actingAs, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

type Ctx = ReturnType<typeof testContext>;
type Send = (text: string) => Promise<unknown>;

/** Each kind of record with its table and a form that carries the new id. */
const forms = {
  announcement: [
    announcements,
    async (ctx: Ctx, id: string): Promise<Send> => {
      const imageKey = (await storeUpload(ctx, "announcementImage", aFile(pngBytes(), "a.png"))).key;
      const rest = { name: "Offer", linkUrl: "https://example.com/", imageKey };
      return (description) =>
        saveAnnouncement(ctx, { ...AnnouncementInput.parse({ ...rest, description }), newId: id });
    },
  ],
  creative: [
    creatives,
    async (ctx: Ctx, id: string): Promise<Send> => {
      const rest = { name: "Banner", url: "https://example.com/", creativeStatus: "ACTIVE", validUntil: "2040-01-31" };
      return (description) => saveCreative(ctx, { ...CreativeInput.parse({ ...rest, description }), newId: id });
    },
  ],
  service: [
    services,
    async (ctx: Ctx, id: string): Promise<Send> =>
      (name) =>
        saveService(ctx, { ...ServiceInput.parse({ name, paymentTypes: ["DIRECT"] }), newId: id }),
  ],
  "service of the same name": [
    services,
    async (ctx: Ctx, id: string): Promise<Send> =>
      (step) => {
        const input = { name: "Guest posts", paymentTypes: ["DIRECT"], subStatuses: [{ name: step }] };
        return saveService(ctx, { ...ServiceInput.parse(input), newId: id });
      },
  ],
  package: [
    packages,
    async (ctx: Ctx, id: string): Promise<Send> => {
      const { service } = await aService(database.db);
      const rest = { serviceId: service.id, price: 100 };
      return (name) => savePackage(ctx, { ...PackageInput.parse({ ...rest, name }), newId: id });
    },
  ],
  "package of the same name": [
    packages,
    async (ctx: Ctx, id: string): Promise<Send> => {
      const { service } = await aService(database.db);
      const rest = { serviceId: service.id, name: "DA 30+", price: 100, discounts: [{ count: 10, percent: 5 }] };
      return (value) =>
        savePackage(ctx, { ...PackageInput.parse({ ...rest, addOns: [{ value, price: 300 }] }), newId: id });
    },
  ],
  note: [
    clientNotes,
    async (ctx: Ctx, id: string): Promise<Send> => {
      const client = await aCustomer(database.db);
      return (body) => saveClientNote(ctx, { clientId: client.id, body, newId: id });
    },
  ],
} as const;

test.each(Object.entries(forms))(
  "repeated and concurrent posts of one form create one %s",
  async (_, [table, form]) => {
    const { db } = database;
    const ctx = testContext(db, actingAs(await aStaffMember(db)), { files: memoryFiles() });
    const send = await form(ctx, newId(TEST_NOW));
    const rowCount = async () => (await db.select().from(table)).length;
    const before = await rowCount();
    await Promise.all(Array.from({ length: 5 }, () => send("As it was typed")));
    await send("As it was typed");
    expect(await rowCount()).toBe(before + 1);
    const creations = (await db.select().from(history)).filter(({ action }) => /created|added/.test(action));
    expect(creations.length).toBeLessThanOrEqual(1);
    // The form's id never answers different input with the first record.
    await expect(send("Something else")).rejects.toMatchObject({
      kind: "Conflict",
      message: "This form was already sent. Reload the page to create another one.",
    });
    expect(await rowCount()).toBe(before + 1);
    const another = await form(ctx, newId(TEST_NOW));
    await another("Something else");
    expect(await rowCount()).toBeGreaterThan(before + 1);
  },
);
