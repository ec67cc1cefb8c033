import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { reopenCancelledOrder } from "~/domain/cancellations/reopenCancelledOrder";
import { claimDeadlines } from "~/domain/claims/claimDeadlines";
import { DecideClaimInput } from "~/domain/claims/claimInputs";
import { decideClaim } from "~/domain/claims/decideClaim";
import { endRefunded } from "~/domain/claims/endClaim";
import { openClaim } from "~/domain/claims/openClaim";
import { storedClaim } from "~/domain/claims/storedClaim";
import type { ActorUser, Context } from "~/domain/context";
import { Conflict, Forbidden, NotFound, WriteConflict } from "~/domain/errors";
import { takeDueChecks } from "~/domain/linkWatch/takeDueChecks";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { writeRefunds } from "~/domain/refunds/writeRefunds";
import type { Verdict } from "~/domain/verdicts";
import { claims, disputes, history, notifications, orders, placements, refunds } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import {
  aLiveOrder,
  DAY,
  goLive,
  linkRows,
  paidByCard,
  storeCheck,
  storeTaken,
  watchThatFinds,
} from "../support/guarantee";
import { overtaken } from "../support/overtaken";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let owner: ActorUser;
let admin: ActorUser;
let manager: ActorUser;
let client: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  owner = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  admin = await aStaffMember(database.db, { privileges: "Admin" });
  manager = await aStaffMember(database.db, { privileges: "Manager" });
  client = await aCustomer(database.db);
});

const as = (user: ActorUser, values: Partial<Context> = {}) => testContext(database.db, actingAs(user), values);
const system = (now: number, values: Partial<Context> = {}) =>
  testContext(database.db, actingSystem, { now, ...values });
const live = (values: Partial<Parameters<typeof aLiveOrder>[1]> = {}) =>
  aLiveOrder(database.db, { staff: owner, client, ...values });
const report = (id: string, verdict: Verdict | null, { user = client, now = TEST_NOW, reason = "" } = {}) =>
  openClaim(as(user, { now, linkWatch: watchThatFinds(database.db, verdict, now) }), { id, reason });
const decide = async (user: ActorUser, decision: string, values: Partial<Context> & { reason?: string } = {}) => {
  const { reason = "", ...rest } = values;
  const claim = await theClaim();
  return decideClaim(
    as(user, rest),
    DecideClaimInput.parse({ id: claim.id, version: claim.version, decision, reason }),
  );
};
const deadlines = (now: number, values: Partial<Context> = {}) =>
  claimDeadlines(system(now, values), (error) => {
    throw error;
  });
/** Two faults a day apart, from `from` on. */
async function lose(id: string, from = TEST_NOW + DAY) {
  await storeCheck(system(from), id, "missing");
  await storeCheck(system(from + DAY), id, "missing");
  return from + DAY;
}
const theClaim = async () => {
  const [claim, ...others] = await database.db.select().from(claims);
  expect(others).toEqual([]);
  return claim!;
};
const toldTo = async (user: ActorUser, text: RegExp) =>
  (await database.db.select().from(notifications).where(eq(notifications.userId, user.id))).filter(({ description }) =>
    text.test(description),
  );
const refusedOnly = (error: unknown) => expect(error).toBeInstanceOf(Conflict);
const refundRows = () => database.db.select().from(refunds);

test("a client's report opens a claim after one fault", async () => {
  const { links } = await live();
  const claim = await report(links[0]!.id, "missing", { reason: "The post is gone" });
  expect(claim).toMatchObject({ state: "open", openedBy: "client", verdict: "missing", reason: "The post is gone" });
  expect(await theClaim()).toEqual(claim);
  expect(await toldTo(client, /we found a fault \(link missing\)/)).toHaveLength(1);
  expect(await toldTo(manager, /the client reports that it is gone/)).toHaveLength(1);
  const actions = (await database.db.select().from(history)).map(({ action }) => action);
  expect(actions).toContain(`Link ${links[0]!.number}: claim opened`);
  expect(actions).toContain("Claim opened");
});

test.each([
  ["ok", /on its page as agreed/],
  ["target_broken", /target_broken/],
  ["blocked", /could not read the page .*our team was notified/],
  [null, /could not read the page/],
] as const)("a look that finds %s opens no claim and says why", async (verdict, why) => {
  const { links } = await live();
  await expect(report(links[0]!.id, verdict)).rejects.toThrow(why);
  expect(await database.db.select().from(claims)).toEqual([]);
});

