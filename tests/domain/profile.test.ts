import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ProfileInput } from "~/domain/accounts/accountInputs";
import { findSession } from "~/domain/accounts/findSession";
import { ownProfile } from "~/domain/accounts/ownProfile";
import { endOtherSessions, endOwnSession, ownSessions } from "~/domain/accounts/ownSessions";
import { IDLE_MS, IMPERSONATION_MS } from "~/domain/accounts/sessionLimits";
import { signIn } from "~/domain/accounts/signIn";
import { updateProfile } from "~/domain/accounts/updateProfile";
import type { Actor, ActorUser } from "~/domain/context";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { storeUpload } from "~/files/storeUpload";
import { deviceLabel } from "~/format/device";
import { history, outbox, uploads, users } from "~db/schema";
import { aMember, aResetLink, aSession, hashOfPassword, NEW_PASSWORD, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aFile, jpegBytes, pngBytes } from "../support/fileBytes";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const as = (user: ActorUser, sessionId = "session", now = TEST_NOW) =>
  testContext(database.db, actingAs(user, sessionId), { now });
const impersonating = (user: ActorUser): Actor => ({ kind: "impersonated", user, adminId: "admin", sessionId: "s" });
const details = {
  firstName: "Ada",
  lastName: "Lovelace",
  address: "1 Main Street",
  city: "London",
  country: "United Kingdom",
  state: "",
  zipCode: "N1",
  phoneNo: "+44 20",
};
const messages = (input: object) => ProfileInput.safeParse(input).error?.issues.map(({ message }) => message);

test("the form reports every invalid field", () => {
  expect(messages({})).toEqual([
    "First name is required",
    "Last name is required",
    "Address is required",
    "City is required",
    "Country is required",
    "Postal/Zip Code is required",
    "Phone is required",
  ]);
  expect(messages({ ...details, password: "" })).toBeUndefined();
  expect(messages({ ...details, password: NEW_PASSWORD })).toEqual(["Current password is required"]);
  expect(messages({ ...details, password: "weak", currentPassword: PASSWORD })).toEqual([
    "Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter",
  ]);
  const parsed = ProfileInput.parse({
    ...details,
    email: "x@example.com",
    role: "ADMIN",
    privileges: "SuperAdmin",
    _id: 1,
  });
  expect(Object.keys(parsed).sort()).toEqual([...Object.keys(details), "company", "taxId"].sort());
});

test("saves details, ignores role and email, and rejects stale saves", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const { user } = await updateProfile(as(customer), { ...details, version: 1 }, "page");
  expect(user).toMatchObject({ ...details, email: customer.email, role: "CUSTOMER", version: 2 });
  expect(await ownProfile(as(customer))).toMatchObject({ ...details, photo: null });
  const row = await db.select().from(history).get();
  expect(row?.changes).toContainEqual({ field: "city", before: null, after: "London" });
  await expect(updateProfile(as(customer), { ...details, version: 1 }, "page")).rejects.toThrow(
    "This record was changed by someone else. Please reload and try again.",
  );
  await expect(updateProfile(as(customer), { ...details, country: "Atlantis" }, "page")).rejects.toMatchObject({
    fieldErrors: { country: ["Choose a country from the list"] },
  });
});

test("lets one of ten concurrent writers win", async () => {
  const customer = await aMember(database.db);
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      updateProfile(as(customer), { ...details, firstName: `Writer${n}`, version: 1 }, "page"),
    ),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a new password needs the current one and ends all sessions", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const here = await aSession(as(customer), customer);
  const there = await aSession(as(customer, "x", TEST_NOW + 1), customer, "api");
  await aResetLink(db, customer.id);
  const ctx = as(customer, here.sessionId, TEST_NOW + 2);
  const save = (currentPassword: string) =>
    updateProfile(ctx, { ...details, password: NEW_PASSWORD, currentPassword }, "page");
  for (const wrong of ["Wrong#2026", "short", "a".repeat(150)])
    await expect(save(wrong)).rejects.toMatchObject({
      fieldErrors: { currentPassword: ["The current password is incorrect"] },
    });
  expect((await db.select().from(users).get())?.city).toBeNull();
  const { proof } = await save(PASSWORD);
  expect(await findSession(ctx, here.sessionId)).toBeUndefined();
  expect(await findSession(ctx, there.sessionId)).toBeUndefined();
  expect(await findSession(ctx, proof!.sessionId)).toBeDefined();
  expect((await db.select().from(outbox).get())?.payload).toMatchObject({
    subject: "Portal: The password of your account was changed",
  });
  expect((await db.select().from(history)).map(({ action }) => action).sort()).toEqual([
    "Password changed",
    "Profile updated",
  ]);
  await signIn(testContext(db, anonymous), { email: customer.email, password: NEW_PASSWORD }, "page");
});

