import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ActorUser } from "~/domain/context";
import { CreativeForm, CreativeInput, creativeList } from "~/domain/creatives/creative";
import { creativeDetails, deleteCreative, findCreatives, saveCreative } from "~/domain/creatives/manageCreatives";
import { referralPath } from "~/domain/creatives/referralPath";
import { Conflict, Forbidden, NotFound } from "~/domain/errors";
import { serveFile } from "~/files/serveFile";
import { storeUpload } from "~/files/storeUpload";
import { MAX_IMAGE_BYTES } from "~/files/uploadKinds";
import { listFromUrl } from "~/list/listFromUrl";
import { creatives, history, uploads } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aFile, pdfBytes, pngBytes } from "../support/fileBytes";
import { actingAs, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
const files = memoryFiles();
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

const SITE = "https://portal.example.com";
const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now, files, siteUrl: SITE });
const validInput = {
  name: "Banner",
  description: "728 x 90",
  url: "https://example.com/offer",
  creativeStatus: "ACTIVE",
  validUntil: "2026-12-31",
};
const aCreative = (member: ActorUser, values: Record<string, unknown> = {}) =>
  saveCreative(as(member), CreativeInput.parse({ ...validInput, ...values }));
const names = async (user: ActorUser, search = "", now = TEST_NOW) =>
  (await findCreatives(as(user, now), listFromUrl(creativeList, `http://x/?${search}`))).content
    .map(({ name }) => name)
    .sort();

test("the form reports every invalid field; the file is optional", () => {
  const messagesOf = (value: object) => {
    const parsed = CreativeForm.safeParse(value);
    return Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
  };
  expect(messagesOf({})).toEqual({
    name: "Title is required",
    url: "URL is required",
    creativeStatus: "Status is required",
    validUntil: "Validity is required",
  });
  expect(
    messagesOf({ ...validInput, name: " ", url: "javascript:alert(1)", creativeStatus: "OLD", validUntil: "soon" }),
  ).toEqual({
    name: "Title is required",
    url: "URL is not valid",
    creativeStatus: "Status is required",
    validUntil: "Choose a date",
  });
  expect(messagesOf(validInput)).toEqual({});
});

test("creates, lists, updates and deletes creatives with a history", async () => {
  const member = await aStaffMember(database.db, { privileges: "Manager" });
  const pdf = (await storeUpload(as(member), "creativeFile", aFile(pdfBytes(), "one.pdf"))).key;
  const created = await aCreative(member, { uploadKey: pdf });
  // A plain date means 00:00 UTC.
  expect(created).toMatchObject({ validUntil: Date.parse("2026-12-31T00:00:00Z"), uploadKey: pdf, version: 1 });
  await aCreative(member, { name: "Old", creativeStatus: "INACTIVE" });
  expect(await names(member)).toEqual(["Banner", "Old"]);
  expect(await names(member, "status=ALL")).toEqual(["Banner", "Old"]);
  expect(await names(member, "status=INACTIVE")).toEqual(["Old"]);
  const change = (values: object) =>
    saveCreative(as(member), CreativeInput.parse({ ...validInput, id: created.id, ...values }));
  expect(await change({ version: 1, description: "" })).toMatchObject({ uploadKey: pdf, description: "", version: 2 });
  expect(await change({ version: 2, uploadKey: null })).toMatchObject({ uploadKey: null, version: 3 });
  expect(await database.db.select().from(uploads)).toMatchObject([{ key: pdf, attachedTo: null }]);
  await deleteCreative(as(member), created.id);
  await expect(deleteCreative(as(member), created.id)).rejects.toThrow(NotFound);
  await expect(creativeDetails(as(member), created.id)).rejects.toThrow(NotFound);
  const actions = await database.db.select().from(history).where(eq(history.entityId, created.id));
  expect(actions.map(({ action }) => action)).toEqual([
    "Creative created",
    "Creative updated",
    "Creative updated",
    "Creative deleted: Banner",
  ]);
});

test("lets one of ten concurrent writers win", async () => {
  const member = await aStaffMember(database.db);
  const { id } = await aCreative(member);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      saveCreative(as(member), CreativeInput.parse({ ...validInput, id, version: 1, name: `Writer ${n}` })),
    ),
  );
  const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(lost.length).toBe(9);
  for (const error of lost) expect(error).toBeInstanceOf(Conflict);
  expect(await database.db.select().from(creatives)).toMatchObject([{ version: 2 }]);
});