test("a page that cannot be read is checked again and shown to staff once", async () => {
  const { links } = await live();
  await expect(report(links[0]!.id, "timeout")).rejects.toThrow(Conflict);
  await expect(report(links[0]!.id, "timeout")).rejects.toThrow(Conflict);
  const [link] = await database.db.select().from(placements);
  // After both looks, so that the next one can be stored.
  expect(link!.nextCheckAt).toBe(TEST_NOW + 2);
  const [due] = await takeDueChecks(system(TEST_NOW + 2));
  await storeTaken(system(TEST_NOW + 2), due!.checks[0]!, "ok");
  expect(await toldTo(manager, /could not be read/)).toHaveLength(1);
  expect(await toldTo(client, /could not be read/)).toEqual([]);
});

test("refuses a claim that the guarantee does not cover, without a look", async () => {
  const { orderId, links } = await live({ count: 2, guaranteeDays: 30 });
  const [first, second] = links.map(({ id }) => id) as [string, string];
  const never = {
    linkWatch: { checkNow: () => Promise.reject(new Error("No look was needed")), lookAt: async () => [] },
  };
  const tell = (id: string, now = TEST_NOW) =>
    openClaim(as(client, { ...never, now }), { id, reason: "" }).catch((error: Error) => error.message);
  expect(await tell(first, TEST_NOW + 31 * DAY)).toMatch(/^The guarantee of link .* ended on/);
  await report(first, "missing");
  expect(await tell(first)).toMatch(/is open already/);
  await refundOrder(as(owner), {
    id: orderId,
    amount: 100_00,
    reason: "Agreed",
    requestKey: "refund-of-second",
    placementIds: [second],
  });
  expect(await tell(second)).toMatch(/was refunded, so its guarantee has ended/);
  await database.db.update(placements).set({ refundId: null });
  await database.db.insert(disputes).values({
    id: "dispute",
    orderId,
    account: "regular",
    providerId: "dp_1",
    amount: 200_00,
    reason: "fraudulent",
    status: "needs_response",
    evidenceDueAt: null,
    openedAt: TEST_NOW,
  });
  expect(await tell(second)).toMatch(/is disputed at the bank/);
  await database.db.delete(disputes);
  await database.db.update(orders).set({ payState: "refunded" });
  expect(await tell(second)).toMatch(/^Order \d+ was refunded/);
  await database.db.update(placements).set({ state: "replaced" });
  expect(await tell(second)).toMatch(/is not live: Replaced/);
});

test("refuses a claim for a link without a guarantee and of another client", async () => {
  const { links } = await live({ guaranteeDays: 0 });
  await expect(report(links[0]!.id, "missing")).rejects.toThrow(/has no guarantee/);
  const other = await aCustomer(database.db);
  await expect(report(links[0]!.id, "missing", { user: other })).rejects.toThrow(NotFound);
});

test("the second fault opens a claim, and the next intact look repairs it", async () => {
  const { links } = await live();
  const lostAt = await lose(links[0]!.id);
  expect(await theClaim()).toMatchObject({ state: "confirmed", openedBy: "watch", repairBy: lostAt + 7 * DAY });
  expect(await toldTo(client, /is lost \(link missing\)/)).toHaveLength(1);
  await storeCheck(system(lostAt + DAY), links[0]!.id, "ok");
  expect(await theClaim()).toMatchObject({ state: "repaired", closedAt: lostAt + DAY });
  expect(await toldTo(client, /is live again/)).toHaveLength(1);
  const changes = (await database.db.select().from(history)).filter(({ action }) => /repaired/i.test(action));
  expect(changes.map(({ entity }) => entity).sort()).toEqual(["order", "placement"]);
});

test("the watch's second fault confirms a client's claim", async () => {
  const { links } = await live();
  await report(links[0]!.id, "missing");
  await storeCheck(system(TEST_NOW + DAY), links[0]!.id, "missing");
  expect(await theClaim()).toMatchObject({ state: "confirmed", openedBy: "client", repairBy: TEST_NOW + 8 * DAY });
});

test("a report whose look confirms the loss returns the watch's claim", async () => {
  const { links } = await live();
  await storeCheck(system(TEST_NOW), links[0]!.id, "missing");
  const claim = await report(links[0]!.id, "missing", { now: TEST_NOW + DAY });
  expect(claim).toMatchObject({ state: "confirmed", openedBy: "watch" });
  expect(await theClaim()).toEqual(claim);
});

