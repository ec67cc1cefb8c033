import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiBuyer, aBuyer, BUYER_PASSWORD, buy, place, serviceNamed } from "../support/apiBuyer";
import { chargedTwice, chargesOf, DAY_MS, databaseCopies, live, runBilling } from "../support/restore";
import { type RunningPortal, startPortal } from "../support/runningPortal";
import { casesOf } from "../support/tier";

let portal: RunningPortal;
let copies: ReturnType<typeof databaseCopies>;
beforeAll(async () => {
  portal = await startPortal();
  copies = databaseCopies(portal);
}, 600_000);
afterAll(async () => {
  copies?.remove();
  await portal?.remove();
});

const SERVICE = "Local SEO Management";

interface StoredOrder {
  [column: string]: unknown;
  id: string;
  /** Identifies the order across copies: a restored renewal creates its order under another id. */
  what: string;
  number: number;
  total: number;
  payState: string;
  refunded: number;
}
interface StoredInvoice {
  [column: string]: unknown;
  what: string;
  number: string;
}
const WHAT = "iif(o.cycle > 1, o.subscription_id || ' ' || o.cycle, o.id)";
const ordersIn = (copy: string) =>
  copies.read<StoredOrder>(
    copy,
    `select o.id, ${WHAT} as what, o.number, o.total, o.pay_state as payState, o.refunded from orders o`,
  );
const invoicesIn = (copy: string) =>
  copies.read<StoredInvoice>(
    copy,
    `select ${WHAT} as what, i.account || ' ' || i.number as number from invoices i join orders o on o.id = i.order_id`,
  );

/** Numbers that two different orders have in these copies. */
function givenTwice(rows: { what: string; number: number | string }[]) {
  const whats = new Map<number | string, Set<string>>();
  for (const { what, number } of rows) whats.set(number, (whats.get(number) ?? new Set()).add(what));
  return [...whats].filter(([, of]) => of.size > 1).map(([number]) => number);
}

const bearerOf = async ({ email }: ApiBuyer) => (await portal.tokens(email, BUYER_PASSWORD)).jwtToken;

async function order(buyer: ApiBuyer, values: Record<string, unknown> = {}, card?: string) {
  const bearer = await bearerOf(buyer);
  return await buy(portal, bearer, await serviceNamed(portal, bearer, SERVICE), values, card);
}

const ages = [
  ["10 minutes", 10 / (24 * 60)],
  ["26 hours", 26 / 24],
  ["20 days", 20],
  ["45 days", 45],
] as const;
test.each(casesOf(ages, ages[1]))(
  "a copy %s old loses no order and reuses no number",
  async (_, age) => {
    const client = await aBuyer(portal);
    const kept = await order(client, { paymentType: "SUBSCRIPTION" });
    await runBilling(portal, 1);
    const copy = await copies.copy();

    const { jwtToken } = await portal.tokens("superadmin@example.com");
    const refunded = await portal.api("POST", "/order/refund", {
      bearer: jwtToken,
      body: { id: kept.orderSystemId, amount: 1, reason: "Late", refundKey: `restored-${Math.round(age * 24 * 60)}` },
    });
    expect(refunded.status).toBe(200);
    const lost = [await order(client), await order(client, { paymentType: "SUBSCRIPTION" })];
    const disputed = await order(client, {}, "pm_card_createDispute");
    const bearer = await bearerOf(client);
    await place(portal, bearer, await serviceNamed(portal, bearer, SERVICE));
    const stranger = await aBuyer(portal, "Stranger");
    const money = await order(stranger);
    if (age < 1) await runBilling(portal, 1);
    else await live(portal, age, 0.5);
    const atTheEnd = await order(client);
    const truth = await copies.copy();

    await copies.restore(copy);
    const afterwards = await order(client);
    await portal.control.moveClock({ advanceMs: 3 * DAY_MS });
    await runBilling(portal, 6);
    const final = await copies.copy();

    expect(chargedTwice(await chargesOf(portal))).toEqual([]);
    const [before, after] = [await ordersIn(truth), await ordersIn(final)];
    const byWhat = new Map(after.map((one) => [one.what, one]));
    const ofStranger = ({ what }: StoredOrder) => what.split(" ")[0] === money.orderSystemId;
    const paid = before.filter((one) => one.payState !== "unpaid" && !ofStranger(one));
    for (const { what, total, payState, refunded } of paid)
      expect(byWhat.get(what)).toMatchObject({ total, payState, refunded });
    for (const { orderSystemId, orderId } of [...lost, disputed, atTheEnd])
      expect(byWhat.get(orderSystemId)).toMatchObject({ number: orderId });
    expect(byWhat.get(kept.orderSystemId)).toMatchObject({ refunded: 100, payState: "partly_refunded" });
    expect(byWhat.get(disputed.orderSystemId)).toMatchObject({ payState: "refunded" });
    expect(byWhat.get(afterwards.orderSystemId)).toMatchObject({ payState: "paid" });
    expect(givenTwice([...before, ...after])).toEqual([]);
    expect(givenTwice([...(await invoicesIn(truth)), ...(await invoicesIn(final))])).toEqual([]);

    const unmatched = await copies.read<{ email: string; amount: number }>(
      final,
      `select client_email as email, amount from unmatched_payments where client_email = '${stranger.email}'`,
    );
    // The order, and its renewal in the longest of the lost times.
    const totals = before.filter(ofStranger).map(({ total }) => total);
    expect(unmatched.map(({ amount }) => amount)).toEqual(totals);
    const mails = (await portal.control.mail()).filter(({ text }) => text?.includes(stranger.email));
    expect(mails.filter(({ subject }) => subject.endsWith("has no order"))).toHaveLength(totals.length);
  },
  1_800_000,
);
