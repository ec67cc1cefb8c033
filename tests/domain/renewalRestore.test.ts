import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chargeNow } from "~/domain/billing/chargeNow";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { renewDue } from "~/domain/billing/renewDue";
import { saveCard } from "~/domain/billing/saveCard";
import { openCardSetup } from "~/domain/renewals/openCardSetup";
import { claimDue } from "~/domain/subscriptions/billingCycle";
import { nextPaymentDate } from "~/domain/subscriptions/nextPaymentDate";
import { history, paymentCustomers, subscriptions } from "~db/schema";
import { booksOf } from "../support/books";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { killedAt } from "../support/killing";
import { DAY, HOUR, MINUTE, type Renewals, renewalsOf } from "../support/renewals";
import { copyTables, restoreTables } from "../support/restore";
import { casesOf } from "../support/tier";

let stack: CheckoutStack;
let renewals: Renewals;
beforeAll(async () => {
  stack = await startCheckoutStack();
  renewals = renewalsOf(stack);
  // The cron finds by itself what the events would have told.
  await stack.setEventMarks();
});
afterEach(async () => {
  await renewals.rest();
  expect(renewals.failures.splice(0)).toEqual([]);
  expect(stack.violations()).toEqual([]);
});
afterAll(() => stack.stop());

/** Forgets what `work` does: the database is put back as it stood before, the provider keeps everything. */
async function forgotten<T>(work: () => Promise<T>): Promise<T> {
  const copy = await copyTables(stack.binding);
  const result = await work();
  await restoreTables(stack.binding, copy);
  return result;
}
const succeeded = async (id: string) => (await renewals.charges(id)).filter(({ status }) => status === "succeeded");
const subscriptionOf = async (id: string) => (await renewals.traces(id)).subscription;
/** Columns that follow the moment of the charge, which the provider tells in whole seconds. */
const moved = { previousPayment: expect.any(Number), version: expect.any(Number) };
const expectSameSecond = (one: number | null, other: number | null) =>
  expect(Math.abs((one ?? 0) - (other ?? Number.NaN))).toBeLessThan(2000);
/** Runs the cron, and answers what it asked the provider. */
async function callsOfCron() {
  const kill = killedAt(0, "before");
  await renewDue(kill.context(stack.system(), stack.binding), (error) => {
    throw error;
  });
  return kill.state.names.filter((name) => name.startsWith("payments."));
}
const refusals = () => stack.db.select().from(history).where(eq(history.action, "paymentRefused"));

/** Reads the events of the last two weeks and puts the mark back. */
async function readAllEvents() {
  await stack.setEventMarks(stack.now() - 14 * DAY);
  await readPaymentEvents(stack.system(), (error) => {
    throw error;
  });
  await stack.setEventMarks();
}

test("a new cycle is looked for once at the provider, a stored one never", async () => {
  const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  expect(await callsOfCron()).toEqual(["payments.listPayments", "payments.createPayment", "payments.confirmPayment"]);
  renewals.advance(DAY + MINUTE);
  expect(await callsOfCron()).toEqual(["payments.retrievePayment", "payments.confirmPayment"]);
  expect(await renewals.charges(id)).toHaveLength(2);
});

test("settles a cycle that was charged after the copy without a charge", async () => {
  const { id } = await renewals.aSubscription();
  const before = await forgotten(async () => {
    await renewals.cron();
    return await renewals.traces(id);
  });
  renewals.advance(3 * DAY);
  expect(await callsOfCron()).toEqual(["payments.listPayments", "payments.refundsOf", "payments.disputesOf"]);
  expect(await succeeded(id)).toHaveLength(1);
  const after = await renewals.traces(id);
  expect(after.subscription).toEqual({ ...before.subscription, ...moved });
  expect(after.renewed).toMatchObject([{ total: 100_00, payState: "paid" }]);
  expectSameSecond(after.renewed[0]!.paidAt, before.renewed[0]!.paidAt);
  expect(after).toMatchObject({ cycles: [{ state: "paid", leaseUntil: null }], invoices: [1], steps: 1 });
});