test("customers see only active, unexpired creatives and their files", async () => {
  const { db } = database;
  const member = await aStaffMember(db);
  const [affiliate, customer] = [await aCustomer(db, { affiliate: true, affiliateCode: "CODE" }), await aCustomer(db)];
  const image = (await storeUpload(as(member), "creativeFile", aFile(pngBytes(), "banner.png"))).key;
  const active = await aCreative(member, { uploadKey: image });
  const today = await aCreative(member, { name: "Today", validUntil: "2026-11-21" });
  const hidden = [
    await aCreative(member, { name: "Off", creativeStatus: "INACTIVE" }),
    await aCreative(member, { name: "Over", validUntil: "2026-11-20" }),
    await aCreative(member, { name: "Just over", validUntil: "2026-11-21T11:59:59.999Z" }),
  ];
  for (const user of [affiliate, customer]) {
    expect(await names(user)).toEqual(["Banner", "Today"]);
    expect(await names(user, "status=INACTIVE")).toEqual([]);
    for (const { id } of hidden) await expect(creativeDetails(as(user), id)).rejects.toThrow(NotFound);
    await expect(aCreative(user)).rejects.toThrow(Forbidden);
    await expect(deleteCreative(as(user), active.id)).rejects.toThrow(Forbidden);
    await expect(storeUpload(as(user), "creativeFile", aFile(pngBytes(), "own.png"))).rejects.toThrow(Forbidden);
  }
  // A creative is valid until the end of the chosen day.
  const midnight = Date.parse("2026-11-22T00:00:00.000Z");
  expect(await names(affiliate, "", midnight - 1)).toEqual(["Banner", "Today"]);
  expect(await names(affiliate, "", midnight)).toEqual(["Banner"]);
  await expect(creativeDetails(as(affiliate, midnight), today.id)).rejects.toThrow(NotFound);

  const fetchAs = async (ctx: Parameters<typeof serveFile>[0]) =>
    (await serveFile(ctx, image, new Request(`${SITE}/files/${image}`))).status;
  expect(await fetchAs(as(affiliate))).toBe(200);
  expect(await fetchAs(testContext(db, anonymous, { files }))).toBe(404);
  await saveCreative(
    as(member),
    CreativeInput.parse({ ...validInput, id: active.id, version: 1, creativeStatus: "INACTIVE" }),
  );
  expect(await fetchAs(as(affiliate))).toBe(404);
  expect(await fetchAs(as(member))).toBe(200);
});

test("a referral link opens the creative's page if it is on this site", async () => {
  const member = await aStaffMember(database.db);
  const affiliate = await aCustomer(database.db, { affiliate: true, affiliateCode: "CODE" });
  const linkOf = async (url: string) => {
    const { id } = await aCreative(member, { url });
    return (await creativeDetails(as(affiliate), id)).referralUrl;
  };
  expect(await linkOf(`${SITE}/services?x=1&y=2`)).toBe(`${SITE}/r/CODE?p=%2Fservices%3Fx%3D1%26y%3D2`);
  expect(await linkOf(SITE)).toBe(`${SITE}/r/CODE`);
  // A referral link never leaves the site (rules.md affiliates/redirect).
  expect(await linkOf("https://example.com/offer")).toBe(`${SITE}/r/CODE`);
  expect(await linkOf(`http://portal.example.com/services`)).toBe(`${SITE}/r/CODE`);
  const { id } = await aCreative(member);
  for (const user of [member, await aCustomer(database.db)])
    expect((await creativeDetails(as(user), id)).referralUrl).toBeNull();
  expect(referralPath(`${SITE}/a#b`, SITE)).toBe("/a#b");
});

test("allows documents of 20 MB and images of 5 MB", async () => {
  const member = await aStaffMember(database.db);
  const oversized = (bytes: Uint8Array<ArrayBuffer>) => {
    const padded = new Uint8Array(MAX_IMAGE_BYTES + 1);
    padded.set(bytes);
    return padded;
  };
  await expect(storeUpload(as(member), "creativeFile", aFile(oversized(pngBytes()), "big.png"))).rejects.toThrow(
    "'big.png' is larger than 20 MB, an image 5 MB.",
  );
  expect((await storeUpload(as(member), "creativeFile", aFile(oversized(pdfBytes()), "big.pdf"))).size).toBe(
    MAX_IMAGE_BYTES + 1,
  );
});
