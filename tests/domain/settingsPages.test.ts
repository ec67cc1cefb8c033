import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { savePackage } from "~/domain/catalogue/savePackage";
import { mailBody } from "~/domain/notifications/mailBody";
import { orderSettings, saveOrderSettings } from "~/domain/orders/orderSettings";
import { OrderSettingsInput } from "~/domain/orders/orderSettingsInput";
import { clockAt, clockIn, newClock } from "~/domain/placements/deliveryClock";
import { BrandInput } from "~/domain/settings/brandInput";
import { ContactInput } from "~/domain/settings/contactInput";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { letterhead } from "~/domain/settings/letterhead";
import { mailBrand } from "~/domain/settings/mailBrand";
import { readSettings } from "~/domain/settings/readSettings";
import { BRAND_HOLDER, EARLIER_LOGOS, saveBrand } from "~/domain/settings/saveBrand";
import { settingsPage } from "~/domain/settings/saveSettings";
import { shownBrand } from "~/domain/settings/shownBrand";
import { serveFile } from "~/files/serveFile";
import { storeUpload } from "~/files/storeUpload";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { orders, settings, uploads } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { aFile, jpegBytes, pngBytes } from "../support/fileBytes";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
beforeEach(() => database.clear());

const { db } = database;
const asSuperAdmin = async () => testContext(db, actingAs(await aStaffMember(db, { privileges: "SuperAdmin" })));
type Ctx = Awaited<ReturnType<typeof asSuperAdmin>>;
const aLogo = (ctx: Ctx, bytes = pngOf(280, 56), name = "logo.png") =>
  storeUpload(ctx, "brandImage", aFile(bytes, name));
const brandOf = (values: object) => BrandInput.parse({ version: 0, name: "Acme", accent: "#0f766e", ...values });

/** The head of a PNG with these sides, which is all that is read of it. */
function pngOf(width: number, height: number) {
  const bytes = pngBytes();
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

/** A PNG of this many bytes. */
function withBytes(size: number) {
  const bytes = new Uint8Array(size);
  bytes.set(pngOf(280, 56));
  return bytes;
}

test("reading the settings writes dates in the saved language", async () => {
  await saveBrand(await asSuperAdmin(), brandOf({ language: "de" }));
  const now = await readSettings(db);
  expect([formatLongDate(TEST_NOW, "UTC"), formatCents(1_234_50)]).toEqual(["21. November 2026", "$1.234,50"]);
  expect(letterhead(now)).toMatchObject({ language: "de" });
  await database.clear();
  await readSettings(db);
  expect([formatLongDate(TEST_NOW, "UTC"), formatCents(1_234_50)]).toEqual(["November 21, 2026", "$1,234.50"]);
  expect(letterhead(defaultSettings)).not.toHaveProperty("language");
});

test("a saved brand is on pages and in mails, with its accent unchanged", async () => {
  const ctx = await asSuperAdmin();
  const { key, url } = await aLogo(ctx);
  await saveBrand(ctx, brandOf({ logo: key }));
  const now = await readSettings(db);
  expect(shownBrand(now)).toMatchObject({ name: "Acme", logo: { url, width: 280, height: 56 } });
  expect(shownBrand(now).palette?.light).toContain("#0f766e");
  const { html } = mailBody({
    paragraphs: ["Hello Ada,"],
    action: { label: "Open", url: `${ctx.siteUrl}/orders` },
    brand: mailBrand({ ...ctx, settings: now }),
  });
  expect(html).toContain("background:#0f766e;color:#ffffff");
  expect(html).toContain(`src="${ctx.siteUrl}${url}" alt="Acme" width="160" height="32"`);
});

const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
const NOT_ALLOWED = "cannot be used. Allowed types: .png, .webp";
test.each([
  ["an SVG", svg, "logo.svg", `'logo.svg' ${NOT_ALLOWED}`],
  ["an SVG that is named PNG", svg, "logo.png", `'logo.png' ${NOT_ALLOWED}`],
  ["a JPEG", jpegBytes(), "logo.jpg", `'logo.jpg' ${NOT_ALLOWED}`],
  ["a JPEG that is named PNG", jpegBytes(), "logo.png", `'logo.png' ${NOT_ALLOWED}`],
  ["an empty file", new Uint8Array(), "logo.png", "'logo.png' is empty"],
  ["a PNG above 1 MB", withBytes(1024 * 1024 + 1), "logo.png", "'logo.png' is larger than 1 MB"],
])("refuses %s as a logo", async (_, bytes, name, problem) => {
  await expect(aLogo(await asSuperAdmin(), bytes, name)).rejects.toThrow(problem);
  expect(await db.select().from(uploads)).toEqual([]);
});

test("accepts a logo of exactly 1 MB, and refuses a cut one at its field", async () => {
  const ctx = await asSuperAdmin();
  const { key } = await aLogo(ctx, withBytes(1024 * 1024));
  await saveBrand(ctx, brandOf({ logo: key }));
  expect(shownBrand(await readSettings(db))).toMatchObject({ logo: { width: 280, height: 56 } });
  const cut = await aLogo(ctx, pngOf(280, 56).slice(0, 12));
  await expect(saveBrand(ctx, brandOf({ version: 1, logo: cut.key }))).rejects.toMatchObject({
    fieldErrors: { logo: ["This picture is damaged. Please upload another one."] },
  });
});

test.each([
  ["wide", 1200, 60, 240, 12],
  ["high", 40, 400, 3, 32],
])("a %s logo fits into a mail with its proportions", async (_, width, height, shownWidth, shownHeight) => {
  const ctx = await asSuperAdmin();
  const [light, dark] = [await aLogo(ctx), await aLogo(ctx, pngOf(width, height))];
  await saveBrand(ctx, brandOf({ logo: light.key, logoDark: dark.key }));
  expect(mailBrand({ ...ctx, settings: await readSettings(db) })).toMatchObject({
    logo: { url: ctx.siteUrl + light.url, width: 160, height: 32 },
    logoDark: { url: ctx.siteUrl + dark.url, width: shownWidth, height: shownHeight },
  });
});

test("refuses a picture without a side as damaged", async () => {
  const ctx = await asSuperAdmin();
  const { key } = await aLogo(ctx, pngOf(0, 20));
  await expect(saveBrand(ctx, brandOf({ icon: key }))).rejects.toMatchObject({
    fieldErrors: { icon: [expect.stringContaining("damaged")] },
  });
});

test("anyone loads a picture of the brand, and browsers keep it", async () => {
  const ctx = await asSuperAdmin();
  const { key } = await aLogo(ctx);
  const visitor = { ...testContext(db, anonymous), files: ctx.files };
  const answer = await serveFile(visitor, key, new Request(`http://localhost/files/${key}`));
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("Content-Type")).toBe("image/png");
});

