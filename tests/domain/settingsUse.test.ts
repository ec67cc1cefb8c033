import { afterAll, beforeEach, expect, test } from "vitest";
import { actorOfSession } from "~/domain/accounts/actorOfSession";
import { findSession } from "~/domain/accounts/findSession";
import { renewSession } from "~/domain/accounts/renewSession";
import { requestSignInLink } from "~/domain/accounts/requestSignInLink";
import { IDLE_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { findNoticeChoices, saveNoticeChoices } from "~/domain/notifications/noticeChoices";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import type { DataSettings, NoticeSettings, SecuritySettings, Settings } from "~/domain/settings";
import { DataSettingsInput } from "~/domain/settings/dataSettingsInput";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { notifications, outbox, securityEvents } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
beforeEach(() => database.clear());

const { db } = database;
const withSecurity = (security: Partial<SecuritySettings>): Settings => ({
  ...defaultSettings,
  security: { ...defaultSettings.security, ...security },
});
const withData = (data: Partial<DataSettings>): Settings => ({
  ...defaultSettings,
  data: { ...defaultSettings.data, ...data },
});
const withNotices = (notices: NoticeSettings): Settings => ({ ...defaultSettings, notices });

const report = (settings: Settings, users: ActorUser[]) =>
  atomicBatch(
    db,
    notifyStatements(
      { db, now: TEST_NOW, settings },
      {
        recipients: { users: users.map(({ id }) => id) },
        description: "Your report is ready",
        kind: "report",
        type: "ORDER",
        typeSystemId: "01ORDER",
        dedupeKey: "report",
      },
    ),
  );

test("a notice reaches people as the agency's default for their role says", async () => {
  const [client, staff] = [await aCustomer(db), await aStaffMember(db)];
  await report(withNotices({ staff: { report: "none" }, customers: { report: "email" } }), [client, staff]);
  const rows = await db.select().from(notifications);
  expect(rows).toMatchObject([{ userId: client.id, mailOnly: true, mailWantedAt: TEST_NOW }]);
});

test("a person's own choice wins over the agency's default", async () => {
  const client = await aCustomer(db);
  const settings = withNotices({ staff: {}, customers: { report: "none" } });
  const ctx = testContext(db, actingAs(client), { settings });
  const way = async () => (await findNoticeChoices(ctx)).find(({ kind }) => kind === "report")?.way;
  expect(await way()).toBe("none");
  await saveNoticeChoices(ctx, { report: "inApp" });
  expect(await way()).toBe("inApp");
  await report(settings, [client]);
  expect(await db.select().from(notifications)).toMatchObject([{ mailOnly: false, mailWantedAt: null }]);
});

test("a shorter idle limit ends open sessions; a longer one does not", async () => {
  const client = await aCustomer(db);
  const state = async (idleDays: number, ms: number) => {
    const proof = await aSession(testContext(db), client);
    const ctx = testContext(db, anonymous, { now: TEST_NOW + ms, settings: withSecurity({ idleDays }) });
    return (await renewSession(ctx, proof, { kind: "page" })).state;
  };
  expect(await state(2, 2 * DAY_MS - 1)).toBe("good");
  expect(await state(2, 2 * DAY_MS)).toBe("refused");
  expect(await state(60, IDLE_MS)).toBe("refused");
});

test("a new session ends after the days of the settings", async () => {
  const ctx = testContext(db, anonymous, { settings: withSecurity({ sessionDays: 3 }) });
  const { sessionId } = await aSession(ctx, await aCustomer(db));
  expect((await findSession(ctx, sessionId))?.session.expiresAt).toBe(TEST_NOW + 3 * DAY_MS);
});

test.each([
  ["optional", "required", true],
  ["required", "optional", true],
  ["optional", "optional", false],
] as const)("environment %s and settings %s: staff set up a second factor: %s", async (staffTwoFactor, chosen, due) => {
  const ctx = testContext(db, anonymous, { staffTwoFactor, settings: withSecurity({ staffTwoFactor: chosen }) });
  const { sessionId } = await aSession(ctx, await aStaffMember(db));
  const actor = actorOfSession(ctx, (await findSession(ctx, sessionId))!);
  expect("setUpFirst" in actor).toBe(due);
});

test("sends no sign-in link once they are switched off", async () => {
  const { email } = await aCustomer(db);
  const ctx = testContext(db, anonymous, { settings: withSecurity({ signInLinks: false }) });
  await expect(requestSignInLink(ctx, { email, redirectTo: "/" })).rejects.toMatchObject({ kind: "Forbidden" });
  expect(await db.select().from(outbox)).toEqual([]);
});

const DAYS_OLD = 100;
test.each([
  [90, 0],
  [DAYS_OLD + 1, 1],
])("keeps security events for the %i days of the settings", async (securityDays, left) => {
  const createdAt = TEST_NOW - DAYS_OLD * DAY_MS;
  await db
    .insert(securityEvents)
    .values({ id: newId(createdAt), kind: "signedIn", createdAt, address: "", userAgent: "", detail: "" });
  await deleteOldRecords(testContext(db, actingSystem, { settings: withData({ securityDays }) }), (error) => {
    throw error;
  });
  expect(await db.select().from(securityEvents)).toHaveLength(left);
});

test.each([
  ["89", "12", "90", "securityDays"],
  ["731", "12", "90", "securityDays"],
  ["90", "3", "90", "visitMonths"],
  ["90", "26", "90", "visitMonths"],
  ["90", "12", "29", "noticeDays"],
  ["90", "12", "1e2", "noticeDays"],
])("refuses to keep records for %s days, %s months, %s days", (securityDays, visitMonths, noticeDays, field) => {
  const read = DataSettingsInput.safeParse({ version: 0, securityDays, visitMonths, noticeDays });
  expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