test("limits guessing the current password", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const ctx = testContext(db, actingAs(customer), { address: "203.0.113.9" });
  const attempt = () =>
    updateProfile(ctx, { ...details, password: NEW_PASSWORD, currentPassword: "Wrong#2026" }, "page").catch(
      (e) => e.name,
    );
  const answers: string[] = [];
  for (let n = 0; n < 6; n++) answers.push(await attempt());
  expect(answers).toEqual(["Invalid", "Invalid", "Invalid", "Invalid", "Invalid", "TooMany"]);
});

test("an impersonator may edit details, not password or sessions", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const ctx = testContext(db, impersonating(customer));
  await expect(
    updateProfile(ctx, { ...details, password: NEW_PASSWORD, currentPassword: PASSWORD }, "page"),
  ).rejects.toMatchObject({ kind: "Forbidden" });
  await updateProfile(ctx, details, "page");
  expect(await db.select().from(history).get()).toMatchObject({ actorId: customer.id, realActorId: "admin" });
  await expect(endOtherSessions(ctx)).rejects.toMatchObject({ kind: "Forbidden" });
  await expect(endOwnSession(ctx, "x")).rejects.toMatchObject({ kind: "Forbidden" });
});

test("accepts only own JPEG photos and sweeps replaced ones", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const stranger = await aCustomer(db);
  const ctx = as(customer);
  await expect(storeUpload(ctx, "profilePhoto", aFile(pngBytes(), "me.jpg"))).rejects.toThrow("cannot be used");
  const first = await storeUpload(ctx, "profilePhoto", aFile(jpegBytes(), "me.jpg"));
  const foreign = await storeUpload(as(stranger), "profilePhoto", aFile(jpegBytes(), "you.jpg"));
  await expect(updateProfile(ctx, { ...details, photoKey: foreign.key }, "page")).rejects.toMatchObject({
    fieldErrors: { photoKey: ["This file is no longer available. Please upload it again."] },
  });
  await updateProfile(ctx, { ...details, photoKey: first.key }, "page");
  expect((await ownProfile(ctx)).photo).toMatchObject({ key: first.key, name: "me.jpg" });
  const day = 25 * 60 * 60_000;
  const sweep = () => sweepUploads(testContext(db, actingSystem, { now: TEST_NOW + day, files: ctx.files }));
  expect(await sweep()).toBe(1);
  // An omitted photo is kept.
  expect((await updateProfile(ctx, details, "page")).user.photoKey).toBe(first.key);
  const second = await storeUpload(ctx, "profilePhoto", aFile(jpegBytes(), "new.jpg"));
  await updateProfile(ctx, { ...details, photoKey: second.key }, "page");
  await updateProfile(ctx, { ...details, photoKey: null }, "page");
  expect((await db.select().from(uploads)).map(({ attachedTo }) => attachedTo)).toEqual([null, null]);
  expect(await sweep()).toBe(2);
});