test.each(["teal", "#fff", "0f766e", "#12345g", "", "#0f766e;}body{display:none}"])(
  "refuses the color %j",
  (accent) => {
    const [issue] = BrandInput.safeParse({ version: 0, name: "Acme", accent }).error?.issues ?? [];
    expect(issue).toMatchObject({ path: ["accent"], message: expect.stringContaining("# and six digits") });
  },
);

test("refuses a logo with too many pixels, at its field", async () => {
  const ctx = await asSuperAdmin();
  const { key } = await aLogo(ctx, pngOf(6000, 100));
  const save = saveBrand(ctx, brandOf({ logo: key }));
  await expect(save).rejects.toMatchObject({ fieldErrors: { logo: [expect.stringContaining("6000 x 100 pixels")] } });
});

test("a replaced logo stays for invoices, an icon is left to the sweep", async () => {
  const ctx = await asSuperAdmin();
  const [first, icon, second] = [await aLogo(ctx), await aLogo(ctx), await aLogo(ctx)];
  const heldBy = async (holder: string) =>
    (await db.select({ key: uploads.key }).from(uploads).where(eq(uploads.attachedTo, holder))).map(({ key }) => key);
  await saveBrand(ctx, brandOf({ logo: first.key, icon: icon.key }));
  await saveBrand(ctx, brandOf({ version: 1, logo: second.key, icon: icon.key }));
  expect(await heldBy(BRAND_HOLDER)).toEqual(expect.arrayContaining([icon.key, second.key]));
  await saveBrand(ctx, brandOf({ version: 2, logo: second.key }));
  expect(await heldBy(BRAND_HOLDER)).toEqual([second.key]);
  expect(await heldBy(EARLIER_LOGOS)).toEqual([first.key]);
});

test("nobody attaches another person's upload as the logo", async () => {
  const theirs = await aLogo(await asSuperAdmin());
  const ctx = await asSuperAdmin();
  ctx.files.put(theirs.key, pngOf(10, 10), "image/png");
  await expect(saveBrand(ctx, brandOf({ logo: theirs.key }))).rejects.toMatchObject({ kind: "Conflict" });
  expect((await settingsPage(ctx, "brand")).version).toBe(0);
});

test("prints a PNG logo, and the name in place of a WebP", () => {
  const printed = (type: "image/png" | "image/webp") =>
    letterhead({
      ...defaultSettings,
      brand: { ...defaultSettings.brand, logo: { key: "k", type, width: 10, height: 10 } },
    });
  expect(printed("image/png").logoKey).toBe("k");
  expect(printed("image/webp")).not.toHaveProperty("logoKey");
});

