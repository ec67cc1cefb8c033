import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { actorOfSession } from "~/domain/accounts/actorOfSession";
import { adminAfterImpersonation, backToAdmin, endWithAdmin } from "~/domain/accounts/backToAdmin";
import { endSession, endSessionsOf } from "~/domain/accounts/endSession";
import { findSession } from "~/domain/accounts/findSession";
import { renewSession } from "~/domain/accounts/renewSession";
import { ACCESS_MS, IDLE_MS, IMPERSONATION_MS, LEEWAY_MS } from "~/domain/accounts/sessionLimits";
import type { SessionProof } from "~/domain/accounts/sessionSecret";
import { signOut } from "~/domain/accounts/signOut";
import { saveClientNote } from "~/domain/clients/saveClientNote";
import { signInAsClient } from "~/domain/clients/signInAsClient";
import type { Actor, ActorUser } from "~/domain/context";
import { approveDelivery } from "~/domain/delivery/approveDelivery";
import { findNotifications } from "~/domain/notifications/findNotifications";
import { markNotificationRead } from "~/domain/notifications/markNotificationRead";
import { notifyStatements } from "~/domain/notifications/notifyStatements";
import { orderHistory } from "~/domain/orders/orderHistory";
import { deleteTeamAccount } from "~/domain/team/deleteTeamAccount";
import { atomicBatch } from "~db/client.server";
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

/** A signed-in admin who impersonates a client. */
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

