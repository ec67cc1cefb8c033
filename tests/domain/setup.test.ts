import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { newToken } from "~/domain/accounts/newToken";
import { hashSecret } from "~/domain/accounts/sessionSecret";
import { DAY_MS } from "~/domain/days";
import { defaultSettings } from "~/domain/settings/defaultSettings";
import { saveSettings } from "~/domain/settings/saveSettings";
import { createFirstAdmin } from "~/domain/setup/createFirstAdmin";
import { createFromTemplate } from "~/domain/setup/createFromTemplate";
import { WRONG_SET_UP_TOKEN } from "~/domain/setup/firstAdminInput";
import { firstSteps } from "~/domain/setup/firstSteps";
import { sendTestMail } from "~/domain/setup/sendTestMail";
import { serviceTemplateNames, serviceTemplates } from "~/domain/setup/serviceTemplates";
import { setUpState, setUpStatement } from "~/domain/setup/setUpToken";
import { outbox, packages, services, settings, users } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
beforeEach(() => database.clear());

const { db } = database;
const visitor = (now = TEST_NOW) => testContext(db, anonymous, { now });
const person = { firstName: "Dana", lastName: "Whitmore", email: "dana@example.com" };

async function aToken() {
  const token = newToken();
  await db.run(sql.raw(setUpStatement(await hashSecret(token), TEST_NOW)));
  return token;
}

test("creates the super admin once, mails a link and uses up the token", async () => {
  const token = await aToken();
  expect(await setUpState(visitor(), token)).toBe("open");
  await createFirstAdmin(visitor(), { token, ...person });
  expect(await db.select().from(users)).toMatchObject([
    { email: person.email, role: "ADMIN", privileges: "SuperAdmin", passwordHash: null, emailVerifiedAt: null },
  ]);
  expect((await db.select().from(outbox)).map(({ payload }) => payload)).toMatchObject([
    { kind: "passwordReset", purpose: "invitation" },
  ]);
  expect(await db.select().from(settings)).toEqual([]);
  expect(await setUpState(visitor(), token)).toBe("done");
  await expect(createFirstAdmin(visitor(), { token, ...person, email: "b@example.com" })).rejects.toMatchObject({
    kind: "Conflict",
  });
});

test.each([
  ["another token", async () => (await aToken()) && newToken(), TEST_NOW],
  ["no token", async () => "", TEST_NOW],
  ["a token older than seven days", aToken, TEST_NOW + 7 * DAY_MS],
])("refuses %s", async (_, tokenOf, now) => {
  const token = await tokenOf();
  expect(await setUpState(visitor(now), token)).toBe("wrong-token");
  await expect(createFirstAdmin(visitor(now), { token, ...person })).rejects.toMatchObject({
    kind: "Invalid",
    message: WRONG_SET_UP_TOKEN,
  });
  expect(await db.select().from(users)).toEqual([]);
});

test("of twenty posts at the same time one creates an account", async () => {
  const token = await aToken();
  const posts = Array.from({ length: 20 }, (_, index) =>
    createFirstAdmin(visitor(), { token, ...person, email: `dana${index}@example.com` }),
  );
  const done = (await Promise.allSettled(posts)).filter(({ status }) => status === "fulfilled");
  expect(done).toHaveLength(1);
  expect(await db.select().from(users)).toHaveLength(1);
});

test("a portal with a super admin takes no set-up token", async () => {
  await aStaffMember(db, { privileges: "SuperAdmin" });
  await aToken();
  expect(await db.select().from(settings)).toEqual([]);
});

test("an address that is known is refused at its field", async () => {
  const token = await aToken();
  await aCustomer(db, { email: person.email });
  await expect(createFirstAdmin(visitor(), { token, ...person })).rejects.toMatchObject({
    kind: "Conflict",
    fieldErrors: { email: [expect.any(String)] },
  });
  expect(await setUpState(visitor(), token)).toBe("open");
});

test("ticks the steps that are done", async () => {
  const ctx = testContext(db, actingAs(await aStaffMember(db, { privileges: "SuperAdmin" })));
  const none = {
    brand: false,
    contact: false,
    company: false,
    payments: false,
    mail: false,
    service: false,
    shop: false,
  };
  expect(await firstSteps(ctx)).toEqual({ ...none, team: false });
  await sendTestMail(ctx);
  await createFromTemplate(ctx, "guest-posts");
  await aStaffMember(db, { privileges: "Manager" });
  await saveSettings(ctx, "shop", { version: 0, ...defaultSettings.shop });
  expect(await firstSteps(ctx)).toEqual({ ...none, mail: true, service: true, shop: true, team: true });
});

test.each(serviceTemplateNames)("makes a hidden service of the template %s", async (name) => {
  const ctx = testContext(db, actingAs(await aStaffMember(db, { privileges: "SuperAdmin" })));
  const id = await createFromTemplate(ctx, name);
  expect(await db.select().from(services).where(eq(services.id, id))).toMatchObject([{ visible: false }]);
  expect((await db.select().from(packages)).map(({ price }) => price)).toEqual(
    serviceTemplates[name].packages.map(({ price }) => price),
  );
});
