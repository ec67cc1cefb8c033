import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chargeNow } from "~/domain/billing/chargeNow";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { renewDue } from "~/domain/billing/renewDue";
import { saveCard } from "~/domain/billing/saveCard";
import { cancelOrder } from "~/domain/cancellations/cancelOrder";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import { closeCancelledRenewals } from "~/domain/renewals/closeRenewal";
import { openCardSetup } from "~/domain/renewals/openCardSetup";
import { openRenewalPayment } from "~/domain/renewals/openRenewalPayment";
import { REFUSED_PAYMENT } from "~/domain/settlement/recordRefusedPayment";
import { settleRenewal } from "~/domain/settlement/settleRenewal";
import { stoppableSubscription, stopSubscriptionStatements } from "~/domain/subscriptions/stopSubscriptionStatements";
import { atomicBatch } from "~db/client.server";
import { billingCycles, history, notifications } from "~db/schema";
import { booksOf } from "../support/books";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { Killed, killedAt } from "../support/killing";
import { anEarningService, DAY, giveNewCard, MINUTE, type Renewals, renewalsOf, type Sold } from "../support/renewals";
import { casesOf } from "../support/tier";

let stack: CheckoutStack;
let renewals: Renewals;
let sold: Sold;
beforeAll(async () => {
  stack = await startCheckoutStack();
  renewals = renewalsOf(stack);
  // The cron finds by itself what the events would have told.
  await stack.setEventMarks();
  sold = await anEarningService(stack.db);
});
afterEach(async () => {
  await renewals.rest();
  renewals.failures.length = 0;
  expect(stack.violations()).toEqual([]);
});
afterAll(() => stack.stop());

const RESUMED: [string, number][] = [
  ["11 minutes", 11 * MINUTE],
  ["2 days", 2 * DAY],
];
const due = (card?: string, values = {}) => renewals.aSubscription(card, values, sold);

/** The promise of a renewal, whatever happened on the way. */
async function expectOnce(id: string, where: string) {
  const paid = (await renewals.charges(id)).filter((one) => one.status === "succeeded");
  expect(paid, where).toEqual([{ status: "succeeded", amount: 100_00 }]);
  const traces = await renewals.traces(id);
  expect(traces, where).toMatchObject({
    subscription: { currentCycle: 2 },
    cycles: [{ cycle: 2, state: "paid", leaseUntil: null }],
    steps: 1,
    receipts: [1],
    invoices: [1],
    commissions: [1],
    links: [4],
    buyerTold: [1],
  });
  expect(traces.renewed, where).toHaveLength(1);
  return traces;
}

/** The names of a renewal's steps, for reading what was stopped where. */
async function stepsOf(work: (kill: ReturnType<typeof killedAt>) => Promise<unknown>) {
  const kill = killedAt(0, "before");
  await work(kill);
  return kill.state.names;
}

/** Only the death that was planned is an error that may come. */
const unlessKilled = (kill: ReturnType<typeof killedAt>) => (error: unknown) => {
  if (!kill.state.dead) throw error;
};

const cronKilled = (kill: ReturnType<typeof killedAt>) =>
  renewDue(kill.context(stack.system(), stack.binding), unlessKilled(kill)).catch(unlessKilled(kill));

test.each(casesOf(RESUMED, RESUMED[0]!))(
  "the cron dies at every step, before and after it, and goes on after %s: one charge, order, step, commission, mail and row for each link",
  async (_, pause) => {
    await due();
    const names = await stepsOf(cronKilled);
    expect(names.filter((name) => name.startsWith("payments."))).toEqual([
      "payments.listPayments",
      "payments.createPayment",
      "payments.confirmPayment",
    ]);
    await renewals.rest();
    for (const [at, name] of names.entries()) {
      for (const when of ["before", "after"] as const) {
        const where = `${when} step ${at + 1}, ${name}`;
        const { id } = await due();
        const kill = killedAt(at + 1, when);
        await cronKilled(kill);
        expect(kill.state.dead, where).toBe(true);
        // The lease has not expired, so no other worker takes it.
        await renewals.cron();
        renewals.advance(pause);
        await renewals.cron();
        await expectOnce(id, where);
        renewals.advance(11 * MINUTE);
        expect(await renewals.cron(), where).toEqual({ done: 0, failed: 0 });
        await renewals.rest();
      }
    }
  },
  300_000,
);