/** Moves the clock to the 20th of a month, from which 31 days lead past each next payment, whatever today is. */
function goToThe20th() {
  const now = new Date(stack.now());
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (now.getUTCDate() > 20 ? 1 : 0), 20, 12);
  renewals.advance(Math.max(0, next - stack.now()));
}

test("adopts three forgotten cycles in turn, each with the amount of then", async () => {
  goToThe20th();
  const start = stack.now() - 31 * DAY;
  const { id } = await renewals.aSubscription("pm_card_visa", { startedAt: start });
  const amounts = [100_00, 130_00, 90_00];
  await forgotten(async () => {
    for (const renewalAmount of amounts) {
      await stack.db.update(subscriptions).set({ renewalAmount }).where(eq(subscriptions.id, id));
      await renewals.cron();
      renewals.advance(31 * DAY);
    }
  });
  for (const cycle of [2, 3, 4]) {
    await renewals.cron();
    expect((await subscriptionOf(id)).currentCycle).toBe(cycle);
    expect(await succeeded(id)).toHaveLength(3);
    renewals.advance(10 * MINUTE);
  }
  const { cycles, renewed } = await renewals.traces(id);
  expect(cycles.map(({ amount }) => amount)).toEqual(amounts);
  expect(renewed.map(({ total }) => total)).toEqual(amounts);
  await renewals.cron();
  expect((await succeeded(id)).map(({ amount }) => amount)).toEqual([...amounts, 100_00]);
});

test("counts the tries of a forgotten open payment and goes on with it", async () => {
  const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  const intent = await forgotten(async () => {
    await renewals.cron();
    return (await renewals.traces(id)).cycles[0]!.paymentIntentId;
  });
  renewals.advance(11 * MINUTE);
  await renewals.cron();
  const { cycles, subscription } = await renewals.traces(id);
  expect(cycles).toMatchObject([{ paymentIntentId: intent, tries: 1, lastFailureCode: "generic_decline" }]);
  expect(subscription.status).toBe("Due");
  expect(await renewals.charges(id)).toHaveLength(1);
});

test("opens a new payment where the forgotten one was cancelled", async () => {
  const { id, subscription } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  const intent = await forgotten(async () => {
    await renewals.cron();
    return (await renewals.traces(id)).cycles[0]!.paymentIntentId!;
  });
  await stack.sandbox.regular.paymentIntents.cancel(intent);
  const { customerId } = subscription;
  const card = await stack.sandbox.regular.paymentMethods.attach("pm_card_visa", { customer: customerId });
  await stack.db.update(subscriptions).set({ paymentMethodId: card.id }).where(eq(subscriptions.id, id));
  renewals.advance(11 * MINUTE);
  await renewals.cron();
  const { cycles } = await renewals.traces(id);
  expect(cycles).toMatchObject([{ state: "paid" }]);
  expect(cycles[0]!.paymentIntentId).not.toBe(intent);
  expect(await succeeded(id)).toHaveLength(1);
});

test("knows what was given back of a forgotten cycle", async () => {
  const { id } = await renewals.aSubscription();
  const intent = await forgotten(async () => {
    await renewals.cron();
    return (await renewals.traces(id)).cycles[0]!.paymentIntentId!;
  });
  await stack.sandbox.regular.refunds.create({ payment_intent: intent, amount: 40_00 });
  renewals.advance(DAY);
  await renewals.cron();
  const { renewed } = await renewals.traces(id);
  expect(renewed).toMatchObject([{ paymentIntentId: intent, payState: "partly_refunded", refunded: 40_00 }]);
  expect(await succeeded(id)).toHaveLength(1);
});

