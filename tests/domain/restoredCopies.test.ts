import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { renewDue } from "~/domain/billing/renewDue";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { reconcileOrders } from "~/domain/checkout/reconcileOrders";
import type { ActorUser } from "~/domain/context";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { unmatchedPayments } from "~db/schema";
import { type CheckoutStack, cards, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { DAY, HOUR, MINUTE, type Renewals, renewalsOf } from "../support/renewals";
import { copyTables, restoreTables } from "../support/restore";
import { casesOf } from "../support/tier";

vi.setConfig({ testTimeout: 600_000 });

let stack: CheckoutStack;
let renewals: Renewals;
let admin: ActorUser;
beforeAll(async () => {
  stack = await startCheckoutStack();
  renewals = renewalsOf(stack);
  admin = await aStaffMember(stack.db, { firstName: "Sam" });
});
afterAll(async () => {
  expect(stack.violations()).toEqual([]);
  await stack.stop();
});

const DISPUTED = "4000000000000259";
type Buyer = Awaited<ReturnType<CheckoutStack["aBuyer"]>>;

async function order(buyer: Buyer, values: Parameters<Buyer["form"]>[0] = {}, card: string = cards.good) {
  const placed = await placeOrder(stack.contextOf(buyer.buyer), buyer.form(values));
  await stack.confirm(placed, card);
  await completeOrder(stack.contextOf(buyer.buyer), placed.orderSystemId);
  return { id: placed.orderSystemId, number: placed.orderId };
}

/** No webhook ever arrives, so everything known comes from these jobs. */
async function billing(times: number, every = 10 * MINUTE) {
  for (let run = 0; run < times; run++) {
    renewals.advance(every);
    for (const job of [reconcileOrders, closeUnpaidOrders, renewDue, readPaymentEvents])
      await job(stack.system(), (error) => {
        throw error;
      });
  }
}

interface Row {
  /** The same in every copy: a renewal's order is made again under another id. */
  what: string;
  number: number;
}
const WHAT = sql.raw("iif(o.cycle > 1, o.subscription_id || ' ' || o.cycle, o.id)");
const stored = () =>
  stack.db.all<Row & { total: number; payState: string; refunded: number }>(
    sql`select ${WHAT} as what, o.number, o.total, o.pay_state as payState, o.refunded from orders o`,
  );
const issued = () =>
  stack.db.all<Row>(sql`select ${WHAT} as what, i.number from invoices i join orders o on o.id = i.order_id`);

/** Numbers that stand for two different orders. */
function givenTwice(rows: Row[]) {
  const whats = new Map<number, Set<string>>();
  for (const { what, number } of rows) whats.set(number, (whats.get(number) ?? new Set()).add(what));
  return [...whats].filter(([, of]) => of.size > 1).map(([number]) => number);
}

async function chargedTwice() {
  const paid = (await stack.sandbox.ledger())
    .filter(({ kind, status }) => kind === "charge" && status === "succeeded")
    .map(({ metadata }) => metadata.order_id ?? `${metadata.subscription_id} ${metadata.cycle}`);
  return paid.filter((one, at) => paid.indexOf(one) !== at);
}

const ages: [string, number][] = [
  ["10 minutes", 10 * MINUTE],
  ["26 hours", 26 * HOUR],
  ["20 days", 20 * DAY],
  ["32 days", 32 * DAY],
];
test.each(casesOf(ages, ages[3]!))("a copy %s old loses no order and gives no number twice", async (_, age) => {
  const client = await stack.aBuyer();
  const kept = await order(client, { paymentType: "SUBSCRIPTION" });
  const { id: renewed } = await renewals.aSubscription("pm_card_visa", { nextPayment: stack.now() + age / 2 });
  await billing(1, MINUTE);
  const copy = await copyTables(stack.binding);

  await refundOrder(stack.contextOf(admin), { id: kept.id, amount: 1_00, reason: "Late", requestKey: `lost-${age}` });
  const lost = [await order(client), await order(client, { paymentType: "SUBSCRIPTION" })];
  const disputed = await order(client, {}, DISPUTED);
  await placeOrder(stack.contextOf(client.buyer), client.form());
  const money = await order(await stack.aBuyer());
  await billing(4, (age - MINUTE) / 4);
  lost.push(await order(client));
  const [before, invoicesBefore] = [await stored(), await issued()];
  expect((await renewals.traces(renewed)).subscription.currentCycle).toBe(2);

  await restoreTables(stack.binding, copy);
  const afterwards = await order(client);
  renewals.advance(3 * DAY);
  await billing(6);

  expect(await chargedTwice()).toEqual([]);
  const after = await stored();
  const found = new Map(after.map((one) => [one.what, one]));
  const paid = before.filter(({ payState, what }) => payState !== "unpaid" && what !== money.id);
  for (const { what, total, payState, refunded } of paid)
    expect(found.get(what)).toMatchObject({ total, payState, refunded });
  for (const { id, number } of [...lost, disputed]) expect(found.get(id)).toMatchObject({ number });
  expect(found.get(kept.id)).toMatchObject({ refunded: 1_00, payState: "partly_refunded" });
  expect(found.get(disputed.id)).toMatchObject({ refunded: 100_00 });
  expect(found.get(afterwards.id)).toMatchObject({ payState: "paid" });
  expect(givenTwice([...before, ...after])).toEqual([]);
  expect(givenTwice([...invoicesBefore, ...(await issued())])).toEqual([]);
  const [intent] = await stack.intentsOf("regular", money.id);
  const unmatched = await stack.db
    .select()
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.paymentIntentId, intent!.id));
  expect(unmatched).toMatchObject([{ amount: 100_00, state: "open" }]);
  await renewals.rest();
});