test("the cron finishes an interrupted Charge Now once", async () => {
  const staff = await aStaffMember(stack.db);
  const early = () => due("pm_card_visa", { nextPayment: stack.now() + 20 * DAY });
  const ask = (id: string) => (kill: ReturnType<typeof killedAt>) =>
    chargeNow(kill.context(stack.contextOf(staff), stack.binding), { id, cycle: 2 }).catch(unlessKilled(kill));
  const names = await stepsOf(ask((await early()).id));
  for (const [at, name] of names.entries()) {
    const where = `after step ${at + 1}, ${name}`;
    const { id } = await early();
    await ask(id)(killedAt(at + 1, "after"));
    renewals.advance(11 * MINUTE);
    await renewals.cron();
    const { cycles } = await renewals.traces(id);
    // Nothing was claimed yet: staff ask again.
    if (cycles.length === 0) await chargeNow(stack.contextOf(staff), { id, cycle: 2 });
    const { subscription } = await expectOnce(id, where);
    expect(subscription.nextPayment, where).toBeGreaterThan(stack.now() + 27 * DAY);
    await renewals.rest();
  }
}, 180_000);

test("a webhook or the cron finishes an interrupted new card once", async () => {
  const failedOne = async () => {
    const { id, client } = await due("pm_card_chargeCustomerFail", {});
    await renewals.cron();
    const owner = stack.contextOf(client);
    const setup = await openCardSetup(owner, { id });
    await stack.confirm({ ...setup, mode: "setup" });
    return { id, owner, setup };
  };
  const save =
    ({ id, owner, setup }: Awaited<ReturnType<typeof failedOne>>) =>
    (kill: ReturnType<typeof killedAt>) =>
      saveCard(kill.context(owner, stack.binding), { id }, setup).catch(unlessKilled(kill));
  const names = await stepsOf(save(await failedOne()));
  for (const [at, name] of names.entries()) {
    const where = `after step ${at + 1}, ${name}`;
    const one = await failedOne();
    await save(one)(killedAt(at + 1, "after"));
    await stack.webhook("regular", await stack.received(one.id, "setup_intent.succeeded"));
    renewals.advance(11 * MINUTE);
    await renewals.cron();
    await expectOnce(one.id, where);
    await renewals.rest();
  }
}, 180_000);

test("parallel crons and a double-clicked Charge Now charge once", async () => {
  const staff = await aStaffMember(stack.db);
  for (let n = 0; n < 5; n++) {
    const { id } = await due();
    const click = () => chargeNow(stack.contextOf(staff), { id, cycle: 2 });
    const answers = await Promise.all([renewals.cron(), click(), renewals.cron(), click(), renewals.cron()]);
    expect(answers).toHaveLength(5);
    await expectOnce(id, `round ${n}`);
  }
});

test("charges once for early, late, repeated, unordered or missing events", async () => {
  const { sandbox, binding } = stack;
  const succeeded = async (id: string) => {
    const about = () =>
      sandbox.received.filter(
        ({ event }) =>
          event.type === "payment_intent.succeeded" &&
          (event.data.object as { metadata: Record<string, string> }).metadata.subscription_id === id,
      );
    await expect.poll(() => about().length, { timeout: 30_000 }).toBeGreaterThan(0);
    return about()[0]!;
  };
  const dieAfterConfirm = async () => {
    const { id } = await due();
    const kill = killedAt(0, "before");
    // Dies when the money has moved, before anything knows.
    const ctx = kill.context(stack.system(), binding);
    const payments = new Proxy(ctx.payments, {
      get: (target, name) =>
        name === "confirmPayment"
          ? async (input: never) => {
              await target.confirmPayment(input);
              throw new Killed("confirmed");
            }
          : Reflect.get(target, name),
    });
    await renewDue({ ...ctx, payments }, () => {});
    return { id, event: await succeeded(id) };
  };
  // First, and again while and after the cron looks.
  const first = await dieAfterConfirm();
  expect((await stack.webhook("regular", first.event)).status).toBe(200);
  await expectOnce(first.id, "webhook first");
  renewals.advance(11 * MINUTE);
  await renewals.cron();
  await expectOnce(first.id, "webhook first, then the cron");
  // Five concurrent copies.
  const copies = await dieAfterConfirm();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => stack.webhook("regular", copies.event)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await expectOnce(copies.id, "five copies");
  // Last: the cron was first. Then twice more.
  const last = await dieAfterConfirm();
  renewals.advance(4 * MINUTE);
  renewals.advance(7 * MINUTE);
  await renewals.cron();
  await expectOnce(last.id, "cron first");
  for (let n = 0; n < 3; n++) await stack.webhook("regular", last.event, last.event.event.created * 1000);
  await expectOnce(last.id, "webhook last, three times");
  // Never: the hourly reading of the provider's own list.
  const never = await dieAfterConfirm();
  await stack.setEventMarks(stack.now() - MINUTE);
  await readPaymentEvents(stack.system(), (error) => {
    throw error;
  });
  await stack.setEventMarks();
  await expectOnce(never.id, "events read");
}, 120_000);

