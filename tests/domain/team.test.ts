import { readFileSync } from "node:fs";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findSession } from "~/domain/accounts/findSession";
import { PASSWORD_HINT } from "~/domain/accounts/passwordHint";
import { passwordResetMail } from "~/domain/accounts/passwordResetMail";
import { signIn } from "~/domain/accounts/signIn";
import { updatePassword } from "~/domain/accounts/updatePassword";
import type { ActorUser } from "~/domain/context";
import { orderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { updateOrder } from "~/domain/orders/updateOrder";
import { createTeamAccount } from "~/domain/team/createTeamAccount";
import { deleteTeamAccount } from "~/domain/team/deleteTeamAccount";
import { findTeam, teamAccount } from "~/domain/team/findTeam";
import { resendTeamInvitation } from "~/domain/team/resendTeamInvitation";
import { NewTeamAccountForm, NewTeamAccountInput, TeamAccountForm } from "~/domain/team/teamInputs";
import { teamList } from "~/domain/team/teamList";
import { updateTeamAccount } from "~/domain/team/updateTeamAccount";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { history, outbox, passwordResets, sessions, users } from "~db/schema";
import { aMember, aResetLink, aSession, hashOfPassword, NEW_PASSWORD, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const as = (user: ActorUser) => testContext(database.db, actingAs(user));
const inputOf = ({ firstName, lastName, privileges }: ActorUser) => ({ firstName, lastName, privileges: privileges! });
const alive = async () =>
  (
    await database.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, "ADMIN"), isNull(users.deletedAt)))
  )
    .map((row) => row.id)
    .sort();
const manager = {
  email: "new.manager@example.com",
  firstName: "New",
  lastName: "Manager",
  privileges: "Manager" as const,
  password: PASSWORD,
};

test("the documented command undoes a set-up with a wrong address", async () => {
  const { db, binding } = database;
  const documented = readFileSync("docs/deploy.md", "utf8").match(/d1 execute portal --remote --command "(.+)"/);
  const proven = await aStaffMember(db, { privileges: "SuperAdmin" });
  const wrong = await aStaffMember(db, { privileges: "SuperAdmin" });
  await db.update(users).set({ emailVerifiedAt: TEST_NOW }).where(eq(users.id, proven.id));
  await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, wrong.id));
  await binding.prepare(documented![1]!).run();
  const left = await db.select({ id: users.id }).from(users).where(isNull(users.deletedAt));
  expect(left).toEqual([{ id: proven.id }]);
});

test("lists active team accounts by name, without clients", async () => {
  const { db } = database;
  const zoe = await aStaffMember(db, { firstName: "Zoë", privileges: "SuperAdmin" });
  const ada = await aStaffMember(db, { firstName: "Ada", privileges: null });
  await aStaffMember(db, { deletedAt: 1 });
  await aCustomer(db);
  const search = (body: object) => findTeam(as(zoe), listFromBody(teamList, pagedRequest.parse(body)));
  const all = await search({ page: 0, pageSize: 100 });
  expect([all.totalElements, all.content.map((row) => [row.firstName, row.privileges])]).toEqual([
    2,
    [
      ["Ada", null],
      ["Zoë", "SuperAdmin"],
    ],
  ]);
  expect(JSON.stringify(all)).not.toMatch(/password/i);
  const filter = (key: string, value: string, searchOperation = "like") => ({
    filterFields: [{ key, value, searchOperation }],
  });
  expect((await search(filter("name", "zoe"))).content.map(({ id }) => id)).toEqual([zoe.id]);
  expect((await search(filter("email", ada.email, "eq"))).content.map(({ id }) => id)).toEqual([ada.id]);
  expect((await search(filter("privileges", "SuperAdmin", "eq"))).totalElements).toBe(1);
});

test("only a super admin manages the team", async () => {
  const { db } = database;
  const target = await aStaffMember(db, { privileges: "Manager" });
  for (const privileges of ["Manager", "Admin"] as const) {
    const ctx = as(await aStaffMember(db, { privileges }));
    for (const work of [
      () => findTeam(ctx, listFromBody(teamList, pagedRequest.parse({}))),
      () => teamAccount(ctx, { id: target.id }),
      () => createTeamAccount(ctx, manager),
      () => updateTeamAccount(ctx, { id: target.id, ...inputOf(target) }),
      () => deleteTeamAccount(ctx, { id: target.id }),
    ])
      await expect(work()).rejects.toMatchObject({ kind: "Forbidden" });
  }
});

