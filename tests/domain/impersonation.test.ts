import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { actorOfSession } from "~/domain/accounts/actorOfSession";
import { adminAfterImpersonation, backToAdmin, endWithAdmin } from "~/domain/accounts/backToAdmin";
import { endSession, endSessionsOf } from "~/domain/accounts/endSession";
import { findSession } from "~/domain/accounts/findSession";
import { renewSession } from "~/domain/accounts/renewSession";
import { IDLE_MS, IMPERSONATION_MS, LEEWAY_MS } from "~/domain/accounts/sessionLimits";
import type { SessionProof } from "~/domain/accounts/sessionSecret";
import { signOut } from "~/domain/accounts/signOut";
import { saveClientNote } from "~/domain/clients/saveClientNote";
import { signInAsClient } from "~/domain/clients/signInAsClient";
import type { Actor, ActorUser } from "~/domain/context";
import { findNotifications } from "~/domain/notifications/findNotifications";
import { markNotificationRead } from "~/domain/notifications/markNotificationRead";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import { approveDelivery } from "~/domain/orders/approveDelivery";
import { orderHistory } from "~/domain/orders/orderHistory";
import { deleteTeamAccount } from "~/domain/team/deleteTeamAccount";
import { writeTogether } from "~db/client.server";
import { newId } from "~db/ids";
import { history, orderReports, sessions, users } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { callApi } from "../support/portal";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.clear());
afterAll(() => database.dispose());

const at = (now: number, actor: Actor = anonymous) => testContext(database.db, actor, { now });
const renew = (now: number, proof: SessionProof) => renewSession(at(now), proof, { kind: "page" });
const actorAt = async (now: number, proof: SessionProof) => {
  const renewal = await renew(now, proof);
  if (renewal.state === "refused") throw new Error("refused");
  return { actor: actorOfSession(at(now), renewal.found), proof: renewal.proof ?? proof };
};
const stored = async ({ sessionId }: SessionProof) =>
  (await database.db.select().from(sessions).where(eq(sessions.id, sessionId)).get())!;

/** An admin who is signed in and acts as a client. */
async function scene(values: { privileges?: "Manager" | "Admin" } = {}) {
  const { db } = database;
  const admin = await aStaffMember(db, {
    firstName: "Mona",
    lastName: "Admin",
    privileges: values.privileges ?? "Manager",
  });
  const client = await aCustomer(db, { firstName: "Cleo", lastName: "Client" });
  const own = await aSession(at(TEST_NOW), admin);
  const adminActor: Actor = { kind: "user", user: admin, sessionId: own.sessionId };
  const acting = await signInAsClient(at(TEST_NOW, adminActor), client.id, "page");
  const { actor } = await actorAt(TEST_NOW + 1, acting);
  return { db, admin, client, own, adminActor, acting, actor };
}
const actionsOf = async (id: string) =>
  (await database.db.select().from(history).where(eq(history.entityId, id))).map(
    ({ action, actorId, realActorId }) => [action, actorId, realActorId] as const,
  );

test("a session of 60 minutes in the client's name, which remembers the admin; both ends are in the history", async () => {
  const { admin, client, own, acting, actor } = await scene();
  expect(actor).toMatchObject({ kind: "impersonated", adminId: admin.id, user: { id: client.id } });
  expect((await renew(TEST_NOW + IMPERSONATION_MS - 1, acting)).state).toBe("good");
  const before = await stored(own);
  const restored = await backToAdmin(at(TEST_NOW + 5, actor));
  expect(restored?.found.user.id).toBe(admin.id);
  expect(restored?.proof).toMatchObject({ sessionId: own.sessionId, generation: before.generation + 1 });
  expect((await actorAt(TEST_NOW + 6, restored!.proof)).actor).toMatchObject({ kind: "user", user: { id: admin.id } });
  expect((await renew(TEST_NOW + 6, acting)).state).toBe("refused");
  expect(await actionsOf(client.id)).toEqual([
    ["Login as User: started", admin.id, null],
    ["Login as User: ended", client.id, admin.id],
  ]);
  const [person] = await database.db.select().from(users).where(eq(users.id, client.id));
  expect(person).toMatchObject({ lastLogin: null, firstLogin: true });
});

test("customers only, and only by staff; who acts as a client starts no other", async () => {
  const { db, admin, client, own, adminActor, actor } = await scene();
  const colleague = await aStaffMember(db);
  const gone = await aCustomer(db, { deletedAt: 1 });
  for (const id of [colleague.id, admin.id, gone.id, "nobody"])
    await expect(signInAsClient(at(TEST_NOW, adminActor), id, "page")).rejects.toMatchObject({ kind: "NotFound" });
  const customer: Actor = { kind: "user", user: client, sessionId: "s" };
  for (const who of [actor, customer])
    await expect(signInAsClient(at(TEST_NOW, who), client.id, "page")).rejects.toMatchObject({ kind: "Forbidden" });
  await expect(signInAsClient(at(TEST_NOW), client.id, "page")).rejects.toMatchObject({ kind: "Unauthenticated" });
  // Signed out while the request was under way.
  await endSession(at(TEST_NOW), own.sessionId, "signed out");
  await expect(signInAsClient(at(TEST_NOW, adminActor), client.id, "page")).rejects.toMatchObject({
    kind: "Forbidden",
  });
});

