import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { reopenCancelledOrder } from "~/domain/cancellations/reopenCancelledOrder";
import { commissionList } from "~/domain/commissions/commissionList";
import { findCommissions } from "~/domain/commissions/findCommissions";
import type { ActorUser, Context } from "~/domain/context";
import { shareOf } from "~/domain/money";
import { moveOrders } from "~/domain/orders/moveOrders";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { settleOrder } from "~/domain/settlement/settleOrder";
import { listFromUrl } from "~/list/listFromUrl";
import { newId } from "~db/ids";
import { commissions, coupons, history, orders, users } from "~db/schema";
import { anAffiliate, anAgreement, aReferral, earnedOn, payByHand } from "../support/commissions";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aService, aStaffMember } from "../support/factories";
import { plansOf } from "../support/queryPlans";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
let staff: Context;
let superAdmin: ActorUser;
beforeAll(async () => {
  database = await openTestDatabase();
  superAdmin = await aStaffMember(database.db);
  staff = testContext(database.db, actingAs(superAdmin));
});
afterAll(() => database.dispose());
const query = (search = "") => listFromUrl(commissionList, `http://portal.example.com/commissions?${search}`);

const FIRST = { firstTime: true, perpetual: false };
const EVERY = { firstTime: false, perpetual: true };
const BOTH = { firstTime: true, perpetual: true };
const NONE = { firstTime: false, perpetual: false };

test.each([
  ["first time", FIRST, ["firstTime", "notTheFirst", "notTheFirst"], 1],
  ["perpetual", EVERY, ["perpetual", "perpetual", "perpetual"], 3],
  ["both", BOTH, ["perpetual", "perpetual", "perpetual"], 3],
  ["none", NONE, ["neitherChosen", "neitherChosen", "neitherChosen"], 0],
])("%s: what three paid orders of one service earn, and why", async (_, terms, reasons, earned) => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const client = await aReferral(db, affiliate);
  const sold = await aService(db);
  await anAgreement(db, affiliate, sold.service.id, { percent: 1250, ...terms });
  const made = [];
  for (let n = 0; n < 3; n++) made.push(await earnedOn(db, await payByHand(staff, client, sold)));
  expect(made.map(({ credit }) => credit?.reason)).toEqual(reasons);
  expect(made.every(({ credit }) => credit?.source === "signUp" && credit.percent === 1250)).toBe(true);
  const lines = made.flatMap((one) => one.lines);
  expect(lines).toHaveLength(earned);
  for (const line of lines)
    expect(line).toMatchObject({
      kind: "earned",
      amount: 12_50,
      orderAmount: 100_00,
      percent: 1250,
      status: "CREATED",
      affiliateId: affiliate.id,
      clientId: client.id,
      voidedAt: null,
    });
});

test("a free order earns nothing and does not use up the first time", async () => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const client = await aReferral(db, affiliate);
  const one = await aService(db);
  const other = await aService(db);
  for (const { service } of [one, other]) await anAgreement(db, affiliate, service.id, FIRST);
  const reasonOf = async (id: string) => (await earnedOn(db, id)).credit?.reason;
  expect(await reasonOf(await payByHand(staff, client, other))).toBe("firstTime");
  const free = await anOrder(db, { clientId: client.id, serviceId: one.service.id, total: 0, payState: "unpaid" });
  await settleOrder(testContext(db, actingSystem), { kind: "free", orderId: free.id });
  expect(await reasonOf(free.id)).toBe("nothingPaid");
  expect(await reasonOf(await payByHand(staff, client, one))).toBe("firstTime");
});

test.each([
  ["nobody brought the client", undefined, {}, undefined],
  ["the affiliate was switched off", { affiliate: false }, {}, "notAnAffiliate"],
  ["the affiliate's account was deleted", { deletedAt: TEST_NOW }, {}, "notAnAffiliate"],
  ["nothing is agreed", {}, undefined, "noSetting"],
  ["0 percent is agreed", {}, { percent: 0 }, "noSetting"],
])("no commission: %s", async (_, change, terms, reason) => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const client = change ? await aReferral(db, affiliate) : await aCustomer(db);
  const sold = await aService(db);
  if (terms) await anAgreement(db, affiliate, sold.service.id, terms);
  if (change && Object.keys(change).length > 0) await db.update(users).set(change).where(eq(users.id, affiliate.id));
  const { credit, lines } = await earnedOn(db, await payByHand(staff, client, sold));
  expect(credit?.reason).toBe(reason);
  expect(lines).toEqual([]);
});