test("refuses forged and foreign payments and notifies staff once", async () => {
  const staff = await aStaffMember(stack.db);
  const { id } = await due("pm_card_chargeCustomerFail");
  await renewals.cron();
  const { cycles } = await renewals.traces(id);
  const metadata = { subscription_id: id, cycle: "2" };
  const paying = (account: "regular" | "custom", amount: number) =>
    stack.sandbox[account].paymentIntents.create({
      amount,
      currency: "usd",
      payment_method: "pm_card_visa",
      confirm: true,
      return_url: "http://portal.example.com/",
      metadata,
    });
  const wrong = [await paying("regular", 100_00), await paying("regular", 50), await paying("custom", 100_00)];
  const unknown = await stack.sandbox.regular.paymentIntents.create({
    amount: 100_00,
    currency: "usd",
    payment_method: "pm_card_visa",
    confirm: true,
    metadata: { subscription_id: "nobody", cycle: "2" },
  });
  const arrived = (intent: string) =>
    stack.sandbox.received.find(
      ({ event }) => event.type === "payment_intent.succeeded" && (event.data.object as { id: string }).id === intent,
    );
  for (const intent of [...wrong, unknown]) {
    await expect.poll(() => arrived(intent.id), { timeout: 30_000 }).toBeTruthy();
    const message = arrived(intent.id)!;
    const other = message.account === "regular" ? "custom" : "regular";
    expect((await stack.webhook(other, message)).status).toBe(400);
    expect((await stack.webhook(message.account, message, stack.now() + 6 * MINUTE)).status).toBe(400);
    for (let n = 0; n < 3; n++) expect((await stack.webhook(message.account, message)).status).toBe(200);
  }
  const traces = await renewals.traces(id);
  expect(traces).toMatchObject({ subscription: { status: "Due", currentCycle: 1 }, renewed: [] });
  expect(traces.cycles[0]!.paymentIntentId).toBe(cycles[0]!.paymentIntentId);
  const told = await stack.db.select().from(notifications).where(eq(notifications.userId, staff.id));
  expect(told.filter((one) => one.description.includes("was not accepted"))).toHaveLength(3);
  // The renewal's own payment, as if it had been made otherwise than it was asked for.
  const own = await stack.system().payments.retrievePayment("regular", cycles[0]!.paymentIntentId!);
  const paid = { ...own, status: "succeeded" as const, received: own.amount };
  for (const proof of [
    { ...paid, currency: "eur" },
    { ...paid, received: 1 },
    { ...paid, amount: 1 },
    { ...paid, account: "custom" as const },
    { ...paid, id: "pi_another" },
  ])
    expect(await settleRenewal(stack.system(), proof)).toBe("refused");
  expect(await settleRenewal(stack.system(), { ...paid, status: "processing" })).toBe("open");
  expect(await renewals.traces(id)).toMatchObject({ subscription: { currentCycle: 1 }, renewed: [] });
});

