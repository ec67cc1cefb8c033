import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SignUpInput } from "~/domain/accounts/accountInputs";
import { clearFirstLogin } from "~/domain/accounts/clearFirstLogin";
import { TOO_COMMON } from "~/domain/accounts/commonPasswords";
import { signIn } from "~/domain/accounts/signIn";
import { signUp } from "~/domain/accounts/signUp";
import { Conflict, TooMany } from "~/domain/errors";
import { notifications, users } from "~db/schema";
import { aMember, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { anonymous, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const from = (address: string | null = null) => testContext(database.db, anonymous, { address });
const input = (email: string) => ({ firstName: "Åsa", lastName: "Öberg", email, password: PASSWORD });

test("creates a LEAD customer and notifies staff once", async () => {
  const staff = await aStaffMember(database.db);
  const ctx = from();
  const { userId } = await signUp(ctx, input("Asa@Example.com"));
  const [row] = (await database.db.select().from(users)).filter((user) => user.id === userId);
  expect(row).toMatchObject({
    role: "CUSTOMER",
    privileges: null,
    userStatus: "LEAD",
    firstLogin: true,
    affiliate: false,
    affiliateCode: null,
    email: "Asa@Example.com",
    emailFolded: "asa@example.com",
    firstNameFolded: "asa",
    version: 1,
  });
  expect(await database.db.select().from(notifications)).toMatchObject([
    { userId: staff.id, type: "USER", typeSystemId: userId },
  ]);
  await ctx.settled();
  expect(ctx.announced()).toBe(1);
  expect((await signIn(from(), { email: "asa@example.com", password: PASSWORD }, "page")).userId).toBe(userId);
});

test("notifies staff without a name that reads as a link", async () => {
  await aStaffMember(database.db);
  await signUp(from(), { ...input("news@example.com"), firstName: "Your prize at", lastName: "example.com" });
  expect(await database.db.select().from(notifications)).toMatchObject([{ description: "A client signed up" }]);
});

test("refuses a common password and creates no account", async () => {
  await expect(signUp(from(), { ...input("common@example.com"), password: "Password1!" })).rejects.toMatchObject({
    fieldErrors: { password: [TOO_COMMON] },
  });
  expect(await database.db.select().from(users)).toEqual([]);
});

test("eight concurrent sign-ups of one email create one account", async () => {
  const spellings = ["ada@example.com", "Ada@example.com", "ADA@EXAMPLE.COM", "ada@Example.com"];
  const answers = await Promise.allSettled([...spellings, ...spellings].map((email) => signUp(from(), input(email))));
  expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(1);
  for (const answer of answers)
    if (answer.status === "rejected") {
      expect(answer.reason).toBeInstanceOf(Conflict);
      expect(answer.reason).toMatchObject({
        message: "User Already exists",
        fieldErrors: { email: ["User Already exists"] },
      });
    }
  expect(await database.db.select().from(users)).toHaveLength(1);
});

test("reuses the email of a deleted account", async () => {
  const deleted = await aMember(database.db, { deletedAt: 1 });
  await signUp(from(), input(deleted.email));
  expect(await database.db.select().from(users)).toHaveLength(2);
});

test("limits sign-ups to thirty an hour per address", async () => {
  await aMember(database.db, { email: "known@example.com" });
  for (let n = 0; n < 30; n++)
    await expect(signUp(from("203.0.113.7"), input("known@example.com"))).rejects.toBeInstanceOf(Conflict);
  await expect(signUp(from("203.0.113.7"), input("new@example.com"))).rejects.toBeInstanceOf(TooMany);
  await expect(signUp(from("203.0.113.8"), input("new@example.com"))).resolves.toHaveProperty("userId");
});

test("accepts only the four fields of the form", () => {
  const posted = {
    ...input("ada@example.com"),
    role: "ADMIN",
    privileges: "SuperAdmin",
    affiliate: true,
    affiliateCode: "MINE",
    _id: "01",
    id: "01",
    version: 7,
    userStatus: "ACTIVE",
  };
  expect(Object.keys(SignUpInput.parse(posted)).sort()).toEqual(["email", "firstName", "lastName", "password"]);
});

test("clears the welcome once and for customers only", async () => {
  const customer = await aMember(database.db);
  const staff = await aMember(database.db, { role: "ADMIN", privileges: "Manager" });
  const cleared = await Promise.all([1, 2, 3].map(() => clearFirstLogin(from(), customer.id)));
  expect(cleared.filter(Boolean)).toHaveLength(1);
  expect(await clearFirstLogin(from(), staff.id)).toBe(false);
  expect(await clearFirstLogin(from(), "nobody")).toBe(false);
});