test("an invitation lets the new member choose a password once", async () => {
  const { db } = database;
  const ctx = as(await aStaffMember(db));
  const { password: _, ...person } = manager;
  const { id, invited } = await createTeamAccount(ctx, person);
  expect(invited).toBe(true);
  expect(await db.select().from(users).where(eq(users.id, id)).get()).toMatchObject({
    passwordHash: null,
    emailVerifiedAt: null,
  });
  const queued = await db.select().from(outbox).where(eq(outbox.kind, "passwordReset"));
  expect(queued.map(({ payload }) => payload)).toEqual([{ kind: "passwordReset", userId: id, purpose: "invitation" }]);
  const mailed = async () => {
    const mail = await passwordResetMail(ctx, { userId: id, purpose: "invitation" });
    return { text: mail?.text ?? "", token: /password\/reset\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "" };
  };
  const { text, token: older } = await mailed();
  expect(text).toContain("You were added to the team of Portal.");
  await resendTeamInvitation(ctx, id);
  const { token } = await mailed();
  await expect(updatePassword(testContext(db), { token: older, password: PASSWORD })).rejects.toThrow(
    "no longer valid",
  );
  await updatePassword(testContext(db), { token, password: PASSWORD });
  await signIn(testContext(db, anonymous), { email: person.email, password: PASSWORD }, "page");
  expect((await teamAccount(ctx, { id })).invited).toBe(false);
  await expect(resendTeamInvitation(ctx, id)).rejects.toThrow("This team member has already set a password");
});

test("the form asks for a password or an invitation", () => {
  const { password, ...person } = manager;
  expect(NewTeamAccountForm.safeParse({ ...person, password }).data).toEqual({ ...person, password });
  expect(NewTeamAccountForm.safeParse({ ...person, invite: "on", password: "half" }).data).toEqual(person);
  const refusals: [object, string][] = [
    [person, "Password is required"],
    [{ ...person, password: "half" }, PASSWORD_HINT],
  ];
  for (const [form, message] of refusals)
    expect(NewTeamAccountForm.safeParse(form).error?.issues).toMatchObject([{ path: ["password"], message }]);
});

