import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { knownSettings, refreshSettings, settingsOfRevision } from "~/domain/settings/currentSettings";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { readSettings } from "~/domain/settings/readSettings";
import { saveSettings, settingsPage } from "~/domain/settings/saveSettings";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { history, settings } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { actingAs, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
beforeEach(() => database.clear());

const { db } = database;
const fail = (error: unknown) => {
  throw error;
};
const as = async (privileges: "SuperAdmin" | "Admin") =>
  testContext(db, actingAs(await aStaffMember(db, { privileges })));

test("reads the defaults until a page is saved, then its values over them", async () => {
  const ctx = await as("SuperAdmin");
  expect(await readSettings(db)).toEqual(defaultSettings);
  expect(await settingsPage(ctx, "brand")).toEqual({ values: defaultSettings.brand, version: 0 });
  await saveSettings(ctx, "brand", { version: 0, name: "Acme" });
  expect((await readSettings(db)).brand).toEqual({ ...defaultSettings.brand, name: "Acme" });
  expect(await settingsPage(ctx, "brand")).toMatchObject({ values: { name: "Acme" }, version: 1 });
  expect((await readSettings(db)).contact).toEqual(defaultSettings.contact);
});

test("writes one history row with the values that changed", async () => {
  const ctx = await as("SuperAdmin");
  await saveSettings(ctx, "brand", { version: 0, name: "Acme" });
  await saveSettings(ctx, "brand", { version: 1, name: "Acme" });
  expect(await db.select().from(history).where(eq(history.entity, "settings"))).toMatchObject([
    { entityId: "brand", changes: [{ field: "name", before: defaultSettings.brand.name, after: "Acme" }] },
  ]);
});

test("a first save that keeps the defaults is stored, a second one is not", async () => {
  const ctx = await as("SuperAdmin");
  await saveSettings(ctx, "shop", { version: 0, ...defaultSettings.shop });
  await saveSettings(ctx, "shop", { version: 1, ...defaultSettings.shop });
  expect(await readSettings(db)).toEqual({ ...defaultSettings, revision: 1 });
  expect(await db.select().from(history)).toMatchObject([{ action: "Defaults confirmed", changes: [] }]);
});

test("of ten saves of one version one wins", async () => {
  const ctx = await as("SuperAdmin");
  const names = Array.from({ length: 10 }, (_, index) => `Agency ${index}`);
  const saves = await Promise.allSettled(names.map((name) => saveSettings(ctx, "brand", { version: 0, name })));
  expect(saves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const save of saves) if (save.status === "rejected") expect(save.reason).toMatchObject({ kind: "Conflict" });
  expect(await readSettings(db)).toMatchObject({ revision: 1 });
});

test("an Admin neither reads nor saves a page of settings", async () => {
  const admin = await as("Admin");
  await expect(settingsPage(admin, "brand")).rejects.toMatchObject({ kind: "Forbidden" });
  await expect(saveSettings(admin, "brand", { version: 0, name: "Acme" })).rejects.toMatchObject({ kind: "Forbidden" });
  expect(await db.select().from(settings)).toEqual([]);
});

test("an isolate reads the settings once per revision", async () => {
  const count = newStatementCount();
  const counted = openDb(countStatements(database.binding, count));
  const known = await knownSettings(counted, fail);
  expect(await knownSettings(counted, fail)).toBe(known);
  expect(await settingsOfRevision(counted, known, 0)).toBe(known);
  expect(count.statements).toBe(1);
  await saveSettings(await as("SuperAdmin"), "brand", { version: 0, name: "Acme" });
  expect((await settingsOfRevision(counted, known, 1)).brand.name).toBe("Acme");
  expect((await knownSettings(counted, fail)).brand.name).toBe("Acme");
});

test("a request without a session learns of a change after its answer", async () => {
  const other = openDb(countStatements(database.binding, newStatementCount()));
  const known = await knownSettings(other, fail);
  await saveSettings(await as("SuperAdmin"), "brand", { version: 0, name: "Acme" });
  await refreshSettings(other, known);
  expect((await knownSettings(other, fail)).brand.name).toBe("Acme");
});

test("the isolate that saved shows visitors the change immediately", async () => {
  await knownSettings(db, fail);
  await saveSettings(await as("SuperAdmin"), "brand", { version: 0, name: "Acme" });
  expect((await knownSettings(db, fail)).brand.name).toBe("Acme");
});

test("a database that does not answer leaves the defaults", async () => {
  const broken = openDb({ prepare: () => fail(new Error("down")) } as unknown as D1Database);
  const failures: unknown[] = [];
  expect(await knownSettings(broken, (error) => failures.push(error))).toEqual(defaultSettings);
  expect(failures).toHaveLength(1);
});