test("the watch opens no claim for refunded links and disputed orders", async () => {
  const { orderId, links } = await live({ count: 2 });
  await refundOrder(as(owner), {
    id: orderId,
    amount: 100_00,
    reason: "Agreed",
    requestKey: "refund-of-first",
    placementIds: [links[0]!.id],
  });
  await lose(links[0]!.id);
  await database.db.insert(disputes).values({
    id: "dispute",
    orderId,
    account: "regular",
    providerId: "dp_1",
    amount: 200_00,
    reason: "fraudulent",
    status: "under_review",
    evidenceDueAt: null,
    openedAt: TEST_NOW,
  });
  await lose(links[1]!.id);
  expect(await database.db.select().from(claims)).toEqual([]);
  expect(await toldTo(client, /We repair it by/)).toEqual([]);
  // The refund of one link and a dispute that was won take nothing from the others.
  await database.db.update(disputes).set({ status: "won" });
  await storeCheck(system(TEST_NOW + 5 * DAY), links[1]!.id, "ok");
  await lose(links[1]!.id, TEST_NOW + 6 * DAY);
  expect(await theClaim()).toMatchObject({ placementId: links[1]!.id, state: "confirmed" });
});

test("a loss that its rejected claim covered opens no second claim", async () => {
  const { links } = await live();
  const at = await lose(links[0]!.id);
  await decide(owner, "replace", { now: at });
  await storeCheck(system(at + DAY), links[0]!.id, "ok");
  const again = await lose(links[0]!.id, at + 2 * DAY);
  await decide(owner, "reject", { now: again + 1, reason: "Agreed with the client" });
  await storeCheck(system(again + DAY), links[0]!.id, "missing");
  expect(await theClaim()).toMatchObject({ state: "rejected" });
});

test("a fault inside the guarantee counts when it is confirmed after its end", async () => {
  const { links } = await live({ guaranteeDays: 30 });
  await lose(links[0]!.id, TEST_NOW + 30 * DAY - 1);
  expect(await theClaim()).toMatchObject({ state: "confirmed" });
});

test("a fault after the guarantee opens no claim", async () => {
  const { links } = await live({ guaranteeDays: 30 });
  await lose(links[0]!.id, TEST_NOW + 30 * DAY + 1);
  expect(await database.db.select().from(claims)).toEqual([]);
});

test("a replacement begins after the time to repair, with what was lost", async () => {
  const { orderId, links } = await live({ minDr: 20 });
  await database.db.update(placements).set({ siteDr: 54 });
  const lostAt = await lose(links[0]!.id);
  await deadlines(lostAt + 7 * DAY - 1);
  expect(await theClaim()).toMatchObject({ state: "confirmed" });
  await deadlines(lostAt + 7 * DAY);
  const claim = await theClaim();
  expect(claim).toMatchObject({ state: "replacing", replaceBy: lostAt + 37 * DAY });
  const [lost, replacement] = await linkRows(database.db, orderId);
  expect(replacement).toMatchObject({
    id: claim.replacementId,
    state: "ready",
    share: 0,
    replacesId: lost!.id,
    sequence: 2,
    targetUrl: lost!.targetUrl,
    anchorText: lost!.anchorText,
    clientReference: "reference 0",
    number: lost!.number.replace("-01", "-02"),
    orderItemId: lost!.orderItemId,
  });
  // Lost after one of 365 days.
  expect(replacement!.terms).toMatchObject({ guaranteeDays: 364, minDr: 54 });
  expect(await toldTo(client, /could not be repaired. Link \d+-02 replaces it/)).toHaveLength(1);
});