test("after its 60 minutes the admin is given back, once, and to requests that were under way", async () => {
  const { admin, own, acting, client } = await scene();
  const end = TEST_NOW + IMPERSONATION_MS;
  const all = await Promise.all(
    Array.from({ length: 10 }, async () => {
      expect((await renew(end, acting)).state).toBe("refused");
      return await adminAfterImpersonation(at(end), acting);
    }),
  );
  const [first] = all;
  expect(first?.found.user.id).toBe(admin.id);
  expect(new Set(all.map((one) => JSON.stringify(one?.proof)))).toHaveProperty("size", 1);
  expect((await stored(own)).generation).toBe(2);
  expect((await actorAt(end + 1, first!.proof)).actor).toMatchObject({ kind: "user" });
  expect((await adminAfterImpersonation(at(end + LEEWAY_MS - 1), acting))?.proof).toEqual(first!.proof);
  expect(await adminAfterImpersonation(at(end + LEEWAY_MS), acting)).toBeNull();
  expect((await actionsOf(client.id)).map(([action]) => action)).toEqual([
    "Login as User: started",
    "Login as User: ended",
  ]);
});

test.each<[string, (scene: { own: SessionProof; admin: ActorUser }) => Promise<unknown>, number]>([
  ["was signed out elsewhere", ({ own }) => endSession(at(TEST_NOW + 2), own.sessionId, "signed out"), 0],
  ["has a new password", ({ admin }) => endSessionsOf(at(TEST_NOW + 2), admin.id, "password reset"), 0],
  [
    "lost the account",
    ({ admin }) =>
      database.db
        .update(users)
        .set({ deletedAt: TEST_NOW + 2 })
        .where(eq(users.id, admin.id)),
    0,
  ],
  ["was away for too long", async () => {}, IDLE_MS],
])("an admin whose own session is over is not given back, and acts no longer: who %s", async (_, end, later) => {
  const made = await scene();
  await end(made);
  const now = TEST_NOW + 3 + later;
  expect((await renew(now, made.acting)).state).toBe("refused");
  expect(await adminAfterImpersonation(at(now), made.acting)).toBeNull();
  expect(await backToAdmin(at(now, made.actor))).toBeNull();
});