test("impersonates for 60 minutes, with start and end in the history", async () => {
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

test("only staff may impersonate, only customers, and not nested", async () => {
  const { db, admin, client, own, adminActor, actor } = await scene();
  const colleague = await aStaffMember(db);
  const deleted = await aCustomer(db, { deletedAt: 1 });
  for (const id of [colleague.id, admin.id, deleted.id, "nobody"])
    await expect(signInAsClient(at(TEST_NOW, adminActor), id, "page")).rejects.toMatchObject({ kind: "NotFound" });
  const customer: Actor = { kind: "user", user: client, sessionId: "s" };
  for (const who of [actor, customer])
    await expect(signInAsClient(at(TEST_NOW, who), client.id, "page")).rejects.toMatchObject({ kind: "Forbidden" });
  await expect(signInAsClient(at(TEST_NOW), client.id, "page")).rejects.toMatchObject({ kind: "Unauthenticated" });
  // The admin signed out while the request was in flight.
  await endSession(at(TEST_NOW), own.sessionId, "signed out");
  await expect(signInAsClient(at(TEST_NOW, adminActor), client.id, "page")).rejects.toMatchObject({
    kind: "Forbidden",
  });
});

test("restores the admin once after 60 minutes, also for late requests", async () => {
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
  expect(new Set(all.map((entry) => JSON.stringify(entry?.proof)))).toHaveProperty("size", 1);
  expect((await stored(own)).generation).toBe(2);
  expect((await actorAt(end + 1, first!.proof)).actor).toMatchObject({ kind: "user" });
  expect((await adminAfterImpersonation(at(end + LEEWAY_MS), acting))?.proof).toEqual(first!.proof);
  expect(await adminAfterImpersonation(at(end + 1 + LEEWAY_MS), acting)).toBeNull();
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
  ["was idle for too long", async () => {}, IDLE_MS],
])("does not restore an admin who %s", async (_, end, later) => {
  const current = await scene();
  await end(current);
  const now = TEST_NOW + 3 + later;
  expect((await renew(now, current.acting)).state).toBe("refused");
  expect(await adminAfterImpersonation(at(now), current.acting)).toBeNull();
  expect(await backToAdmin(at(now, current.actor))).toBeNull();
});

test("restores no admin for a forged or foreign proof", async () => {
  const { acting, own, client } = await scene();
  const end = TEST_NOW + IMPERSONATION_MS;
  const customerProof = await aSession(at(TEST_NOW), client);
  for (const proof of [
    null,
    { ...acting, secret: own.secret },
    { ...acting, generation: 2 },
    { ...acting, sessionId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" },
    customerProof,
  ])
    expect(await adminAfterImpersonation(at(end), proof)).toBeNull();
});

test("only the admin's own logout ends both sessions for good", async () => {
  const ended = await scene();
  // A new password of the client ends every session of that user.
  await endSessionsOf(at(TEST_NOW + 2), ended.client.id, "password reset");
  expect((await renew(TEST_NOW + 3, ended.acting)).state).toBe("refused");
  expect((await adminAfterImpersonation(at(TEST_NOW + 3), ended.acting))?.found.user.id).toBe(ended.admin.id);

  const signedOut = await scene();
  await signOut(at(TEST_NOW + 2, signedOut.actor));
  expect((await stored(signedOut.own)).endReason).toBe("signed out");
  expect(await adminAfterImpersonation(at(TEST_NOW + 3), signedOut.acting)).toBeNull();
  expect((await actionsOf(signedOut.client.id)).at(-1)).toEqual([
    "Login as User: ended",
    signedOut.client.id,
    signedOut.admin.id,
  ]);
});

test("closes the live sockets of both sessions when either ends", async () => {
  const closedBy = async (ctx: ReturnType<typeof at>, work: Promise<unknown>) => {
    await work;
    await ctx.settled();
    return ctx.disconnected();
  };
  const first = await scene();
  const both = [`${first.client.id} ${first.acting.sessionId}`, `${first.admin.id} ${first.own.sessionId}`].toSorted();
  const logout = at(TEST_NOW + 2, first.actor);
  expect(await closedBy(logout, signOut(logout))).toEqual(both);

  const second = await scene();
  const signInCtx = at(TEST_NOW + 2);
  const session = (await findSession(signInCtx, second.acting.sessionId))!;
  expect(await closedBy(signInCtx, endWithAdmin(signInCtx, session, "signed in again"))).toEqual(
    [`${second.client.id} ${second.acting.sessionId}`, `${second.admin.id} ${second.own.sessionId}`].toSorted(),
  );

  const { admin, client, own, adminActor, acting } = await scene();
  const elsewhere = await aSession(at(TEST_NOW), admin);
  const other = await signInAsClient(
    at(TEST_NOW, { ...adminActor, sessionId: elsewhere.sessionId } as Actor),
    client.id,
    "page",
  );
  const signOutCtx = at(TEST_NOW + 2, adminActor);
  expect(await closedBy(signOutCtx, signOut(signOutCtx))).toEqual(
    [`${admin.id} ${own.sessionId}`, `${client.id} ${acting.sessionId}`].toSorted(),
  );
  const deleteCtx = at(TEST_NOW + 3, actingAs(await aStaffMember(database.db, { privileges: "SuperAdmin" })));
  expect(await closedBy(deleteCtx, deleteTeamAccount(deleteCtx, { id: admin.id }))).toEqual(
    [`${admin.id} all`, `${client.id} ${acting.sessionId}`, `${client.id} ${other.sessionId}`].toSorted(),
  );
});

test("ending impersonation by button cannot restore the admin again", async () => {
  const { acting, actor } = await scene();
  const restored = await backToAdmin(at(TEST_NOW + 5, actor));
  await renew(TEST_NOW + 5, restored!.proof);
  expect(await adminAfterImpersonation(at(TEST_NOW + 5 + LEEWAY_MS), acting)).toBeNull();
});

test("a lost answer to 'Back to admin' signs no admin out", async () => {
  const { acting, actor } = await scene();
  const lost = await backToAdmin(at(TEST_NOW + 5, actor));
  const again = await adminAfterImpersonation(at(TEST_NOW + 60_000, actor), acting);
  expect(again?.proof).toEqual(lost?.proof);
  const later = TEST_NOW + 5 + ACCESS_MS;
  const renewal = await renew(later, again!.proof);
  expect(renewal).toMatchObject({ proof: { generation: 3 } });
  expect(await adminAfterImpersonation(at(later + 1), acting)).toBeNull();
});

test("records both names and denies staff operations to an impersonator", async () => {
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

test("an impersonating admin does not mark notifications as read", async () => {
  const { client, actor } = await scene();
  const ctx = at(TEST_NOW, actor);
  await atomicBatch(
    ctx.db,
    notifyStatements(ctx, {
      recipients: { users: [client.id] },
      description: "News",
      type: "USER",
      typeSystemId: client.id,
      dedupeKey: "news",
    }),
  );
  const [notification] = await findNotifications(ctx);
  expect(await markNotificationRead(ctx, notification!.id)).toMatchObject({ id: notification!.id, read: false });
  await expect(markNotificationRead(ctx, "another")).rejects.toMatchObject({ kind: "NotFound" });
  const own = at(TEST_NOW, { kind: "user", user: client, sessionId: "s" });
  expect(await markNotificationRead(own, notification!.id)).toMatchObject({ read: true });
});

test("GET /user/token/{id} issues a 60-minute token tied to the admin", async () => {
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
  const userDetail = (now: number) => callApi(at(now), "GET", "/user/detail", { bearer: jwtToken });
  expect((await userDetail(TEST_NOW + IMPERSONATION_MS - 1)).json._id).toBe(client.id);
  expect((await userDetail(TEST_NOW + IMPERSONATION_MS)).status).toBe(401);
  // Neither a cookie nor a non-staff caller can start an impersonation.
  expect(
    (await callApi(at(TEST_NOW), "GET", `/user/token/${client.id}`, { headers: { Cookie: "session=x" } })).status,
  ).toBe(401);
  expect((await callApi(at(TEST_NOW), "GET", `/user/token/${client.id}`, { bearer: jwtToken })).status).toBe(403);
  expect((await callApi(at(TEST_NOW), "GET", `/user/token/${admin.id}`, { bearer })).status).toBe(404);
  await endSession(at(TEST_NOW), own.sessionId, "signed out");
  expect((await userDetail(TEST_NOW + 1)).status).toBe(401);
});