test("a moved order's first time stays with the client who paid", async () => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const sold = await aService(db);
  await anAgreement(db, affiliate, sold.service.id, FIRST);
  const [payer, other] = [await aReferral(db, affiliate), await aReferral(db, affiliate)];
  const reasonOf = async (client: ActorUser) =>
    (await earnedOn(db, await payByHand(staff, client, sold))).credit?.reason;
  const first = await payByHand(staff, payer, sold);
  await moveOrders(staff, { orderIds: [first], oldClientId: payer.id, clientId: other.id });
  expect(await reasonOf(payer)).toBe("notTheFirst");
  expect(await reasonOf(other)).toBe("firstTime");
  expect(await reasonOf(other)).toBe("notTheFirst");
  // A migrated order has no invoice: it counts for whose it is.
  const migrated = await aReferral(db, affiliate);
  await anOrder(db, { clientId: migrated.id, serviceId: sold.service.id, createdBy: "Migration" });
  expect(await reasonOf(migrated)).toBe("notTheFirst");
});

test("finds an earlier payment among the client's own rows", async () => {
  const { db } = database;
  const client = await aReferral(db, await anAffiliate(db));
  const sold = await aService(db);
  const steps = await plansOf(database.binding, (spied) => payByHand({ ...staff, db: spied }, client, sold));
  expect(steps.filter((step) => /^(SEARCH|SCAN) [ip]\b/.test(step))).toEqual([
    "SEARCH i USING INDEX invoices_client (client_id=?)",
    "SEARCH p USING INDEX sqlite_autoindex_orders_1 (id=?)",
    "SEARCH p USING INDEX orders_client_status (client_id=?)",
    "SEARCH i USING COVERING INDEX invoices_order (order_id=?)",
  ]);
});

test("an order paid during cancellation earns a void commission", async () => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const sold = await aService(db);
  await anAgreement(db, affiliate, sold.service.id);
  const client = await aReferral(db, affiliate);
  const order = await anOrder(db, {
    clientId: client.id,
    serviceId: sold.service.id,
    status: "Cancelled",
    statusBeforeCancel: "Abandoned_Checkout",
    payState: "unpaid",
    paidAt: null,
    paymentIntentId: "pi_of_cancelled",
  });
  const outcome = await settleOrder(testContext(db, actingSystem), {
    kind: "payment",
    id: "pi_of_cancelled",
    account: order.account,
    status: "succeeded",
    currency: "usd",
    amount: order.total,
    received: order.total,
    customerId: null,
    paymentMethodId: null,
    clientSecret: null,
    metadata: { order_id: order.id },
    decline: null,
    createdAt: TEST_NOW,
    latestChargeId: null,
    chargedAt: null,
    actionUrl: null,
  });
  expect(outcome).toBe("settled");
  const { credit, lines } = await earnedOn(db, order.id);
  expect(credit?.reason).toBe("perpetual");
  expect(lines).toMatchObject([{ kind: "earned", voidedAt: TEST_NOW, voidReason: "The order was cancelled" }]);
});

test("flags a suspected self-referral on credit and commission", async () => {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const sold = await aService(db);
  await anAgreement(db, affiliate, sold.service.id);
  const client = await aReferral(db, affiliate, { selfReferral: "ownEmail" });
  const { credit, lines } = await earnedOn(db, await payByHand(staff, client, sold));
  expect([credit?.selfReferral, lines[0]?.selfReferral]).toEqual(["ownEmail", "ownEmail"]);
});

test("a coupon credits its affiliate only without a referrer", async () => {
  const { db } = database;
  const [first, second] = [await anAffiliate(db), await anAffiliate(db)];
  const sold = await aService(db);
  for (const affiliate of [first, second]) await anAgreement(db, affiliate, sold.service.id);
  const [coupon] = await db
    .insert(coupons)
    .values({
      id: newId(TEST_NOW),
      code: "BYCODE",
      type: "FIXED",
      discount: 0,
      affiliateId: second.id,
      createdAt: TEST_NOW,
    })
    .returning();
  const creditOf = async (clientId: string) => {
    const order = await anOrder(db, {
      clientId,
      serviceId: sold.service.id,
      payState: "unpaid",
      status: "Abandoned_Checkout",
      paymentIntentId: null,
      couponId: coupon!.id,
      total: 0,
      paidAt: null,
    });
    await settleOrder(testContext(db, actingSystem), { kind: "free", orderId: order.id });
    return (await earnedOn(db, order.id)).credit;
  };
  expect(await creditOf((await aReferral(db, first)).id)).toMatchObject({ affiliateId: first.id, source: "signUp" });
  expect(await creditOf((await aCustomer(db)).id)).toMatchObject({
    affiliateId: second.id,
    source: "coupon",
    selfReferral: null,
  });
  expect(await creditOf(second.id)).toMatchObject({ source: "coupon", selfReferral: "ownCoupon" });
});