test("a live replacement ends the claim; losing it refunds the first link", async () => {
  const { orderId, links } = await live({ remedy: "refund" });
  let at = await lose(links[0]!.id);
  at += 7 * DAY;
  await deadlines(at);
  const first = await theClaim();
  at += DAY;
  await goLive(database.db, owner, [first.replacementId!], at);
  at += DAY;
  await deadlines(at);
  expect(await theClaim()).toMatchObject({ state: "replaced" });
  expect((await linkRows(database.db, orderId)).map(({ state }) => state)).toEqual(["replaced", "live"]);
  at = await lose(first.replacementId!, at + DAY);
  at += 7 * DAY;
  await deadlines(at);
  at += 30 * DAY;
  await deadlines(at);
  const all = await database.db.select().from(claims).orderBy(claims.createdAt);
  expect(all.map(({ state }) => state)).toEqual(["replaced", "refunded"]);
  const [root, second, third] = await linkRows(database.db, orderId);
  expect(await refundRows()).toMatchObject([{ id: root!.refundId, amount: 100_00, requestKey: `claim:${all[1]!.id}` }]);
  expect([second!.state, third!.state, third!.refundId]).toEqual(["live", "cancelled", root!.refundId]);
  expect(await toldTo(client, /was refunded: \$100.00/)).toHaveLength(1);
});

test("staff decide on the refund where the terms say so", async () => {
  const { links } = await live({ remedy: "replace" });
  const at = (await lose(links[0]!.id)) + 37 * DAY;
  await deadlines(at - 30 * DAY);
  await deadlines(at);
  await deadlines(at + DAY);
  expect(await refundRows()).toEqual([]);
  expect(await toldTo(admin, /was not replaced in time. Decide on its refund/)).toHaveLength(1);
  expect(await toldTo(manager, /was not replaced in time/)).toEqual([]);
  await expect(decide(manager, "refund", { now: at })).rejects.toThrow(Forbidden);
  await decide(admin, "refund", { now: at, reason: "Publisher closed" });
  expect(await theClaim()).toMatchObject({ state: "refunded" });
  expect(await refundRows()).toMatchObject([{ amount: 100_00, reason: "Publisher closed", state: "succeeded" }]);
});

test("a refund that the bank has not confirmed ends the claim later", async () => {
  const { orderId, links } = await live({ remedy: "refund" });
  const { payments, bank, made } = await paidByCard(database.db, orderId);
  bank.state = "pending";
  const at = (await lose(links[0]!.id)) + 37 * DAY;
  await deadlines(at - 30 * DAY);
  await deadlines(at, { payments });
  expect(await theClaim()).toMatchObject({ state: "replacing" });
  bank.state = "succeeded";
  await deadlines(at + DAY, { payments });
  await deadlines(at + 2 * DAY, { payments });
  expect(await theClaim()).toMatchObject({ state: "refunded" });
  expect(made.size).toBe(1);
});

async function refundedByDeadline() {
  const { orderId, links } = await live({ remedy: "refund" });
  const card = await paidByCard(database.db, orderId);
  const at = (await lose(links[0]!.id)) + 37 * DAY;
  await deadlines(at - 30 * DAY);
  await deadlines(at, { payments: card.payments });
  expect(await theClaim()).toMatchObject({ state: "refunded" });
  const bankReturns = async (now: number) => {
    card.bank.state = "failed";
    await writeRefunds(system(now), orderId, await card.payments.refundsOf("regular", `pi_${orderId}`));
    card.bank.state = "succeeded";
  };
  return { ...card, orderId, at, bankReturns };
}

test("a refund that the bank returns opens its claim again, for Admins", async () => {
  const { orderId, at, payments, made, bankReturns } = await refundedByDeadline();
  await bankReturns(at + DAY);
  await bankReturns(at + DAY);
  expect(await theClaim()).toMatchObject({ state: "replacing", replaceBy: null, refundId: null, closedAt: null });
  expect((await linkRows(database.db, orderId)).map(({ state }) => state)).toEqual(["live", "ready"]);
  expect(await toldTo(admin, /the bank returned its refund. Refund it again/)).toHaveLength(1);
  expect(await toldTo(manager, /the bank returned its refund/)).toEqual([]);
  await deadlines(at + 90 * DAY, { payments });
  expect(made.size).toBe(1);
  await decide(admin, "refund", { now: at + 91 * DAY, payments });
  const { id, state } = await theClaim();
  expect([state, (await refundRows()).map((row) => [row.state, row.requestKey])]).toEqual([
    "refunded",
    [
      ["failed", `claim:${id}`],
      ["succeeded", `claim:${id}:2`],
    ],
  ]);
  expect((await linkRows(database.db, orderId))[1]).toMatchObject({ state: "cancelled" });
  expect(await toldTo(client, /was refunded: /)).toHaveLength(2);
});

