import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BREACHED } from "~/domain/accounts/commonPasswords";
import { signUp } from "~/domain/accounts/signUp";
import { updatePassword } from "~/domain/accounts/updatePassword";
import { updateProfile } from "~/domain/accounts/updateProfile";
import type { Actor, Context } from "~/domain/context";
import { createTeamAccount } from "~/domain/team/createTeamAccount";
import { updateTeamAccount } from "~/domain/team/updateTeamAccount";
import { breachedPasswords } from "~/integrations/breachedPasswords.server";
import { passwordResets } from "~db/schema";
import { aMember, aResetLink, hashOfPassword, PASSWORD } from "../support/accounts";
import { aService, rangeApi } from "../support/breachService";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { actingAs, testContext } from "../support/testContext";

const LEAKED = "Kestrel#2026";
const UNKNOWN = "Kestrel#2027";
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
const names = { firstName: "Ada", lastName: "Lovelace" };
const member = { email: "new@example.com", ...names };

let database: TestDatabase;
let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  database = await openTestDatabase();
  service = await aService(rangeApi({ [LEAKED]: 12 }));
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(async () => {
  service.close();
  await database.dispose();
});

const as = (actor?: Actor): Context =>
  testContext(database.db, actor, { breachedPasswords: breachedPasswords(service.env) });
const superAdmin = async () => as(actingAs(await aMember(database.db, { role: "ADMIN", privileges: "SuperAdmin" })));
const byLink = async (password: string, purpose: "reset" | "invitation") => {
  const { id } = await aMember(database.db);
  const token = await aResetLink(database.db, id);
  await database.db.update(passwordResets).set({ purpose });
  return await updatePassword(as(), { token, password });
};

const ways: [string, (password: string) => Promise<unknown>][] = [
  ["sign-up", (password) => signUp(as(), { ...member, password })],
  ["a reset", (password) => byLink(password, "reset")],
  ["an invitation", (password) => byLink(password, "invitation")],
  [
    "the profile",
    async (password) => {
      const ctx = as(actingAs(await aMember(database.db)));
      return await updateProfile(ctx, { ...details, password, currentPassword: PASSWORD }, "page");
    },
  ],
  [
    "a new team account",
    async (password) => createTeamAccount(await superAdmin(), { ...member, privileges: "Manager", password }),
  ],
  [
    "a team account",
    async (password) => {
      const { id } = await aMember(database.db, { role: "ADMIN", privileges: "Manager" });
      return await updateTeamAccount(await superAdmin(), { id, ...names, privileges: "Manager", password });
    },
  ],
];

test.each(ways)("%s refuses a password that a breach holds", async (_, set) => {
  await expect(set(LEAKED)).rejects.toMatchObject({ fieldErrors: { password: [BREACHED] } });
});

test.each(ways)("%s accepts another password", async (_, set) => {
  await expect(set(UNKNOWN)).resolves.not.toThrow();
});