/** A paid order of $100.00 with a commission of 12.5 %, in the status that is asked for. */
async function anEarningOrder(status: "CREATED" | "APPROVED" | "PAID" = "CREATED", percent = 1250) {
  const { db } = database;
  const affiliate = await anAffiliate(db);
  const client = await aReferral(db, affiliate);
  const sold = await aService(db);
  await anAgreement(db, affiliate, sold.service.id, { percent });
  const id = await payByHand(staff, client, sold);
  await db.update(commissions).set({ status }).where(eq(commissions.orderId, id));
  return { id, affiliate, client };
}
let refundsAsked = 0;
const refund = (id: string, amount: number) =>
  refundOrder(staff, { id, amount, reason: "Late", requestKey: `commission-refund-${++refundsAsked}` });
const cancel = async (id: string) => {
  const order = (await database.db.select().from(orders).where(eq(orders.id, id)).get())!;
  await cancelOrder(staff, { id, version: order.version, reason: "Not wanted", stopSubscription: false });
};
const reopen = async (id: string) => {
  const order = (await database.db.select().from(orders).where(eq(orders.id, id)).get())!;
  await reopenCancelledOrder(staff, { id, version: order.version, reason: "A mistake" });
};
const linesOf = async (id: string) =>
  (await earnedOn(database.db, id)).lines.map(({ kind, amount, status, voidedAt }) => ({
    kind,
    amount,
    status,
    void: voidedAt !== null,
  }));
const earnedLine = (amount: number, status: string, isVoid = false) => ({
  kind: "earned",
  amount,
  status,
  void: isVoid,
});
const reversal = (amount: number) => ({ kind: "reversal", amount, status: "APPROVED", void: false });

test.each(["CREATED", "APPROVED"] as const)(
  "%s: a partial refund lowers it in proportion, a full one voids it",
  async (status) => {
    const { id } = await anEarningOrder(status);
    await refund(id, 33_33);
    expect(await linesOf(id)).toEqual([earnedLine(shareOf(66_67, 1250), status)]);
    await refund(id, 66_67);
    expect(await linesOf(id)).toEqual([earnedLine(shareOf(66_67, 1250), status, true)]);
    const [row] = (await earnedOn(database.db, id)).lines;
    expect(row?.voidReason).toBe("The order was refunded");
  },
);

test.each(["CREATED", "APPROVED"] as const)(
  "%s: cancelling voids it, reopening restores it for what is still paid",
  async (status) => {
    const { id } = await anEarningOrder(status);
    await cancel(id);
    expect(await linesOf(id)).toEqual([earnedLine(12_50, status, true)]);
    await refund(id, 20_00);
    expect(await linesOf(id)).toEqual([earnedLine(12_50, status, true)]);
    await reopen(id);
    expect(await linesOf(id)).toEqual([earnedLine(10_00, status)]);
    const written = await database.db
      .select({ action: history.action })
      .from(history)
      .where(eq(history.entityId, (await earnedOn(database.db, id)).lines[0]!.id))
      .orderBy(history.id);
    expect(written.map(({ action }) => action)).toEqual(["Commission voided", "Commission restored"]);
  },
);

test("refunds of a PAID commission never exceed what was earned", async () => {
  const { id, affiliate } = await anEarningOrder("PAID");
  await refund(id, 33_33);
  await refund(id, 33_33);
  const third = shareOf(66_67, 1250);
  const twoThirds = shareOf(33_34, 1250);
  const lines = [earnedLine(12_50, "PAID"), reversal(third - 12_50), reversal(twoThirds - third)];
  expect(await linesOf(id)).toEqual(lines);
  await cancel(id);
  expect(await linesOf(id)).toEqual([...lines, reversal(-twoThirds)]);
  await refund(id, 33_34);
  expect((await linesOf(id)).reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(await linesOf(id)).toHaveLength(4);
  await reopen(id);
  expect(await linesOf(id)).toHaveLength(4);
  const own = await findCommissions(testContext(database.db, actingAs(affiliate)), query());
  expect(own.content.map(({ amount }) => amount).sort((a, b) => b - a)[0]).toBe(12_50);
  expect(own.totalElements).toBe(4);
});

test("a later refund of a reversed PAID commission nets to zero", async () => {
  const { id } = await anEarningOrder("PAID");
  await refund(id, 50_00);
  await database.db
    .update(commissions)
    .set({ status: "APPROVED" })
    .where(and(eq(commissions.orderId, id), eq(commissions.kind, "earned")));
  await refund(id, 50_00);
  expect(await linesOf(id)).toEqual([earnedLine(12_50, "APPROVED"), reversal(-6_25), reversal(-6_25)]);
});
