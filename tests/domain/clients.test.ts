import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findSession } from "~/domain/accounts/findSession";
import { passwordResetMail } from "~/domain/accounts/passwordResetMail";
import { signIn } from "~/domain/accounts/signIn";
import { findPasswordLink, updatePassword } from "~/domain/accounts/updatePassword";
import { clientDetails, clientTotals, ownClientNote } from "~/domain/clients/clientDetails";
import { ClientNoteInput, UpdateClientInput } from "~/domain/clients/clientInputs";
import { clientList } from "~/domain/clients/clientList";
import { clientStatement, exportStatement } from "~/domain/clients/clientStatement";
import { createClient, resendInvitation } from "~/domain/clients/createClient";
import { countClientSessions, endClientSessions } from "~/domain/clients/endClientSessions";
import { exportClients, findClients } from "~/domain/clients/findClients";
import { deleteClientNote, saveClientNote } from "~/domain/clients/saveClientNote";
import { statementRange } from "~/domain/clients/statementRange";
import { updateClient } from "~/domain/clients/updateClient";
import type { ActorUser } from "~/domain/context";
import { findOrders } from "~/domain/orders/findOrders";
import { orderList } from "~/domain/orders/orderList";
import { listFromUrl } from "~/list/listFromUrl";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import {
  clientNotes,
  commissionSettings,
  history,
  notifications,
  outbox,
  securityEvents,
  users,
  userTotals,
} from "~db/schema";
import { aMember, aResetLink, aSession, NEW_PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aRefund, aService, aStaffMember } from "../support/factories";
import { plansOf } from "../support/queryPlans";
import { actingAs, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

const as = (user: ActorUser, now = TEST_NOW) => testContext(database.db, actingAs(user), { now });
const queryOf = (search = "") => listFromUrl(clientList, `http://localhost/clients${search}`);
const staffContext = async () => as(await aStaffMember(database.db, { privileges: "Manager" }));
const DAY_MS = 86_400_000;

test("lists only clients, newest first, with a matching total", async () => {
  const { db } = database;
  const ctx = await staffContext();
  for (let n = 0; n < 12; n++) await aCustomer(db, { firstName: `Client${n}`, createdAt: TEST_NOW + n });
  await aCustomer(db, { deletedAt: TEST_NOW });
  const first = await findClients(ctx, queryOf());
  expect(first.totalElements).toBe(12);
  expect(first.content.map((row) => row.firstName)).toEqual(
    Array.from({ length: 10 }, (_, index) => `Client${11 - index}`),
  );
  expect((await findClients(ctx, queryOf("?page=2"))).content).toHaveLength(2);
  const clientId = first.content[0]!.id;
  await db.update(users).set({ deletedAt: TEST_NOW }).where(eq(users.id, clientId));
  expect((await findClients(ctx, queryOf())).totalElements).toBe(11);
  await db.update(users).set({ deletedAt: null }).where(eq(users.id, clientId));
  expect((await findClients(ctx, queryOf())).totalElements).toBe(12);
  await db.delete(users).where(eq(users.id, clientId));
  expect((await findClients(ctx, queryOf())).totalElements).toBe(11);
  expect(await db.select().from(userTotals)).toEqual(
    expect.arrayContaining([
      { role: "ADMIN", count: 1 },
      { role: "CUSTOMER", count: 11 },
    ]),
  );
});

test("searches names and emails ignoring case and accents", async () => {
  const { db } = database;
  const ctx = await staffContext();
  await aCustomer(db, { firstName: "Jürgen", lastName: "Müller", email: "juergen@example.com" });
  await aCustomer(db, { firstName: "Jurgis", lastName: "Petraitis" });
  await aStaffMember(db, { firstName: "Jurassic" });
  const names = async (search: string) =>
    (await findClients(ctx, queryOf(search))).content.map((row) => row.lastName).sort();
  expect(await names("?firstName=JURG")).toEqual(["Müller", "Petraitis"]);
  expect(await names("?firstName=jurg&lastName=mull")).toEqual(["Müller"]);
  expect(await names("?email=JUERGEN@")).toEqual(["Müller"]);
  for (const text of ["juergen@ex", "mull", "muller jur", "rgen@"])
    expect(await names(`?nameOrEmail=${text}`), text).toEqual(["Müller"]);
  expect(await names("?nameOrEmail=jurg")).toEqual(["Müller", "Petraitis"]);
  expect(await findClients(ctx, queryOf("?lastName=nobody"))).toEqual({ content: [], totalElements: 0 });
  expect(await findClients(ctx, queryOf(`?lastName=${"x".repeat(200)}`))).toEqual({ content: [], totalElements: 0 });
  const beyond = await findClients(ctx, queryOf("?firstName=jurg&page=9"));
  expect(beyond).toEqual({ content: [], totalElements: 2 });
});

test("reads the client list by index without sorting, a name by its own", async () => {
  const ctx = await staffContext();
  const unfiltered = await plansOf(database.binding, (db) => findClients({ ...ctx, db }, queryOf()));
  expect(unfiltered.join("\n")).toContain("USING INDEX users_role_created (role=?)");
  expect(unfiltered.join("\n")).not.toMatch(/TEMP B-TREE|SCAN users/);
  const filtered = await plansOf(database.binding, (db) => findClients({ ...ctx, db }, queryOf("?lastName=zimmer")));
  expect(filtered.filter((step) => / users /.test(`${step} `))).toEqual([
    expect.stringContaining("SEARCH users USING INDEX sqlite_autoindex_users_1 (id=?)"),
  ]);
});

test("exports all filtered clients page by page", async () => {
  const { db, binding } = database;
  const ctx = await staffContext();
  await binding
    .prepare(
      "insert into users (id, email, first_name, last_name, first_name_folded, last_name_folded, email_folded, role, created_at, version) with recursive n(i) as (select 1 union all select i + 1 from n where i < 4100) select printf('client%05d', i), i || '@example.com', 'A', 'B', 'a', 'b', i || '@example.com', 'CUSTOMER', i, 1 from n",
    )
    .run();
  await aCustomer(db, { lastName: "Other" });
  const seen: string[] = [];
  const { total, pages } = await exportClients(ctx, queryOf("?lastName=b&page=3"));
  for await (const rows of pages) seen.push(...rows.map(({ id }) => id));
  expect(total).toBe(4100);
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
  expect(seen).toHaveLength(4100);
});

test("an invitation link sets the password once within 7 days", async () => {
  const { db } = database;
  const ctx = await staffContext();
  const colleague = await aStaffMember(db);
  const id = await createClient(ctx, { firstName: "Ada", lastName: "Lovelace", email: "Ada@Example.com" });
  const client = await clientDetails(ctx, id);
  expect(client).toMatchObject({ userStatus: "LEAD", passwordSet: false, firstLogin: true, email: "Ada@Example.com" });
  await expect(createClient(ctx, { firstName: "A", lastName: "B", email: "ada@example.com" })).rejects.toMatchObject({
    message: "User Already exists",
    fieldErrors: { email: ["User Already exists"] },
  });
  const queued = await db.select().from(outbox).where(eq(outbox.kind, "passwordReset"));
  expect(queued.map(({ payload }) => payload)).toEqual([{ kind: "passwordReset", userId: id, purpose: "invitation" }]);
  expect(await db.select({ to: notifications.userId, text: notifications.description }).from(notifications)).toEqual([
    { to: colleague.id, text: expect.stringMatching(/^Ada Lovelace was invited by \S/) },
  ]);
  await expect(signIn(ctx, { email: "ada@example.com", password: NEW_PASSWORD }, "page")).rejects.toThrow(
    "Invalid email or password",
  );

  const mailed = async () => {
    const mail = await passwordResetMail(ctx, { userId: id, purpose: "invitation" });
    return { mail, token: /password\/reset\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "" };
  };
  const first = await mailed();
  expect(first.mail).toMatchObject({ to: "Ada@Example.com", subject: "Welcome to Portal" });
  await resendInvitation(ctx, id);
  const { token } = await mailed();
  const later = (ms: number) => testContext(db, ctx.actor, { now: TEST_NOW + ms });
  expect(await findPasswordLink(ctx, first.token)).toEqual({ purpose: "invitation", works: false });
  expect((await findPasswordLink(later(7 * DAY_MS - 1), token))?.works).toBe(true);
  expect((await findPasswordLink(later(7 * DAY_MS), token))?.works).toBe(false);
  await updatePassword(later(DAY_MS), { token, password: NEW_PASSWORD });
  await expect(updatePassword(later(DAY_MS), { token, password: NEW_PASSWORD })).rejects.toThrow("no longer valid");
  expect((await signIn(ctx, { email: "ada@example.com", password: NEW_PASSWORD }, "page")).welcome).toBe(true);
  await expect(resendInvitation(ctx, id)).rejects.toThrow("This client has already set a password");
  // A queued invitation is not sent after its client set a password.
  expect((await mailed()).mail).toBeNull();
  const rows = await db.select().from(history).where(eq(history.entityId, id));
  expect(rows.map(({ action }) => action)).toEqual([
    "Client created",
    "Invitation sent again",
    "Email address confirmed",
    "Invitation accepted",
  ]);
});

test("concurrent invitations of one email create one client", async () => {
  const ctx = await staffContext();
  const both = await Promise.allSettled(
    ["One", "Two"].map((lastName) => createClient(ctx, { firstName: "X", lastName, email: "x@example.com" })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await findClients(ctx, queryOf())).totalElements).toBe(1);
});

test("an update changes only the sent fields and steps the version", async () => {
  const { db } = database;
  const ctx = await staffContext();
  const client = await aCustomer(db, { firstName: "Old", city: "Boston", country: "Ireland" });
  await updateClient(ctx, {
    id: client.id,
    version: 1,
    firstName: "Öse",
    city: "",
    userStatus: "INACTIVE",
    clientType: "AGENCY",
  });
  expect(await clientDetails(ctx, client.id)).toMatchObject({
    firstName: "Öse",
    city: null,
    country: "Ireland",
    userStatus: "INACTIVE",
    clientType: "AGENCY",
    version: 2,
  });
  expect((await findClients(ctx, queryOf("?firstName=ose"))).totalElements).toBe(1);
  const [row] = await db.select().from(history).where(eq(history.entityId, client.id));
  expect(row?.changes).toEqual([
    { field: "firstName", before: "Old", after: "Öse" },
    { field: "city", before: "Boston", after: null },
    { field: "userStatus", before: "LEAD", after: "INACTIVE" },
    { field: "clientType", before: null, after: "AGENCY" },
  ]);
  await expect(updateClient(ctx, { id: client.id, version: 1, city: "Rome" })).rejects.toMatchObject({
    kind: "Conflict",
    message: "This record was changed by someone else. Please reload and try again.",
  });
  await expect(updateClient(ctx, { id: client.id, country: "Atlantis" })).rejects.toMatchObject({ kind: "Invalid" });
  // An update without changes writes nothing.
  await updateClient(ctx, { id: client.id, city: null });
  expect(await clientDetails(ctx, client.id)).toMatchObject({ version: 2 });
});

test("lets one of ten concurrent writers win", async () => {
  const ctx = await staffContext();
  const client = await aCustomer(database.db);
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => updateClient(ctx, { id: client.id, version: 1, city: `City ${n}` })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("ignores fields that the input does not own", () => {
  const parsed = UpdateClientInput.parse({
    id: "client",
    role: "ADMIN",
    privileges: "SuperAdmin",
    email: "x@example.com",
    passwordHash: "x",
    _id: "y",
    createdBy: "z",
    lastLogin: 1,
    createdAt: 1,
    importedId: "i",
    firstLogin: false,
    deletedAt: 1,
    ordersCount: 9,
  });
  expect(parsed).toEqual({ id: "client" });
});

test("answers NotFound for team, deleted and unknown accounts", async () => {
  const { db } = database;
  const ctx = await staffContext();
  const ids = [(await aStaffMember(db)).id, (await aCustomer(db, { deletedAt: 1 })).id, "nobody"];
  for (const id of ids) {
    for (const work of [
      () => clientDetails(ctx, id),
      () => clientTotals(ctx, id),
      () => updateClient(ctx, { id, city: "Rome" }),
      () => resendInvitation(ctx, id),
      () => saveClientNote(ctx, { clientId: id, body: "Note" }),
      () => clientStatement(ctx, id, statementRange(new URLSearchParams(), "UTC"), 0),
      () => exportStatement(ctx, id, statementRange(new URLSearchParams(), "UTC")),
    ])
      await expect(work()).rejects.toMatchObject({ kind: "NotFound" });
  }
});

test("generates unique affiliate codes from names", async () => {
  const { db } = database;
  const ctx = await staffContext();
  const people: ActorUser[] = [];
  for (const [firstName, lastName] of [
    ["Zoë", "D'Arc"],
    ["Zoe", "d'arc"],
    ["花子", "佐藤"],
  ])
    people.push(await aCustomer(db, { firstName, lastName }));
  for (const { id } of people) await updateClient(ctx, { id, affiliate: true });
  const codes = async () => Promise.all(people.map(async ({ id }) => (await clientDetails(ctx, id)).affiliateCode));
  expect(await codes()).toEqual(["ZOE-D-ARC", "ZOE-D-ARC-2", "PARTNER"]);
  const typed = UpdateClientInput.parse({ id: people[0]!.id, affiliateCode: " zoe-d-arc-2 " });
  await expect(updateClient(ctx, typed)).rejects.toMatchObject({
    fieldErrors: { affiliateCode: ["This code is already in use"] },
  });
  await updateClient(ctx, UpdateClientInput.parse({ id: people[0]!.id, affiliateCode: "best-1" }));
  // The code survives leaving and rejoining the programme, so its links keep working.
  await updateClient(ctx, { id: people[0]!.id, affiliate: false });
  await updateClient(ctx, { id: people[0]!.id, affiliate: true });
  expect((await codes())[0]).toBe("BEST-1");
  for (const code of ["ab", "x".repeat(33), "AB C", "ÄBC", ""])
    expect(UpdateClientInput.safeParse({ id: "x", affiliateCode: code }).error?.issues[0]?.message).toBe(
      "Use 3 to 32 characters: A-Z, 0-9 and -",
    );
});

test("replaces all commission settings and validates their percent", async () => {
  const { db } = database;
  const ctx = await staffContext();
  const client = await aCustomer(db);
  const [firstService, secondService] = [(await aService(db)).service, (await aService(db)).service];
  const save = (commissions: unknown) => updateClient(ctx, UpdateClientInput.parse({ id: client.id, commissions }));
  await save([
    { serviceId: firstService.id, percent: "12.5", firstTime: true },
    { serviceId: secondService.id, percent: 100, perpetual: true },
  ]);
  const settings = async () =>
    (await clientDetails(ctx, client.id)).commissions.map(({ serviceName: _, ...row }) => row);
  expect(await settings()).toEqual([
    { serviceId: firstService.id, percent: 1250, firstTime: true, perpetual: false },
    { serviceId: secondService.id, percent: 10_000, firstTime: false, perpetual: true },
  ]);
  await save([{ serviceId: secondService.id, percent: 0.01 }]);
  expect(await settings()).toEqual([{ serviceId: secondService.id, percent: 1, firstTime: false, perpetual: false }]);
  await expect(save([{ serviceId: "nothing", percent: 1 }])).rejects.toMatchObject({
    fieldErrors: { "commissions[0].serviceId": ["Choose a service"] },
  });
  const messageFor = (percent: unknown) =>
    UpdateClientInput.safeParse({ id: "x", commissions: [{ serviceId: "s", percent }] }).error?.issues[0]?.message;
  for (const percent of ["100.01", "-1", "1.234", "x", 100.5, 1e9])
    expect(messageFor(percent)).toBe("Percent should be between 0 and 100, with at most two decimals");
  expect(messageFor(undefined)).toBe("Percent is required");
  const twice = [firstService.id, firstService.id].map((serviceId) => ({ serviceId, percent: 1 }));
  expect(UpdateClientInput.safeParse({ id: "x", commissions: twice }).error?.issues[0]).toMatchObject({
    message: "Choose each service only once",
    path: ["commissions", 1, "serviceId"],
  });
  await save([]);
  expect(await db.select().from(commissionSettings)).toEqual([]);
  const rows = await db.select().from(history).where(eq(history.entityId, client.id));
  expect(rows.map(({ changes }) => changes[0]?.field)).toEqual(["commissions", "commissions", "commissions"]);
  expect(rows[0]?.changes[0]?.after).toBe(
    `${firstService.name}: 12.5%, first time; ${secondService.name}: 100%, perpetual`,
  );
});

test("only a note's author changes or deletes it, with a history", async () => {
  const { db } = database;
  const [author, other] = [await staffContext(), await staffContext()];
  const client = await aCustomer(db);
  const note = { clientId: client.id, body: "Pays late" };
  await saveClientNote(author, note);
  const [stored] = (await clientDetails(other, client.id)).notes;
  expect(stored).toMatchObject({ body: "Pays late", authorName: "Staff Example", own: false, createdAt: TEST_NOW });
  const id = stored!.id;
  await expect(saveClientNote(other, { ...note, id, body: "Mine" })).rejects.toMatchObject({ kind: "Forbidden" });
  await expect(deleteClientNote(other, { clientId: client.id, id })).rejects.toMatchObject({ kind: "Forbidden" });
  await expect(deleteClientNote(author, { clientId: "another", id })).rejects.toMatchObject({ kind: "NotFound" });
  await saveClientNote(author, { ...note, id, version: 1, body: "Pays on time" });
  await expect(saveClientNote(author, { ...note, id, version: 1, body: "Late" })).rejects.toMatchObject({
    kind: "Conflict",
  });
  await deleteClientNote(author, { clientId: client.id, id });
  await expect(deleteClientNote(author, { clientId: client.id, id })).rejects.toMatchObject({ kind: "NotFound" });
  expect(await db.select().from(clientNotes)).toEqual([]);
  const rows = await db.select().from(history).where(eq(history.entityId, client.id));
  expect(rows.map(({ action, changes }) => [action, changes[0]?.before])).toEqual([
    ["Note added", undefined],
    ["Note edited", "Pays late"],
    ["Note deleted", "Pays on time"],
  ]);
  expect(ClientNoteInput.safeParse({ body: "  " }).error?.issues[0]?.message).toBe("Note is required");
});

test("refuses customers every client operation", async () => {
  const { db } = database;
  const customer = await aMember(db);
  const ctx = as(customer);
  for (const work of [
    () => findClients(ctx, queryOf()),
    () => exportClients(ctx, queryOf()),
    () => createClient(ctx, { firstName: "A", lastName: "B", email: "c@example.com" }),
    () => clientDetails(ctx, customer.id),
    () => clientTotals(ctx, customer.id),
    () => updateClient(ctx, { id: customer.id, affiliate: true }),
    () => saveClientNote(ctx, { clientId: customer.id, body: "x" }),
    () => clientStatement(ctx, customer.id, statementRange(new URLSearchParams(), "UTC"), 0),
    () => countClientSessions(ctx, customer.id),
    () => endClientSessions(ctx, customer.id),
    () => exportStatement(ctx, customer.id, statementRange(new URLSearchParams(), "UTC")),
  ])
    await expect(work()).rejects.toMatchObject({ kind: "Forbidden" });
});

test("staff sign a client out everywhere, API tokens and open links included", async () => {
  const { db } = database;
  const ctx = await staffContext();
  const client = await aMember(db);
  const other = await aMember(db);
  const proofs = [await aSession(ctx, client), await aSession(ctx, client, "api"), await aSession(ctx, other)];
  const token = await aResetLink(db, client.id);
  expect(await countClientSessions(ctx, client.id)).toBe(2);
  await endClientSessions(ctx, client.id);
  const alive = await Promise.all(proofs.map(({ sessionId }) => findSession(ctx, sessionId)));
  expect(alive.map((found) => found?.user.id)).toEqual([undefined, undefined, other.id]);
  expect(await countClientSessions(ctx, client.id)).toBe(0);
  expect((await findPasswordLink(ctx, token))?.works).toBe(false);
  expect(await db.select().from(securityEvents)).toMatchObject([
    { kind: "sessionsEnded", userId: client.id, actorId: ctx.actor.kind === "user" ? ctx.actor.user.id : "" },
  ]);
  const rows = await db.select().from(history).where(eq(history.entityId, client.id));
  expect(rows.map(({ action }) => action)).toEqual(["Signed out everywhere"]);
  await ctx.settled();
  expect(ctx.disconnected()).toContain(`${client.id} all`);
  const staff = await aStaffMember(db);
  for (const id of [staff.id, "unknown"])
    await expect(endClientSessions(ctx, id)).rejects.toMatchObject({ kind: "NotFound" });
});

test("client totals agree with the statement and the list", async () => {
  const { db } = database;
  const ctx = await staffContext();
  const client = await aCustomer(db);
  const stranger = await aCustomer(db);
  const at = (day: number) => TEST_NOW + day * DAY_MS;
  const paid = await anOrder(db, { clientId: client.id, total: 12_34, createdAt: at(0), paidAt: at(1) });
  const refunded = await anOrder(db, {
    clientId: client.id,
    total: 100_01,
    createdAt: at(2),
    paidAt: at(2),
    payState: "partly_refunded",
    refunded: 50_00,
  });
  // Backdated by staff: the statement never shows a payment before its order.
  await anOrder(db, { clientId: client.id, total: 7_00, createdAt: at(5), paidAt: at(3), paymentType: "MANUAL" });
  await anOrder(db, { clientId: client.id, total: 0, createdAt: at(4), paidAt: at(4) });
  await anOrder(db, {
    clientId: client.id,
    total: 9_99,
    payState: "unpaid",
    paidAt: null,
    status: "Abandoned_Checkout",
  });
  await anOrder(db, { clientId: stranger.id, total: 55_00 });
  await aRefund(db, refunded, { amount: 50_00, refundedAt: at(6) });
  await aRefund(db, paid, { amount: 1_00, state: "failed", refundedAt: null });

  const totals = await clientTotals(ctx, client.id);
  expect(totals).toEqual({ ordersCount: 4, sumOfOrderValues: 119_35 });
  const range = (search: string) => statementRange(new URLSearchParams(search), "UTC");
  const all = await clientStatement(ctx, client.id, range(""), 0);
  expect(all.totals).toEqual({ lines: 8, bought: 119_35, paid: 119_35, refunded: 50_00, opening: 0, closing: 0 });
  expect(
    all.lines.map(({ kind, at: when, bought, paid: given, refunded: back, balance }) => [
      kind,
      (when - TEST_NOW) / DAY_MS,
      bought,
      given,
      back,
      balance,
    ]),
  ).toEqual([
    ["order", 0, 12_34, 0, 0, 12_34],
    ["payment", 1, 0, 12_34, 0, 0],
    ["order", 2, 100_01, 0, 0, 100_01],
    ["payment", 2, 0, 100_01, 0, 0],
    ["order", 3, 7_00, 0, 0, 7_00],
    ["payment", 3, 0, 7_00, 0, 0],
    ["order", 4, 0, 0, 0, 0],
    ["refund", 6, 0, 0, 50_00, 0],
  ]);
  const listed = await findOrders(
    ctx,
    listFromUrl(orderList, `http://localhost/orders?clientId=${client.id}&size=100`),
  );
  const counted = listed.content.filter(({ payState }) => payState !== "unpaid");
  expect(counted.reduce((sum, { total }) => sum + total, 0)).toBe(all.totals.bought);

  const part = await clientStatement(ctx, client.id, range("from=2026-11-22&to=2026-11-23"), 0);
  expect(part.totals).toMatchObject({ lines: 3, bought: 100_01, paid: 112_35, opening: 12_34, closing: 0 });
  const sheet = await exportStatement(ctx, client.id, range("from=2026-11-22&to=2026-11-23"));
  const cells = [];
  for await (const rows of sheet.pages) cells.push(...rows);
  expect(cells.map((row) => row.slice(3))).toEqual(
    part.lines.map(({ bought, paid: given, refunded: back, balance }) => [bought, given, back, balance]),
  );
});

test("reading a note to edit does not read the client's other notes", async () => {
  const { db } = database;
  const author = await aStaffMember(db, { privileges: "Manager" });
  const client = await aCustomer(db);
  for (let n = 0; n < 30; n++) await saveClientNote(as(author), { clientId: client.id, body: `Note ${n}` });
  const [stored] = (await clientDetails(as(author), client.id)).notes;
  const count = newStatementCount();
  const ctx = testContext(openDb(countStatements(database.binding, count)), actingAs(author), { now: TEST_NOW });
  expect(await ownClientNote(ctx, { clientId: client.id, id: stored!.id })).toEqual(stored);
  expect(count).toMatchObject({ statements: 2, roundTrips: 1 });
  expect(count.rowsRead).toBeLessThanOrEqual(5);
  const stranger = await staffContext();
  const foreign = { clientId: client.id, id: stored!.id };
  await expect(ownClientNote(stranger, foreign)).rejects.toMatchObject({ kind: "NotFound" });
  await expect(ownClientNote(ctx, { ...foreign, clientId: author.id })).rejects.toMatchObject({ kind: "NotFound" });
});