test("after a returned refund a live replacement ends the claim", async () => {
  const { orderId, at, payments, bankReturns } = await refundedByDeadline();
  await bankReturns(at + DAY);
  await goLive(database.db, owner, [(await theClaim()).replacementId!], at + 2 * DAY);
  await deadlines(at + 2 * DAY, { payments });
  expect(await theClaim()).toMatchObject({ state: "replaced", refundId: null });
  expect((await linkRows(database.db, orderId)).map(({ state }) => state)).toEqual(["replaced", "live"]);
});

test("a refund that fails while it ends the claim does not end it", async () => {
  const { orderId, links } = await live({ remedy: "refund" });
  const { payments, bank } = await paidByCard(database.db, orderId);
  bank.state = "pending";
  const at = (await lose(links[0]!.id)) + 37 * DAY;
  await deadlines(at - 30 * DAY);
  await deadlines(at, { payments });
  const report = async (state: "succeeded" | "failed") => {
    bank.state = state;
    await writeRefunds(system(at), orderId, await payments.refundsOf("regular", `pi_${orderId}`));
  };
  await report("succeeded");
  const stored = await storedClaim(system(at), { id: (await theClaim()).id });
  const [refund] = await refundRows();
  await report("failed");
  await expect(endRefunded(system(at), stored, refund!)).rejects.toThrow(WriteConflict);
  expect(await theClaim()).toMatchObject({ state: "replacing" });
});

test("a returned refund brings back no replacement of a rejected claim", async () => {
  const { orderId, links } = await live({ count: 2 });
  const { payments, bank } = await paidByCard(database.db, orderId);
  const at = (await lose(links[0]!.id)) + 7 * DAY;
  await deadlines(at);
  await decide(owner, "reject", { now: at, reason: "You moved your page" });
  const input = { id: orderId, amount: 200_00, reason: "All of it", requestKey: "refund-of-order" };
  await refundOrder(as(owner, { payments }), input);
  bank.state = "failed";
  await writeRefunds(system(at), orderId, await payments.refundsOf("regular", `pi_${orderId}`));
  expect(await theClaim()).toMatchObject({ state: "rejected" });
  expect((await linkRows(database.db, orderId)).at(-1)).toMatchObject({ state: "cancelled", refundId: null });
});

test("an open dispute stops deadlines until it is won", async () => {
  const { orderId, links } = await live({ remedy: "refund" });
  const lostAt = await lose(links[0]!.id);
  await database.db.insert(disputes).values({
    id: "dispute",
    orderId,
    account: "regular",
    providerId: "dp_1",
    amount: 100_00,
    reason: "fraudulent",
    status: "needs_response",
    evidenceDueAt: null,
    openedAt: TEST_NOW,
  });
  await deadlines(lostAt + 20 * DAY);
  expect(await theClaim()).toMatchObject({ state: "confirmed" });
  await database.db.update(disputes).set({ status: "won" });
  await deadlines(lostAt + 21 * DAY);
  expect(await theClaim()).toMatchObject({ state: "replacing" });
});

test("a refund of the whole order ends its claims", async () => {
  const { orderId, links } = await live({ count: 2 });
  const lostAt = await lose(links[0]!.id);
  await deadlines(lostAt + 7 * DAY);
  await refundOrder(as(owner), { id: orderId, amount: 200_00, reason: "All of it", requestKey: "refund-of-order" });
  await deadlines(lostAt + 8 * DAY);
  expect(await theClaim()).toMatchObject({ state: "refunded", refundId: (await refundRows())[0]!.id });
});

test("a replacement going live ends its claim though the order was refunded", async () => {
  const { orderId, links } = await live({ count: 2 });
  const at = (await lose(links[0]!.id)) + 7 * DAY;
  await deadlines(at);
  const { replacementId } = await theClaim();
  await refundOrder(as(owner), { id: orderId, amount: 200_00, reason: "All of it", requestKey: "refund-of-order" });
  // After the run looked for live replacements, before it looks at refunded orders.
  const race = overtaken(system(at), database.binding, 2, () => goLive(database.db, owner, [replacementId!], at));
  await deadlines(at, { db: race.ctx.db });
  expect(await theClaim()).toMatchObject({ state: "replaced", refundId: null });
  expect((await linkRows(database.db, orderId))[0]).toMatchObject({ state: "replaced" });
});