test("keeps the date of a forgotten Charge Now", async () => {
  const staff = await aStaffMember(stack.db);
  const dueIn = 20 * DAY;
  const { id } = await renewals.aSubscription("pm_card_visa", { nextPayment: stack.now() + dueIn });
  const before = await forgotten(async () => {
    await chargeNow(stack.contextOf(staff), { id });
    return await subscriptionOf(id);
  });
  renewals.advance(dueIn + MINUTE);
  await renewals.cron();
  expect(await succeeded(id)).toHaveLength(1);
  const after = await subscriptionOf(id);
  expect(after).toEqual({ ...before, ...moved, nextPayment: expect.any(Number) });
  expectSameSecond(after.nextPayment, before.nextPayment);
  expect(before.nextPayment).toBe(nextPaymentDate(before.previousPayment, before.anchorDay, before));
});

test("Charge Now takes a forgotten payment as its own", async () => {
  const staff = await aStaffMember(stack.db);
  const { id } = await renewals.aSubscription();
  await forgotten(() => renewals.cron());
  renewals.advance(DAY);
  expect(await chargeNow(stack.contextOf(staff), { id, cycle: 2 })).toMatchObject({ outcome: "charged" });
  expect(await succeeded(id)).toHaveLength(1);
});

test("the provider's events settle forgotten cycles and refuse none", async () => {
  const { id } = await renewals.aSubscription("pm_card_visa", { frequency: "DAY", orderDuration: 7 });
  const known = (await refusals()).length;
  const before = await forgotten(async () => {
    await renewals.cron();
    renewals.advance(7 * DAY);
    await renewals.cron();
    const traces = await renewals.traces(id);
    await stack.sandbox.regular.refunds.create({ payment_intent: traces.cycles[0]!.paymentIntentId! });
    return traces;
  });
  await readAllEvents();
  expect(await subscriptionOf(id)).toEqual({ ...before.subscription, ...moved });
  const { renewed, cycles } = await renewals.traces(id);
  expect(cycles.map(({ paymentIntentId }) => paymentIntentId)).toEqual(
    before.cycles.map(({ paymentIntentId }) => paymentIntentId),
  );
  expect(renewed.map(({ payState }) => payState)).toEqual(["refunded", "paid"]);
  expect(await refusals()).toHaveLength(known);
  renewals.advance(MINUTE);
  await renewals.cron();
  expect(await succeeded(id)).toHaveLength(2);
});

test("an event settles a cycle that was claimed when the copy was made", async () => {
  const { id } = await renewals.aSubscription();
  const [claimed] = await claimDue(stack.system(), 1);
  expect(claimed).toMatchObject({ subscriptionId: id, paymentIntentId: null });
  renewals.advance(11 * MINUTE);
  await forgotten(() => renewals.cron());
  await readAllEvents();
  expect(await renewals.traces(id)).toMatchObject({
    subscription: { currentCycle: 2 },
    cycles: [{ state: "paid", leaseUntil: null }],
    invoices: [1],
  });
  expect(await succeeded(id)).toHaveLength(1);
});

test("finds charges to a customer record that replaced a deleted one", async () => {
  const { id, subscription, client } = await renewals.aSubscription();
  const { customerId } = subscription;
  await stack.db
    .insert(paymentCustomers)
    .values({ userId: client.id, account: "regular", customerId, createdAt: stack.now() });
  await stack.sandbox.regular.customers.del(customerId);
  const owner = () => stack.contextOf(client);
  const newCard = async () => {
    const setup = await openCardSetup(owner(), { id });
    await stack.confirm({ ...setup, mode: "setup" });
    return await saveCard(owner(), { id }, setup);
  };
  await forgotten(async () => {
    await newCard();
    renewals.advance(11 * MINUTE);
    await renewals.cron();
    expect(await succeeded(id)).toHaveLength(1);
  });
  renewals.advance(2 * DAY);
  await newCard();
  await renewals.cron();
  expect(await succeeded(id)).toHaveLength(1);
  expect((await renewals.traces(id)).cycles).toMatchObject([{ cycle: 2, state: "paid" }]);
});