test("a broken stored colour leaves the theme's own", async () => {
  await db.insert(settings).values({
    key: "brand",
    value: { name: "Acme", accent: 5, palette: { light: ["red;}"], dark: null } },
    version: 1,
    updatedAt: 0,
  });
  const now = await readSettings(db);
  expect(shownBrand(now).palette).toBeUndefined();
  expect(mailBrand({ settings: now, siteUrl: "" }).button).toEqual({ ground: "#3e63dd", ink: "#ffffff" });
});

test.each(["http://agency.com", "javascript:alert(1)", "https://localhost/", "agency.com"])(
  "refuses %s as an address of a link",
  (href) => {
    const input = { version: 0, supportEmail: "a@example.com", socialLinks: [{ label: "Us", href }] };
    const { error } = ContactInput.safeParse(input);
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual(["socialLinks.0.href"]);
  },
);

const orderForm = (values: object = {}) =>
  OrderSettingsInput.parse({
    version: 0,
    workingDays: ["0", "1", "2", "3", "4"],
    holidays: [{ day: "2026-11-24", name: "Founders' day" }],
    silentApprovalHours: 48,
    nextOrderNumber: 10_001,
    ...values,
  });

test("links are due by the agency's working days and holidays", async () => {
  const ctx = await asSuperAdmin();
  await saveOrderSettings(ctx, orderForm());
  // Monday noon. Tuesday is a holiday, Friday and Saturday are free, Sunday is not.
  const now = Date.UTC(2026, 10, 23, 12);
  const at = clockAt({ now, settings: await readSettings(db) });
  expect(clockIn("ready", { ...newClock(4), startsOn: null }, at).dueAt).toBe(Date.UTC(2026, 10, 30, 12));
});

test("a new package starts with the agency's silent approval", async () => {
  const ctx = await asSuperAdmin();
  await saveOrderSettings(ctx, orderForm());
  const { service } = await aService(db);
  const saved = await savePackage(
    { ...ctx, settings: await readSettings(db) },
    { serviceId: service.id, name: "DA 40+", description: "", price: 100_00, addOns: [], discounts: [] },
  );
  expect(saved.tracking.silentApprovalHours).toBe(48);
});

test("the form of unfinished orders' emails saves their hours", async () => {
  const ctx = await asSuperAdmin();
  const stored = async () => {
    const { cartMails, firstCartMailHours, secondCartMailHours } = (await readSettings(db)).orders;
    return [cartMails, firstCartMailHours, secondCartMailHours];
  };
  await saveOrderSettings(ctx, orderForm());
  expect(await stored()).toEqual([true, 1, 20]);
  const shown = { cartMailsShown: true, firstCartMailHours: 2, secondCartMailHours: 10 };
  await saveOrderSettings(ctx, orderForm({ version: 1, nextOrderNumber: undefined, ...shown }));
  expect(await stored()).toEqual([false, 2, 10]);
  await saveOrderSettings(ctx, orderForm({ version: 2, nextOrderNumber: undefined, ...shown, cartMails: true }));
  expect(await stored()).toEqual([true, 2, 10]);
});

test.each([
  [{ firstCartMailHours: 0 }, "firstCartMailHours"],
  [{ secondCartMailHours: 24 }, "secondCartMailHours"],
  [{ firstCartMailHours: 5, secondCartMailHours: 5 }, "secondCartMailHours"],
])("refuses the hours %j of emails about unfinished orders", (hours, field) => {
  const form = { version: 0, workingDays: ["1"], silentApprovalHours: 0, cartMailsShown: true, ...hours };
  const { error } = OrderSettingsInput.safeParse(form);
  expect(error?.issues.map(({ path }) => path.join("."))).toEqual([field]);
});

test("the next order number can be raised, and never goes back", async () => {
  const ctx = await asSuperAdmin();
  await saveOrderSettings(ctx, orderForm({ nextOrderNumber: 20_000 }));
  expect((await orderSettings(ctx)).next).toBe(20_000);
  const lower = saveOrderSettings(ctx, orderForm({ version: 1, nextOrderNumber: 19_999 }));
  await expect(lower).rejects.toMatchObject({
    fieldErrors: { nextOrderNumber: [expect.stringContaining("Enter 20000 or higher")] },
  });
  const client = await aCustomer(db);
  const { service } = await aService(db);
  await anOrder(db, { clientId: client.id, serviceId: service.id, number: 30_000 });
  expect((await orderSettings(ctx)).next).toBe(30_001);
  expect(await db.select({ number: orders.number }).from(orders)).toEqual([{ number: 30_000 }]);
});
