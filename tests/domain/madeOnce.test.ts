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

/** By what is made: its table, and its form, which brings its id along. */
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
        const sent = { name: "Guest posts", paymentTypes: ["DIRECT"], subStatuses: [{ name: step }] };
        return saveService(ctx, { ...ServiceInput.parse(sent), newId: id });
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
  "a form makes one %s, however often and at once it is posted",
  async (_, [table, form]) => {
    const { db } = database;
    const ctx = testContext(db, actingAs(await aStaffMember(db)), { files: memoryFiles() });
    const send = await form(ctx, newId(TEST_NOW));
    const made = async () => (await db.select().from(table)).length;
    const before = await made();
    await Promise.all(Array.from({ length: 5 }, () => send("As it was typed")));
    await send("As it was typed");
    expect(await made()).toBe(before + 1);
    const told = (await db.select().from(history)).filter(({ action }) => /created|added/.test(action));
    expect(told.length).toBeLessThanOrEqual(1);
    // Another thing is never answered with the first.
    await expect(send("Something else")).rejects.toMatchObject({
      kind: "Conflict",
      message: "This form was already sent. Reload the page to create another one.",
    });
    expect(await made()).toBe(before + 1);
    const another = await form(ctx, newId(TEST_NOW));
    await another("Something else");
    expect(await made()).toBeGreaterThan(before + 1);
  },
);