test("lists active sessions and ends one or all others", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const admin = await aStaffMember(db);
  const at = (now: number) =>
    testContext(db, anonymous, { now, userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36" });
  const here = await aSession(at(TEST_NOW), customer);
  const api = await aSession(at(TEST_NOW + 1), customer, "api");
  const acted = await aSession(at(TEST_NOW + 2), customer, "page", { adminId: admin.id, sessionId: "a" });
  const foreign = await aSession(at(TEST_NOW + 3), admin);
  const now = TEST_NOW + 60_000;
  await aSession(at(now - IDLE_MS), customer);
  await aSession(at(now - IMPERSONATION_MS), customer, "page", { adminId: admin.id, sessionId: "b" });
  const endedSessions: unknown[] = [];
  const base = as(customer, here.sessionId, now);
  const ctx = {
    ...base,
    publish: { ...base.publish, sessionEnded: async (...args: unknown[]) => void endedSessions.push(args) },
  };
  const seen = (await ownSessions(ctx)).map(({ id, kind, current, impersonated }) => [id, kind, current, impersonated]);
  expect(seen).toEqual([
    [here.sessionId, "page", true, false],
    [acted.sessionId, "page", false, true],
    [api.sessionId, "api", false, false],
  ]);
  await expect(endOwnSession(ctx, foreign.sessionId)).rejects.toMatchObject({ kind: "NotFound" });
  expect(await findSession(ctx, foreign.sessionId)).toBeDefined();
  await endOwnSession(ctx, api.sessionId);
  await expect(endOwnSession(ctx, api.sessionId)).rejects.toMatchObject({ kind: "NotFound" });
  expect(await endOtherSessions(ctx)).toBe(1);
  await base.settled();
  expect(endedSessions).toEqual([
    [customer.id, api.sessionId],
    [customer.id, acted.sessionId],
  ]);
  expect((await ownSessions(ctx)).map(({ id }) => id)).toEqual([here.sessionId]);
  expect(await findSession(ctx, foreign.sessionId)).toBeDefined();
  expect((await db.select().from(history).where(eq(history.entityId, customer.id)).get())?.action).toBe(
    "Signed out elsewhere",
  );
});

test("ending sessions asks for the password five minutes after sign-in", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const here = await aSession(as(customer), customer);
  const other = await aSession(as(customer), customer);
  const later = as(customer, here.sessionId, TEST_NOW + 5 * 60_000);
  const needed = { fieldErrors: { password: ["Enter your password, or sign in again first"] } };
  const wrong = { fieldErrors: { password: ["The current password is incorrect"] } };
  await expect(endOwnSession(later, other.sessionId)).rejects.toMatchObject(needed);
  await expect(endOtherSessions(later)).rejects.toMatchObject(needed);
  await expect(endOwnSession(later, other.sessionId, "Wrong#2026")).rejects.toMatchObject(wrong);
  await expect(endOtherSessions(later, "Wrong#2026")).rejects.toMatchObject(wrong);
  expect(await findSession(later, other.sessionId)).toBeDefined();
  await endOwnSession(later, other.sessionId, PASSWORD);
  expect(await findSession(later, other.sessionId)).toBeUndefined();
  await aSession(as(customer), customer);
  expect(await endOtherSessions(later, PASSWORD)).toBe(1);
});

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36", "Chrome on Windows"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605 Version/17.5 Safari/605", "Safari on macOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile Safari/604", "Safari on iPhone"],
  ["Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36", "Chrome on Android"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on Linux"],
  ["curl/8.5", "Unknown device"],
  ["", "Unknown device"],
])("names the device of '%s'", (userAgent, words) => {
  expect(deviceLabel(userAgent)).toBe(words);
});

test.each([60, 201])("ends and counts all %i other sessions and their sockets", async (others) => {
  const { db } = database;
  const customer = await aMember(db);
  const here = await aSession(as(customer), customer);
  // The current session is the least recently used, so a list by last use would miss it.
  for (let n = 1; n <= others; n++) await aSession(as(customer, "session", TEST_NOW + n), customer);
  const base = as(customer, here.sessionId, TEST_NOW + 300);
  const ended: [string, string | undefined][] = [];
  const publish = {
    ...base.publish,
    sessionEnded: async (userId: string, sessionId?: string) => void ended.push([userId, sessionId]),
  };
  expect(await endOtherSessions({ ...base, publish })).toBe(others);
  await base.settled();
  // Few sockets are closed by session id, so the current one stays; many with one call.
  const endedById = ended.filter(([, sessionId]) => sessionId !== undefined && sessionId !== here.sessionId);
  expect([ended.length, endedById.length]).toEqual(others === 60 ? [60, 60] : [1, 0]);
  expect((await ownSessions(base)).map(({ id }) => id)).toEqual([here.sessionId]);
});

test("a new password alone keeps the other details", async () => {
  const { db } = database;
  const customer = await aMember(db);
  await updateProfile(as(customer), details, "page");
  await updateProfile(as(customer), { password: NEW_PASSWORD, currentPassword: PASSWORD }, "page");
  expect(await ownProfile(as(customer))).toMatchObject(details);
});

test("a photo can be saved before the address is known", async () => {
  const ctx = as(await aMember(database.db));
  const photo = await storeUpload(ctx, "profilePhoto", aFile(jpegBytes(), "me.jpg"));
  await updateProfile(ctx, { photoKey: photo.key }, "page");
  expect(await ownProfile(ctx)).toMatchObject({ country: null, photo: { key: photo.key } });
  await updateProfile(ctx, { photoKey: null }, "page");
  expect((await ownProfile(ctx)).photo).toBeNull();
});