test.each([
  ["POST /v1/payment_intents", "drop_after"],
  ["POST /v1/payment_intents", "drop_before"],
  ["POST /v1/payment_intents", "500"],
  ["POST /v1/payment_intents", "429"],
  ["POST /v1/payment_intents/:id/confirm", "drop_after"],
  ["POST /v1/payment_intents/:id/confirm", "drop_before"],
  ["POST /v1/payment_intents/:id/confirm", "500"],
  ["POST /v1/payment_intents/:id/confirm", "429"],
])(
  "%s answers %s longer than retries last: one charge, by the next run",
  async (route, kind) => {
    for (const pause of RESUMED.map(([, pause]) => pause)) {
      const { id } = await due();
      await stack.sandbox.control("POST", "fault", { route, kind, times: 6 });
      await renewals.cron();
      // Other requests use up the rest of the fault.
      for (let n = 0; n < 6; n++) {
        await stack.sandbox.regular.paymentIntents.create({ amount: 700, currency: "usd" }).catch(() => null);
        await stack.sandbox.regular.paymentIntents
          .confirm("pi_nothing", { payment_method: "pm_card_visa" })
          .catch(() => null);
      }
      stack.sandbox.calls.length = 0;
      renewals.advance(pause);
      await renewals.cron();
      await expectOnce(id, `${kind} of ${route}`);
      await renewals.rest();
    }
  },
  180_000,
);

test("records a decline whose answer was lost as the try that ran", async () => {
  const { id } = await due("pm_card_chargeCustomerFail");
  const kill = killedAt(0, "before");
  const ctx = kill.context(stack.system(), stack.binding);
  const payments = new Proxy(ctx.payments, {
    get: (target, name) =>
      name === "confirmPayment"
        ? async (input: never) => {
            await target.confirmPayment(input);
            throw new Killed("confirmed");
          }
        : Reflect.get(target, name),
  });
  await renewDue({ ...ctx, payments }, () => {});
  renewals.advance(11 * MINUTE);
  await renewals.cron();
  expect(await renewals.charges(id)).toHaveLength(1);
  const traces = await renewals.traces(id);
  expect(traces).toMatchObject({ subscription: { status: "Due" }, cycles: [{ tries: 1 }] });
  expect(traces.failureMails).toHaveLength(1);
});

test.each(["lost", "on its way"])("charges a new card while the old one's answer is %s", async (answer) => {
  const { id, subscription } = await due("pm_card_chargeCustomerFail");
  const { customerId } = subscription;
  const good = await stack.sandbox.regular.paymentMethods.attach("pm_card_visa", { customer: customerId });
  const ctx = stack.system();
  const payments = new Proxy(ctx.payments, {
    get: (target, name) =>
      name === "confirmPayment"
        ? async (input: never) => {
            const refused = await target.confirmPayment(input);
            if (answer === "lost") throw new Killed("confirmed");
            await giveNewCard(stack.system(), id, good.id);
            return refused;
          }
        : Reflect.get(target, name),
  });
  await renewDue({ ...ctx, payments }, () => {});
  if (answer === "lost") await giveNewCard(stack.system(), id, good.id);
  renewals.advance(11 * MINUTE);
  await renewals.cron();
  const { subscription: after, failureMails } = await expectOnce(id, answer);
  expect(after).toMatchObject({ status: "Active", paymentMethodId: good.id });
  expect(failureMails).toEqual([]);
  expect((await renewals.charges(id)).map(({ status }) => status)).toEqual(["failed", "succeeded"]);
});

/** As staff's Cancel and the tick of an order's cancellation do it. */
async function stop(id: string) {
  const ctx = stack.system();
  await atomicBatch(stack.db, stopSubscriptionStatements(ctx, await stoppableSubscription(ctx, id), "Enough"));
}

test("a cancellation before the charge closes the payment", async () => {
  const { id } = await due();
  const cancel = () => stop(id);
  const ctx = stack.system();
  const payments = new Proxy(ctx.payments, {
    get: (target, name) =>
      name === "createPayment"
        ? async (input: never) => {
            const made = await target.createPayment(input);
            await cancel();
            return made;
          }
        : Reflect.get(target, name),
  });
  expect(await renewDue({ ...ctx, payments }, (error) => expect(error).toBeUndefined())).toEqual({
    done: 1,
    failed: 0,
  });
  expect(await renewals.charges(id)).toEqual([]);
  const { cycles, renewed, subscription: after } = await renewals.traces(id);
  expect(after).toMatchObject({ status: "Cancelled", currentCycle: 1 });
  expect(cycles).toMatchObject([{ state: "closed" }]);
  expect(renewed).toEqual([]);
  const intent = await stack.sandbox.regular.paymentIntents.retrieve(cycles[0]!.paymentIntentId!);
  expect(intent.status).toBe("canceled");
});