test("a rejection needs a super admin and a reason that the client reads", async () => {
  const { links } = await live();
  await report(links[0]!.id, "nofollow");
  await expect(decide(admin, "reject", { reason: "No" })).rejects.toThrow(Forbidden);
  await expect(decide(owner, "reject")).rejects.toThrow("Give a reason");
  await decide(owner, "reject", { reason: "You asked for nofollow" });
  expect(await theClaim()).toMatchObject({ state: "rejected", rejectReason: "You asked for nofollow" });
  expect(await toldTo(client, /could not accept your claim. You asked for nofollow/)).toHaveLength(1);
});

test("a reopened order brings back no replacement of a rejected claim", async () => {
  const { orderId: id, links } = await live();
  await report(links[0]!.id, "missing");
  await decide(manager, "confirm");
  await decide(manager, "replace");
  await decide(owner, "reject", { reason: "As agreed" });
  const { replacementId } = await theClaim();
  await cancelOrder(as(owner), { id, reason: "By mistake", stopSubscription: false });
  await reopenCancelledOrder(as(owner), { id, reason: "A mistake" });
  const [replacement] = await database.db.select().from(placements).where(eq(placements.id, replacementId!));
  expect(replacement!.state).toBe("cancelled");
});

test("a claim whose refund has begun cannot be rejected", async () => {
  const { orderId, links } = await live();
  const { payments, bank } = await paidByCard(database.db, orderId);
  bank.state = "pending";
  await lose(links[0]!.id);
  await decide(admin, "refund", { payments });
  await expect(decide(owner, "reject", { reason: "No" })).rejects.toThrow(/is being refunded/);
  bank.state = "succeeded";
  await deadlines(TEST_NOW + 9 * DAY, { payments });
  expect(await theClaim()).toMatchObject({ state: "refunded" });
});

test.each([
  ["rejected", "reject", ["refunded", "rejected"]],
  ["refunded", "refund", ["refunded"]],
] as const)("a claim %s at any moment of its refund ends once", async (_, decision, outcomes) => {
  const { links } = await live({ count: 40 });
  const reached = new Set<string>();
  for (const [at, { id }] of links.entries()) {
    const now = TEST_NOW + at;
    await storeCheck(system(now), id, "missing");
    const { version, ...claim } = await report(id, "missing", { now: now + DAY });
    const decided = (by: Context, taken: string) =>
      decideClaim(by, DecideClaimInput.parse({ id: claim.id, version, decision: taken, reason: "No" })).catch(
        refusedOnly,
      );
    const other = () => decided(as(owner, { now: now + DAY }), decision);
    const race = overtaken(as(admin, { now: now + DAY }), database.binding, at + 1, other);
    await decided(race.ctx, "refund");
    const [after] = await database.db.select().from(claims).where(eq(claims.id, claim.id));
    reached.add(after!.state);
    const refunded = (await refundRows()).filter(({ requestKey }) => requestKey === `claim:${claim.id}`);
    expect(refunded, `trip ${at}`).toHaveLength(after!.state === "refunded" ? 1 : 0);
    const ends = (await database.db.select().from(history).where(eq(history.entityId, id))).filter(({ action }) =>
      /^Claim (refunded|rejected)/.test(action),
    );
    expect(ends, `trip ${at}`).toHaveLength(1);
    if (!race.reached()) break;
  }
  expect([...reached].toSorted()).toEqual(outcomes);
});

test("staff confirm, ask for the repair and replace early", async () => {
  const { links } = await live();
  await report(links[0]!.id, "missing");
  await decide(manager, "confirm");
  expect(await theClaim()).toMatchObject({ state: "confirmed", repairBy: TEST_NOW + 7 * DAY });
  await decide(manager, "repair", { now: TEST_NOW + DAY, reason: "Mailed the editor" });
  expect(await theClaim()).toMatchObject({
    state: "repairing",
    repairBy: TEST_NOW + 7 * DAY,
    note: "Mailed the editor",
  });
  await decide(manager, "replace", { now: TEST_NOW + 2 * DAY });
  expect(await theClaim()).toMatchObject({ state: "replacing", replaceBy: TEST_NOW + 32 * DAY });
  await expect(decide(manager, "confirm")).rejects.toThrow(/Being replaced and cannot be decided so/);
});

test("of two decisions on one version the later is stale", async () => {
  const { links } = await live();
  const claim = await report(links[0]!.id, "missing");
  await decide(manager, "confirm");
  const late = DecideClaimInput.parse({ id: claim.id, version: claim.version, decision: "replace" });
  await expect(decideClaim(as(manager), late)).rejects.toThrow(Conflict);
});