test("an added manager can sign in; existing emails are refused", async () => {
  const { db } = database;
  const ctx = as(await aStaffMember(db));
  const added = await createTeamAccount(ctx, manager);
  expect(await db.select().from(users).where(eq(users.id, added.id)).get()).toMatchObject({
    role: "ADMIN",
    privileges: "Manager",
    firstLogin: false,
  });
  await signIn(testContext(db, anonymous), { email: manager.email, password: PASSWORD }, "page");
  expect(await db.select().from(history).where(eq(history.entityId, added.id)).get()).toMatchObject({
    action: "Team account added",
  });
  const customer = await aCustomer(db);
  for (const email of [manager.email.toUpperCase(), customer.email])
    await expect(createTeamAccount(ctx, { ...manager, email })).rejects.toMatchObject({
      kind: "Conflict",
      fieldErrors: { email: ["User Already exists"] },
    });
  const both = await Promise.allSettled(
    [1, 2].map(() => createTeamAccount(ctx, { ...manager, email: "twice@example.com" })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("answers NotFound for a client's account", async () => {
  const { db } = database;
  const ctx = as(await aStaffMember(db));
  const customer = await aCustomer(db);
  const notFound = { kind: "NotFound" };
  await expect(teamAccount(ctx, { id: customer.id })).rejects.toMatchObject(notFound);
  await expect(teamAccount(ctx, { email: customer.email })).rejects.toMatchObject(notFound);
  await expect(
    updateTeamAccount(ctx, { id: customer.id, firstName: "A", lastName: "B", privileges: "SuperAdmin" }),
  ).rejects.toMatchObject(notFound);
  await expect(deleteTeamAccount(ctx, { id: customer.id })).rejects.toMatchObject(notFound);
  expect((await db.select().from(users).where(eq(users.id, customer.id)).get())?.role).toBe("CUSTOMER");
});

test("records changes, refuses stale ones and keeps sessions", async () => {
  const { db } = database;
  const superAdmin = await aStaffMember(db);
  const ctx = as(superAdmin);
  const target = await aStaffMember(db, { privileges: "Manager" });
  const proof = await aSession(ctx, target);
  const saved = await updateTeamAccount(ctx, {
    id: target.id,
    firstName: "Ada",
    lastName: "L",
    privileges: "Admin",
    version: 1,
  });
  expect(saved).toMatchObject({ firstName: "Ada", privileges: "Admin", version: 2 });
  expect(await findSession(ctx, proof.sessionId)).toBeDefined();
  const row = await db.select().from(history).where(eq(history.entityId, target.id)).get();
  expect(row).toMatchObject({ action: "Team account updated", actorId: superAdmin.id });
  expect(row?.changes).toContainEqual({ field: "privileges", before: "Manager", after: "Admin" });
  await expect(
    updateTeamAccount(ctx, { id: target.id, firstName: "X", lastName: "Y", privileges: "Admin", version: 1 }),
  ).rejects.toThrow("This record was changed by someone else. Please reload and try again.");
});

test("lets one of ten concurrent writers win", async () => {
  const { db } = database;
  const ctx = as(await aStaffMember(db));
  const target = await aStaffMember(db, { privileges: "Manager" });
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) =>
      updateTeamAccount(ctx, { id: target.id, firstName: `Ada${n}`, lastName: "L", privileges: "Manager", version: 1 }),
    ),
  );
  const winner = answers.findIndex(({ status }) => status === "fulfilled");
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const row = await db.select().from(users).where(eq(users.id, target.id)).get();
  expect(row).toMatchObject({ firstName: `Ada${winner}`, version: 2 });
});

test("a new password ends all sessions and emails its owner", async () => {
  const { db } = database;
  const disconnected: string[] = [];
  const superAdmin = await aStaffMember(db);
  const base = as(superAdmin);
  const ctx = {
    ...base,
    publish: { ...base.publish, sessionEnded: async (userId: string) => void disconnected.push(userId) },
  };
  const target = await aMember(db, { role: "ADMIN", privileges: "Manager" });
  const page = await aSession(ctx, target);
  const api = await aSession({ ...ctx, now: ctx.now + 1 }, target, "api");
  await aResetLink(db, target.id);
  await updateTeamAccount(ctx, { id: target.id, ...inputOf(target), password: NEW_PASSWORD });
  await base.settled();
  for (const { sessionId } of [page, api]) expect(await findSession(ctx, sessionId)).toBeUndefined();
  expect((await db.select().from(passwordResets).get())?.usedAt).not.toBeNull();
  expect(disconnected).toEqual([target.id]);
  expect((await db.select().from(outbox).get())?.payload).toMatchObject({ kind: "email", to: target.email });
  const signInAs = (password: string) => signIn(testContext(db, anonymous), { email: target.email, password }, "page");
  await expect(signInAs(PASSWORD)).rejects.toThrow("Invalid email or password");
  await signInAs(NEW_PASSWORD);
});

test("removing an account ends its sessions and frees its email", async () => {
  const { db } = database;
  const superAdmin = await aStaffMember(db);
  const disconnected: string[] = [];
  const base = as(superAdmin);
  const ctx = { ...base, publish: { ...base.publish, sessionEnded: async (id: string) => void disconnected.push(id) } };
  const target = await aStaffMember(db, { privileges: "Manager" });
  const proof = await aSession(ctx, target, "api");
  await expect(deleteTeamAccount(ctx, { id: target.id, version: 7 })).rejects.toMatchObject({ kind: "Conflict" });
  await deleteTeamAccount(ctx, { id: target.id, version: 1 });
  await base.settled();
  expect(await findSession(ctx, proof.sessionId)).toBeUndefined();
  expect((await db.select().from(sessions).get())?.endReason).toBe("account deleted");
  expect(disconnected).toEqual([target.id]);
  expect(await alive()).toEqual([superAdmin.id]);
  await expect(deleteTeamAccount(ctx, { id: target.id })).rejects.toMatchObject({ kind: "NotFound" });
  await createTeamAccount(ctx, { ...manager, email: target.email });
});

test("lists a removed assignee until their orders are reassigned", async () => {
  const [boss, zoe, ada] = [
    await aStaffMember(database.db, { firstName: "Boss" }),
    await aStaffMember(database.db, { firstName: "Zoë" }),
    await aStaffMember(database.db, { firstName: "Ada" }),
  ];
  const client = await aCustomer(database.db);
  const { id } = await anOrder(database.db, { clientId: client.id, assignedToId: zoe.id });
  await anOrder(database.db, { clientId: client.id, assignedToId: boss.id });
  for (const member of [zoe, ada]) await deleteTeamAccount(as(boss), { id: member.id });
  const assigneeNames = async () => (await orderFilterOptions(as(boss))).assignees.map(({ name }) => name);
  expect(await assigneeNames()).toEqual(["Boss Example", "Zoë Example (deleted)"]);
  await updateOrder(as(boss), { id, assignedToId: boss.id });
  expect(await assigneeNames()).toEqual(["Boss Example"]);
});

test("refuses to delete, demote or reset the password of oneself", async () => {
  const { db } = database;
  const me = await aStaffMember(db);
  await aStaffMember(db);
  const ctx = as(me);
  await expect(deleteTeamAccount(ctx, { id: me.id })).rejects.toThrow("You cannot delete your own account");
  await expect(updateTeamAccount(ctx, { id: me.id, ...inputOf(me), privileges: "Admin" })).rejects.toMatchObject({
    fieldErrors: { privileges: ["You cannot change your own privileges"] },
  });
  await expect(updateTeamAccount(ctx, { id: me.id, ...inputOf(me), password: NEW_PASSWORD })).rejects.toMatchObject({
    fieldErrors: { password: ["Change your own password on your profile"] },
  });
  expect((await updateTeamAccount(ctx, { id: me.id, ...inputOf(me), firstName: "Me" })).firstName).toBe("Me");
});

test("keeps one super admin when two remove or demote each other", async () => {
  const { db } = database;
  for (const lower of [false, true]) {
    await database.clear();
    const [first, second] = [await aStaffMember(db), await aStaffMember(db)];
    const attack = (me: ActorUser, other: ActorUser) =>
      lower
        ? updateTeamAccount(as(me), { id: other.id, ...inputOf(other), privileges: "Manager" })
        : deleteTeamAccount(as(me), { id: other.id });
    const answers = await Promise.allSettled([attack(first, second), attack(second, first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = answers.find((answer) => answer.status === "rejected") as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ message: "There must be at least one super admin" });
    const superAdmins = await db
      .select()
      .from(users)
      .where(and(eq(users.privileges, "SuperAdmin"), isNull(users.deletedAt)));
    expect(superAdmins).toHaveLength(1);
  }
});

const messages = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message);
const HINT = "Use 8 to 32 characters, one digit, one symbol (!@#$%^&*), one lowercase and uppercase letter";

test("the dialog reports every invalid field", () => {
  expect(messages(NewTeamAccountInput.safeParse({ privileges: "" }))).toEqual([
    "Email is required",
    "First name is required",
    "Last name is required",
    "Privilege is required",
    "Password is required",
  ]);
  expect(messages(NewTeamAccountInput.safeParse({ ...manager, email: "x" }))).toEqual(["Please provide a valid email"]);
  expect(messages(NewTeamAccountInput.safeParse({ ...manager, password: "weak" }))).toEqual([HINT]);
  expect(NewTeamAccountInput.parse({ ...manager, privileges: "SUPER_ADMIN" }).privileges).toBe("SuperAdmin");
  expect(NewTeamAccountInput.parse({ ...manager, role: "CUSTOMER", id: "x" })).toEqual(manager);
  const edit = { firstName: "A", lastName: "B", privileges: "MANAGER" };
  expect(TeamAccountForm.parse({ ...edit, password: "ignored" })).not.toHaveProperty("password");
  expect(messages(TeamAccountForm.safeParse({ ...edit, updatePassword: "on" }))).toEqual(["Password is required"]);
  expect(messages(TeamAccountForm.safeParse({ ...edit, updatePassword: "on", password: "weak" }))).toEqual([HINT]);
  expect(TeamAccountForm.parse({ ...edit, updatePassword: "on", password: PASSWORD })).toMatchObject({
    privileges: "Manager",
    password: PASSWORD,
  });
});