test("a lost lease confirms nothing", async () => {
  const { id } = await due();
  const ctx = stack.system();
  const taken = stack.now() + 7 * MINUTE;
  const payments = new Proxy(ctx.payments, {
    get: (target, name) =>
      name === "createPayment"
        ? async (input: never) => {
            const made = await target.createPayment(input);
            await stack.db.update(billingCycles).set({ leaseUntil: taken }).where(eq(billingCycles.subscriptionId, id));
            return made;
          }
        : Reflect.get(target, name),
  });
  await renewDue({ ...ctx, payments }, (error) => expect(error).toBeUndefined());
  expect(await renewals.charges(id)).toEqual([]);
  expect((await renewals.traces(id)).cycles).toMatchObject([{ state: "open", tries: 0, leaseUntil: taken }]);
  renewals.goTo(taken);
  await renewals.cron();
  await expectOnce(id, "taken over");
});

test("a cancellation during the charge still creates the paid order", async () => {
  const staff = await aStaffMember(stack.db);
  const { id } = await due();
  const ctx = stack.system();
  const payments = new Proxy(ctx.payments, {
    get: (target, name) =>
      name === "confirmPayment"
        ? async (input: never) => {
            await stop(id);
            return await target.confirmPayment(input);
          }
        : Reflect.get(target, name),
  });
  await renewDue({ ...ctx, payments }, (error) => expect(error).toBeUndefined());
  const { subscription: after } = await expectOnce(id, "cancelled meanwhile");
  expect(after.status).toBe("Cancelled");
  const told = await stack.db.select().from(notifications).where(eq(notifications.userId, staff.id));
  expect(
    told.filter((one) => one.description.includes("its subscription was canceled during the charge")),
  ).toHaveLength(1);
});

test("closes the failed renewal of a cancelled subscription", async () => {
  const { id } = await due("pm_card_chargeCustomerFail");
  await renewals.cron();
  await stop(id);
  const { done, failed } = await closeCancelledRenewals(stack.system(), (error) => expect(error).toBeUndefined());
  expect({ done, failed }).toEqual({ done: 1, failed: 0 });
  const { cycles } = await renewals.traces(id);
  expect(cycles).toMatchObject([{ state: "closed" }]);
  const intent = await stack.sandbox.regular.paymentIntents.retrieve(cycles[0]!.paymentIntentId!);
  expect(intent.status).toBe("canceled");
});

test.each(["answers", "is silent"])(
  "cancelling order and subscription while the provider %s ends renewals",
  async (provider) => {
    const staff = stack.contextOf(await aStaffMember(stack.db));
    const { id, client, order } = await due("pm_card_chargeCustomerFail");
    await renewals.cron();
    const open = await openRenewalPayment(stack.contextOf(client), { id });
    const payments = new Proxy(staff.payments, {
      get: (target, name) =>
        name === "cancelPayment" && provider === "is silent"
          ? () => Promise.reject(new PaymentsUnavailable("silent"))
          : Reflect.get(target, name),
    });
    await cancelOrder({ ...staff, payments }, { id: order.id, reason: "The end", stopSubscription: true });
    if (provider === "is silent")
      await closeCancelledRenewals(stack.system(), (error) => expect(error).toBeUndefined());
    await stack.confirm({ ...open, mode: "payment" });
    const { subscription, cycles } = await renewals.traces(id);
    expect(subscription).toMatchObject({ status: "Cancelled", currentCycle: 1 });
    expect(cycles).toMatchObject([{ state: "closed" }]);
    const intent = await stack.sandbox.regular.paymentIntents.retrieve(cycles[0]!.paymentIntentId!);
    expect(intent.status).toBe("canceled");
  },
);

test("the books find the refused payments alone", async () => {
  const found = await booksOf(stack.system({ now: stack.now() + 4 * 60 * MINUTE }));
  const refused = await stack.db.select({ key: history.dedupeKey }).from(history);
  const isRefused = (difference: string) =>
    refused.some(({ key }) => key?.startsWith(REFUSED_PAYMENT) && difference.includes(key.split(":")[1]!));
  expect(found.filter((difference) => !isRefused(difference))).toEqual([]);
}, 60_000);
