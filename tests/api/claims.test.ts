import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import type { ActorUser, Context } from "~/domain/context";
import { updatePlacement } from "~/domain/intake/updatePlacement";
import { deliverOutbox } from "~/domain/outbox/deliverOutbox";
import { placementDetails } from "~/domain/placements/placementDetails";
import { isId } from "~db/ids";
import { claims } from "~db/schema";
import { aSession } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { aLiveOrder, DAY, watchThatFinds } from "../support/guarantee";
import { callApi } from "../support/portal";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

const NOTE = "osprey-margin-2296";
const NAME = "Kestrelina";

let database: TestDatabase;
let owner: ActorUser;
let manager: ActorUser;
let client: ActorUser;
let stranger: ActorUser;
let placementId: string;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  owner = await aStaffMember(database.db, { privileges: "SuperAdmin", firstName: NAME });
  manager = await aStaffMember(database.db, { privileges: "Manager" });
  client = await aCustomer(database.db);
  stranger = await aCustomer(database.db);
  const { links } = await aLiveOrder(database.db, { staff: owner, client });
  placementId = links[0]!.id;
});

async function call(user: ActorUser, path: string, body: unknown, values: Partial<Context> = {}) {
  const ctx = testContext(database.db, anonymous, values);
  const { sessionId } = await aSession(testContext(database.db), user, "api");
  const bearer = await ctx.signer.accessToken({ sessionId, generation: 1 }, TEST_NOW + ACCESS_MS);
  const { status, json, text } = await callApi(ctx, "POST", path, { body, bearer });
  return { status, text, json: json as Record<string, unknown> };
}
const gone = () => ({ linkWatch: watchThatFinds(database.db, "missing") });
const claim = (user = client, values: Partial<Context> = gone()) =>
  call(user, "/placement/claim", { id: placementId, reason: "It is gone" }, values);
const decide = async (user: ActorUser, decision: string, values: object = {}) => {
  const [{ id, version }] = (await database.db.select().from(claims)) as [typeof claims.$inferSelect];
  return await call(user, "/claim/decide", { id, version, decision, ...values });
};

test("placement/claim: answers the claim after a look", async () => {
  const { status, json } = await claim();
  expect(status).toBe(200);
  expect(json).toEqual({
    _id: json._id,
    placementId,
    number: "10001-01",
    orderId: json.orderId,
    openedBy: "client",
    verdict: "missing",
    state: "open",
    deadlines: { repairBy: null, replaceBy: null },
    replacementId: null,
    refundId: null,
    reason: "It is gone",
    version: 1,
    closedTime: null,
    createdTime: new Date(TEST_NOW).toISOString(),
  });
  expect(isId(json._id as string)).toBe(true);
});

test("placement/claim: says why none opens, and names a broken target", async () => {
  const broken = await claim(client, { linkWatch: watchThatFinds(database.db, "target_broken") });
  expect([broken.status, broken.text]).toEqual([409, expect.stringContaining("target_broken")]);
  const intact = await claim(client, { linkWatch: watchThatFinds(database.db, "ok") });
  expect([intact.status, intact.text]).toEqual([409, expect.stringContaining("on its page as agreed")]);
  expect((await claim(stranger)).status).toBe(404);
  expect((await claim()).status).toBe(200);
  expect([(await claim()).status, (await claim()).text]).toEqual([409, expect.stringContaining("open already")]);
});

test("claim/find: customers list their own, staff all with the internal note", async () => {
  await claim();
  await decide(manager, "repair", { reason: NOTE });
  const own = await call(client, "/claim/find", {});
  expect(own.json).toMatchObject({ totalElements: 1, content: [{ placementId, state: "repairing" }] });
  expect(own.text).not.toContain(NOTE);
  expect((await call(stranger, "/claim/find", {})).json).toEqual({ content: [], totalElements: 0 });
  const all = await call(manager, "/claim/find", {
    filterFields: [{ key: "state", searchOperation: "in", value: ["open", "repairing"] }],
  });
  expect(all.json).toMatchObject({ totalElements: 1, content: [{ clientId: client.id, note: NOTE }] });
  const closed = [{ key: "state", searchOperation: "eq", value: "repaired" }];
  expect((await call(manager, "/claim/find", { filterFields: closed })).json.totalElements).toBe(0);
});

test("claim/decide: each decision needs its role, its version and its reason", async () => {
  await claim();
  expect((await decide(client, "confirm")).status).toBe(403);
  expect((await decide(manager, "refund")).status).toBe(403);
  expect((await decide(manager, "reject", { reason: "No" })).status).toBe(403);
  expect((await decide(owner, "reject")).json).toMatchObject({ fieldErrors: { reason: ["Give a reason"] } });
  expect((await decide(manager, "vanish")).status).toBe(400);
  expect((await decide(manager, "confirm", { version: 7 })).status).toBe(409);
  const confirmed = await decide(manager, "confirm");
  expect(confirmed.json).toMatchObject({
    state: "confirmed",
    deadlines: { repairBy: new Date(TEST_NOW + 7 * DAY).toISOString(), replaceBy: null },
  });
  expect((await decide(manager, "replace")).json).toMatchObject({ state: "replacing", version: 3 });
  expect((await decide(owner, "refund")).json).toMatchObject({ state: "refunded", version: 5 });
  const [row] = await database.db.select().from(claims);
  expect((await call(client, "/claim/find", {})).json).toMatchObject({
    content: [{ refundId: row!.refundId, replacementId: row!.replacementId }],
  });
});

test("claim/decide: the client reads why a claim was rejected", async () => {
  await claim();
  expect((await decide(owner, "reject", { reason: "Moved at your wish" })).json).toMatchObject({ state: "rejected" });
  const { json } = await call(client, "/claim/find", {});
  expect(json).toMatchObject({ content: [{ reason: "Moved at your wish" }] });
});

test("notes and names of the team never reach the client", async () => {
  await updatePlacement(testContext(database.db, actingAs(owner)), { id: placementId, assignedToId: owner.id });
  const answers = [(await claim()).text];
  await decide(owner, "repair", { reason: NOTE });
  await decide(owner, "replace", { reason: NOTE });
  await decide(owner, "refund", { reason: NOTE });
  const [row] = await database.db.select().from(claims).where(eq(claims.placementId, placementId));
  expect(row!.note).toContain(NOTE);
  const told: string[] = [];
  await deliverOutbox(testContext(database.db, actingSystem, { now: TEST_NOW + DAY }), {
    sendMail: async (mail) => void (mail.to === client.email && told.push(JSON.stringify(mail))),
    push: async (userId, messages) => void (userId === client.id && told.push(JSON.stringify(messages))),
  });
  expect(told.join()).toContain("was refunded: $100.00");
  const asClient = testContext(database.db, actingAs(client));
  for (const id of [placementId, row!.replacementId!])
    answers.push(JSON.stringify(await placementDetails(asClient, id)));
  answers.push((await call(client, "/claim/find", {})).text, (await call(client, "/placement/find", {})).text, ...told);
  for (const text of answers) for (const secret of [NOTE, NAME]) expect(text).not.toContain(secret);
});