test("another customer's payment of the same cycle is not adopted", async () => {
  const { id } = await renewals.aSubscription();
  const { regular } = stack.sandbox;
  const customer = (await regular.customers.create({})).id;
  const card = await regular.paymentMethods.attach("pm_card_visa", { customer });
  const foreign = await regular.paymentIntents.create({
    amount: 100_00,
    currency: "usd",
    customer,
    payment_method: card.id,
    confirm: true,
    return_url: "http://portal.example.com/",
    metadata: { subscription_id: id, cycle: "2" },
  });
  await renewals.cron();
  const { cycles } = await renewals.traces(id);
  expect(cycles[0]!.paymentIntentId).not.toBe(foreign.id);
  expect(cycles[0]!.state).toBe("paid");
});

const ages: [string, number][] = [
  ["10 minutes", 10 * MINUTE],
  ["26 hours", 26 * HOUR],
  ["20 days", 20 * DAY],
  ["32 days", 32 * DAY],
];
test.each(casesOf(ages, ages[3]!))(
  "a copy %s old leads to no second charge of a cycle",
  async (_, age) => {
    const weekly = { frequency: "WEEK" as const };
    const nextPayments = [MINUTE, age / 2, age / 3, 9 * DAY].map((ahead) => stack.now() + ahead);
    const made: { id: string }[] = [];
    for (const nextPayment of nextPayments)
      for (const recurrence of [{}, weekly])
        made.push(await renewals.aSubscription("pm_card_visa", { nextPayment, ...recurrence }));
    const read = () => Promise.all(made.map(({ id }) => subscriptionOf(id)));
    const chargedNow = async () => (await Promise.all(made.map(({ id }) => succeeded(id)))).flat().length;
    const truth = await forgotten(async () => {
      for (let step = 0; step < 32; step++) {
        renewals.advance(age / 32);
        await renewals.cron();
      }
      return await read();
    });
    expect(await chargedNow()).toBeGreaterThan(4);
    renewals.advance(3 * DAY);
    for (let run = 0; run < 6; run++) {
      renewals.advance(10 * MINUTE);
      await renewals.cron();
    }
    const after = await read();
    for (const [index, { nextPayment, currentCycle }] of truth.entries())
      if (nextPayment > stack.now()) expect(after[index]).toMatchObject({ nextPayment, currentCycle });
    // One charge for each cycle after the first, of all that ever were.
    expect(await chargedNow()).toBe(after.reduce((sum, one) => sum + one.currentCycle - 1, 0));
  },
  180_000,
);

test("dies after every step of an adoption and charges nothing", async () => {
  const ready = async () => {
    const { id } = await renewals.aSubscription();
    await forgotten(() => renewals.cron());
    renewals.advance(11 * MINUTE);
    return id;
  };
  const run = (kill: ReturnType<typeof killedAt>) => {
    const unlessKilled = (error: unknown) => {
      if (!kill.state.dead) throw error;
    };
    return renewDue(kill.context(stack.system(), stack.binding), unlessKilled).catch(unlessKilled);
  };
  await ready();
  const whole = killedAt(0, "before");
  await run(whole);
  await renewals.rest();
  for (const [at, name] of whole.state.names.entries()) {
    const id = await ready();
    await run(killedAt(at + 1, "after"));
    renewals.advance(11 * MINUTE);
    await renewals.cron();
    const where = `after step ${at + 1}, ${name}`;
    expect(await succeeded(id), where).toHaveLength(1);
    expect(await renewals.traces(id), where).toMatchObject({
      subscription: { currentCycle: 2 },
      cycles: [{ state: "paid", leaseUntil: null }],
      invoices: [1],
    });
    await renewals.rest();
  }
}, 180_000);

test("the books find the refused charge alone", async () => {
  const found = await booksOf(stack.system({ now: stack.now() + 4 * HOUR }));
  expect(found.map((line) => line.split(" ")[0])).toEqual(["balance.charges"]);
}, 60_000);