test("a forged or foreign proof gives nobody back", async () => {
  const { acting, own, client } = await scene();
  const end = TEST_NOW + IMPERSONATION_MS;
  const customers = await aSession(at(TEST_NOW), client);
  for (const proof of [
    null,
    { ...acting, secret: own.secret },
    { ...acting, generation: 2 },
    { ...acting, sessionId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" },
    customers,
  ])
    expect(await adminAfterImpersonation(at(end), proof)).toBeNull();
});

test("somebody else's end of it gives the admin back; the admin's own logout ends both for good", async () => {
  const ended = await scene();
  // The client sets a new password: every session in that name ends.
  await endSessionsOf(at(TEST_NOW + 2), ended.client.id, "password reset");
  expect((await renew(TEST_NOW + 3, ended.acting)).state).toBe("refused");
  expect((await adminAfterImpersonation(at(TEST_NOW + 3), ended.acting))?.found.user.id).toBe(ended.admin.id);

  const left = await scene();
  await signOut(at(TEST_NOW + 2, left.actor));
  expect((await stored(left.own)).endReason).toBe("signed out");
  expect(await adminAfterImpersonation(at(TEST_NOW + 3), left.acting)).toBeNull();
  expect((await actionsOf(left.client.id)).at(-1)).toEqual(["Login as User: ended", left.client.id, left.admin.id]);
});

test("no live socket outlasts its session: not the admin's after a logout as the client, nor the client's after the admin", async () => {
  const closedBy = async (ctx: ReturnType<typeof at>, work: Promise<unknown>) => {
    await work;
    await ctx.settled();
    return ctx.disconnected();
  };
  const left = await scene();
  const both = [`${left.client.id} ${left.acting.sessionId}`, `${left.admin.id} ${left.own.sessionId}`].toSorted();
  const logout = at(TEST_NOW + 2, left.actor);
  expect(await closedBy(logout, signOut(logout))).toEqual(both);

  const anew = await scene();
  const entering = at(TEST_NOW + 2);
  const found = (await findSession(entering, anew.acting.sessionId))!;
  expect(await closedBy(entering, endWithAdmin(entering, found, "signed in anew"))).toEqual(
    [`${anew.client.id} ${anew.acting.sessionId}`, `${anew.admin.id} ${anew.own.sessionId}`].toSorted(),
  );

  const { admin, client, own, adminActor, acting } = await scene();
  const elsewhere = await aSession(at(TEST_NOW), admin);
  const other = await signInAsClient(
    at(TEST_NOW, { ...adminActor, sessionId: elsewhere.sessionId } as Actor),
    client.id,
    "page",
  );
  const away = at(TEST_NOW + 2, adminActor);
  expect(await closedBy(away, signOut(away))).toEqual(
    [`${admin.id} ${own.sessionId}`, `${client.id} ${acting.sessionId}`].toSorted(),
  );
  const removing = at(TEST_NOW + 3, actingAs(await aStaffMember(database.db, { privileges: "SuperAdmin" })));
  expect(await closedBy(removing, deleteTeamAccount(removing, { id: admin.id }))).toEqual(
    [`${admin.id} all`, `${client.id} ${acting.sessionId}`, `${client.id} ${other.sessionId}`].toSorted(),
  );
});

test("an end by the button cannot be used again to become the admin", async () => {
  const { acting, actor } = await scene();
  await backToAdmin(at(TEST_NOW + 5, actor));
  expect(await adminAfterImpersonation(at(TEST_NOW + 5 + LEEWAY_MS), acting)).toBeNull();
});

test("what is done as the client stands in the history with both names; the team's own things stay closed", async () => {
  const { db, admin, client, actor, adminActor } = await scene();
  const order = await anOrder(db, { clientId: client.id, status: "Completed", completedAt: TEST_NOW });
  await db.insert(orderReports).values({
    id: newId(TEST_NOW),
    orderId: order.id,
    uploadKey: "key",
    fileName: "report.pdf",
    createdById: admin.id,
    createdAt: TEST_NOW,
  });
  await approveDelivery(at(TEST_NOW + 10, actor), { orderId: order.id });
  const [entry] = await orderHistory(at(TEST_NOW + 11, adminActor), order.id);
  expect(entry).toMatchObject({ modifiedByName: "Cleo Client", realActorName: "Mona Admin" });
  await expect(saveClientNote(at(TEST_NOW, actor), { clientId: client.id, body: "x" })).rejects.toMatchObject({
    kind: "Forbidden",
  });
});

test("news stays unread: the admin sees what the client sees and takes nothing away", async () => {
  const { client, actor } = await scene();
  const ctx = at(TEST_NOW, actor);
  await writeTogether(
    ctx.db,
    notifyStatements(ctx, {
      recipients: { users: [client.id] },
      description: "News",
      type: "USER",
      typeSystemId: client.id,
      dedupeKey: "news",
    }),
  );
  const [news] = await findNotifications(ctx);
  expect(await markNotificationRead(ctx, news!.id)).toMatchObject({ id: news!.id, read: false });
  await expect(markNotificationRead(ctx, "another")).rejects.toMatchObject({ kind: "NotFound" });
  const own = at(TEST_NOW, { kind: "user", user: client, sessionId: "s" });
  expect(await markNotificationRead(own, news!.id)).toMatchObject({ read: true });
});

test("GET /user/token/{id}: a token of 60 minutes without a refresh, which ends with the admin's", async () => {
  const { db } = database;
  const admin = await aStaffMember(db, { privileges: "Admin" });
  const client = await aCustomer(db);
  const own = await aSession(at(TEST_NOW), admin, "api");
  const bearer = await at(TEST_NOW).signer.accessToken(own, TEST_NOW + 900_000);
  const answer = await callApi(at(TEST_NOW), "GET", `/user/token/${client.id}`, { bearer });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(Object.keys(answer.json)).toEqual(["jwtToken"]);
  const { jwtToken } = answer.json;
  const asked = (now: number) => callApi(at(now), "GET", "/user/detail", { bearer: jwtToken });
  expect((await asked(TEST_NOW + IMPERSONATION_MS - 1)).json._id).toBe(client.id);
  expect((await asked(TEST_NOW + IMPERSONATION_MS)).status).toBe(401);
  // A cookie alone, and who is no staff, start nothing.
  expect(
    (await callApi(at(TEST_NOW), "GET", `/user/token/${client.id}`, { headers: { Cookie: "session=x" } })).status,
  ).toBe(401);
  expect((await callApi(at(TEST_NOW), "GET", `/user/token/${client.id}`, { bearer: jwtToken })).status).toBe(403);
  expect((await callApi(at(TEST_NOW), "GET", `/user/token/${admin.id}`, { bearer })).status).toBe(404);
  await endSession(at(TEST_NOW), own.sessionId, "signed out");
  expect((await asked(TEST_NOW + 1)).status).toBe(401);
});
