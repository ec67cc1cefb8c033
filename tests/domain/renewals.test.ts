import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chargeNow } from "~/domain/billing/chargeNow";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { findBillingHealth } from "~/domain/jobs/findBillingHealth";
import { RequestRefused } from "~/domain/ports/paymentFailures";
import { completeRenewal, openRenewalPayment, payRenewal } from "~/domain/renewals/openRenewalPayment";
import { ownSubscriptions } from "~/domain/subscriptions/ownSubscriptions";
import { billingCycles, history, subscriptions } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { DAY, giveNewCard, HOUR, MINUTE, type Renewals, renewalsOf } from "../support/renewals";
import { actingAs } from "../support/testContext";

let stack: CheckoutStack;
let renewals: Renewals;
beforeAll(async () => {
  stack = await startCheckoutStack();
  renewals = renewalsOf(stack);
});
afterEach(async () => {
  await renewals.rest();
  expect(stack.violations()).toEqual([]);
  expect(renewals.failures.splice(0)).toEqual([]);
});
afterAll(() => stack.stop());

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test("a renewal charges once, creates a paid order and moves the next date", async () => {
  const { id, subscription, order, client } = await renewals.aSubscription();
  expect(await renewals.cron()).toEqual({ done: 1, failed: 0 });
  const traces = await renewals.traces(id);
  expect(await renewals.charges(id)).toEqual([{ status: "succeeded", amount: 100_00 }]);
  expect(traces).toMatchObject({
    subscription: { status: "Active", currentCycle: 2 },
    cycles: [{ cycle: 2, state: "paid", origin: "schedule", amount: 100_00, leaseUntil: null, tries: 0 }],
    renewed: [
      {
        cycle: 2,
        clientId: client.id,
        payState: "paid",
        status: "Active",
        total: 100_00,
        couponCode: null,
        createdBy: "Renewal",
        paymentType: "SUBSCRIPTION",
      },
    ],
    receipts: [1],
    invoices: [1],
    buyerTold: [1],
    failureMails: [],
    steps: 1,
  });
  expect(traces.subscription.nextPayment).toBeGreaterThan(stack.now());
  expect(traces.renewed[0]!.id).not.toBe(order.id);
  expect(traces.cycles[0]!.dueAt).toBe(subscription.nextPayment);
  expect(await renewals.cron()).toEqual({ done: 0, failed: 0 });
});

test("bills one cycle after 33 days of downtime", async () => {
  const { id } = await renewals.aSubscription();
  const ctx = stack.system();
  const stops = new Proxy(ctx.payments, {
    get: (target, name) =>
      name === "confirmPayment"
        ? async (input: never) => {
            await target.confirmPayment(input);
            throw new Error("stopped");
          }
        : Reflect.get(target, name),
  });
  expect(await renewals.cron({ payments: stops })).toEqual({ done: 0, failed: 1 });
  expect(renewals.failures.splice(0)).toMatchObject([{ message: "stopped" }]);
  renewals.advance(33 * DAY);
  await readPaymentEvents(stack.system(), (error) => renewals.failures.push(error));
  const late = await renewals.traces(id);
  expect(late.renewed.map(({ cycle }) => cycle)).toEqual([2]);
  expect(Math.abs(late.renewed[0]!.paidAt! - ctx.now)).toBeLessThan(HOUR);
  expect(late.subscription.previousPayment).toBe(late.renewed[0]!.paidAt);
  for (let n = 0; n < 4; n++) {
    renewals.advance(11 * MINUTE);
    await renewals.cron();
  }
  const { renewed, subscription } = await renewals.traces(id);
  expect(renewed.map(({ cycle }) => cycle)).toEqual([2, 3]);
  expect(subscription.nextPayment).toBeGreaterThan(stack.now());
  expect(await renewals.charges(id)).toHaveLength(2);
});

test("dunning retries on days 0, 1, 3 and 6 and then stops", async () => {
  const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  const start = stack.now();
  const tried: number[] = [];
  for (let passed = 0; passed <= 10 * DAY; passed += 6 * HOUR) {
    const before = (await renewals.charges(id)).length;
    await renewals.cron();
    if ((await renewals.charges(id)).length > before) tried.push(Math.round((stack.now() - start) / DAY));
    const { status } = (await renewals.traces(id)).subscription;
    expect(status).toBe(passed < 6 * DAY ? "Due" : "Past_Due");
    renewals.advance(6 * HOUR);
  }
  expect(tried).toEqual([0, 1, 3, 6]);
  const traces = await renewals.traces(id);
  expect(traces.cycles).toMatchObject([
    { state: "failed", tries: 4, nextTryAt: null, lastFailureCode: "generic_decline" },
  ]);
  expect(traces.failureMails.map(({ payload }) => (payload as { about: string }).about)).toEqual([
    "renewalFailed",
    "renewalFailed",
    "renewalFailed",
    "pastDue",
  ]);
  const { account, customerId } = traces.subscription;
  const card = await stack.sandbox[account].paymentMethods.attach("pm_card_visa", { customer: customerId });
  expect(await giveNewCard(stack.system(), id, card.id)).toBe("charged");
  const after = await renewals.traces(id);
  expect(after).toMatchObject({ subscription: { status: "Active", currentCycle: 2 }, receipts: [1], steps: 1 });
  expect(after.subscription.nextPayment).toBeGreaterThan(stack.now());
  expect((await renewals.charges(id)).filter((one) => one.status === "succeeded")).toHaveLength(1);
});

test("a lost card makes the subscription Past_Due without a retry", async () => {
  const { id } = await renewals.aSubscription("pm_card_visa");
  // Such a card cannot be attached: it was lost after it was stored.
  const row = (await renewals.traces(id)).subscription;
  await stack.db
    .update(subscriptions)
    .set({ paymentMethodId: "pm_card_visa_chargeDeclinedLostCard" })
    .where(eq(subscriptions.id, id));
  await renewals.cron();
  expect(row.status).toBe("Active");
  const traces = await renewals.traces(id);
  expect(traces).toMatchObject({
    subscription: { status: "Past_Due", currentCycle: 1 },
    cycles: [{ state: "failed", tries: 1, lastFailureCode: "lost_card" }],
    failureMails: [{ payload: { about: "pastDue" } }],
  });
  for (let n = 0; n < 8; n++) {
    renewals.advance(DAY);
    await renewals.cron();
  }
  expect(await renewals.charges(id)).toHaveLength(1);
  const staff = await aStaffMember(stack.db);
  await expect(chargeNow(stack.contextOf(staff), { id })).rejects.toThrow("Past Due cannot be charged");
});

test("the owner finishes a 3-D Secure renewal on the same payment", async () => {
  const { id, client } = await renewals.aSubscription("pm_card_authenticationRequired");
  await renewals.cron();
  const traces = await renewals.traces(id);
  expect(traces).toMatchObject({
    subscription: { status: "Due" },
    cycles: [{ state: "open", actionNeeded: true, tries: 1 }],
    failureMails: [{ payload: { about: "confirmPayment" } }],
  });
  renewals.advance(DAY + MINUTE);
  await renewals.cron();
  expect(await renewals.charges(id)).toHaveLength(1);
  const ctx = stack.contextOf(client);
  const payable = await openRenewalPayment(ctx, { id });
  expect(payable).toMatchObject({ mode: "payment", amount: 100_00, cycle: 2, account: "regular" });
  const intent = payable.clientSecret!.split("_secret_")[0]!;
  expect(intent).toBe(traces.cycles[0]!.paymentIntentId);
  await stack.sandbox.browserCall("regular", "POST", `payment_intents/${intent}/confirm`, {
    client_secret: payable.clientSecret!,
    payment_method: payable.paymentMethodId,
    use_stripe_sdk: "true",
  });
  renewals.advance(2 * DAY);
  await Promise.all([
    renewals.cron(),
    stack.sandbox.send(`http://portal.example.com/__stripe/3ds/${intent}?client_secret=${payable.clientSecret}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "outcome=complete",
    }),
    renewals.cron(),
  ]);
  expect(await completeRenewal(stack.contextOf(client), { id })).toMatchObject({ paid: true, declined: null });
  expect((await renewals.charges(id)).filter((one) => one.status === "succeeded")).toHaveLength(1);
  expect(await renewals.traces(id)).toMatchObject({
    subscription: { status: "Active", currentCycle: 2 },
    receipts: [1],
    steps: 1,
  });
  await expect(openRenewalPayment(stack.contextOf(client), { id })).rejects.toThrow("nothing to pay");
});

test("an unanswered 3-D Secure request counts as a failed try after a day", async () => {
  const { id, client } = await renewals.aSubscription("pm_card_authenticationRequired");
  await renewals.cron();
  const payable = await openRenewalPayment(stack.contextOf(client), { id });
  const intent = payable.clientSecret!.split("_secret_")[0]!;
  const confirmed = await stack.sandbox.browserCall("regular", "POST", `payment_intents/${intent}/confirm`, {
    client_secret: payable.clientSecret!,
    payment_method: payable.paymentMethodId,
    use_stripe_sdk: "true",
  });
  expect(confirmed).toMatchObject({ body: { status: "requires_action" } });
  const { nextTryAt } = (await renewals.traces(id)).cycles[0]!;
  for (const [at, tries] of [
    [nextTryAt!, 1],
    [nextTryAt! + DAY - MINUTE, 1],
    [nextTryAt! + DAY, 2],
  ] as const) {
    renewals.goTo(at);
    await renewals.cron();
    expect((await renewals.traces(id)).cycles).toMatchObject([{ state: "open", actionNeeded: true, tries }]);
  }
});

test("an owner who opens a renewal first gets one payment", async () => {
  const { id, client } = await renewals.aSubscription("pm_card_visa", { status: "Due" });
  const ctx = stack.contextOf(client);
  const [first, again] = [await openRenewalPayment(ctx, { id }), await openRenewalPayment(ctx, { id })];
  expect(again).toEqual(first);
  expect((await renewals.traces(id)).cycles).toMatchObject([{ cycle: 2, state: "open", tries: 0, leaseUntil: null }]);
  const payments = new Proxy(ctx.payments, {
    get: (target, name) =>
      name === "retrievePayment"
        ? async (...asked: Parameters<typeof target.retrievePayment>) => ({
            ...(await target.retrievePayment(...asked)),
            status: "processing",
          })
        : Reflect.get(target, name),
  });
  await expect(openRenewalPayment({ ...ctx, payments }, { id })).rejects.toThrow("being processed");
  expect(await renewals.charges(id)).toEqual([]);
});

test("a decline while the owner pays is not a dunning try", async () => {
  const { id, client } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  await renewals.cron();
  const payable = await openRenewalPayment(stack.contextOf(client), { id });
  const intent = payable.clientSecret!.split("_secret_")[0]!;
  const refused = async (card: string) => {
    await stack.sandbox.browserCall("regular", "POST", `payment_intents/${intent}/confirm`, {
      client_secret: payable.clientSecret!,
      payment_method: card,
    });
    return await completeRenewal(stack.contextOf(client), { id });
  };
  const known = async () => (await renewals.traces(id)).cycles;
  expect(await known()).toMatchObject([{ tries: 1, lastFailureCode: "generic_decline" }]);
  expect(await refused("pm_card_chargeDeclinedInsufficientFunds")).toMatchObject({
    paid: false,
    declined: expect.stringContaining("insufficient funds"),
  });
  expect(await known()).toMatchObject([{ tries: 1, state: "open", lastFailureCode: "insufficient_funds" }]);
  // The try of who holds the claim may be this very one: it is theirs to record.
  await stack.db
    .update(billingCycles)
    .set({ leaseUntil: stack.now() + MINUTE })
    .where(eq(billingCycles.subscriptionId, id));
  expect(await refused("pm_card_chargeDeclinedExpiredCard")).toMatchObject({ paid: false });
  expect(await known()).toMatchObject([{ tries: 1, lastFailureCode: "insufficient_funds" }]);
});

test("the owner cannot pay a renewal while it is leased", async () => {
  const { id, client } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  await renewals.cron();
  const ofIt = eq(billingCycles.subscriptionId, id);
  const leaseUntil = stack.now() + 5 * MINUTE;
  await stack.db.update(billingCycles).set({ leaseUntil }).where(ofIt);
  const returnUrl = "http://localhost:8788/subscriptions/mine";
  for (const pay of [
    () => openRenewalPayment(stack.contextOf(client), { id }),
    () => payRenewal(stack.contextOf(client), { id, returnUrl }),
  ])
    await expect(pay()).rejects.toThrow("being processed");
  expect(await renewals.charges(id)).toHaveLength(1);
  renewals.goTo(leaseUntil);
  expect(await openRenewalPayment(stack.contextOf(client), { id })).toMatchObject({ mode: "payment", cycle: 2 });
});

test("without script the server confirms and redirects to the bank", async () => {
  const { id, client } = await renewals.aSubscription("pm_card_authenticationRequired");
  await renewals.cron();
  const returnUrl = "http://localhost:8788/subscriptions/mine";
  const first = await payRenewal(stack.contextOf(client), { id, returnUrl });
  expect(first.url).toContain("/__stripe/3ds/");
  await stack.sandbox.send(first.url!, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "outcome=fail",
  });
  expect(await completeRenewal(stack.contextOf(client), { id })).toMatchObject({ paid: false });
  const second = await payRenewal(stack.contextOf(client, { requestId: "second" }), { id, returnUrl });
  await stack.sandbox.send(second.url!, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "outcome=complete",
  });
  expect(await completeRenewal(stack.contextOf(client), { id })).toMatchObject({ paid: true });
  expect((await renewals.charges(id)).filter((one) => one.status === "succeeded")).toHaveLength(1);
});

test("refuses to pay another customer's renewal", async () => {
  const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  await renewals.cron();
  const { client: stranger } = await renewals.aSubscription();
  const returnUrl = "http://localhost:8788/";
  for (const ask of [openRenewalPayment, completeRenewal])
    await expect(ask(stack.contextOf(stranger), { id })).rejects.toMatchObject({ kind: "NotFound" });
  await expect(payRenewal(stack.contextOf(stranger), { id, returnUrl })).rejects.toMatchObject({ kind: "NotFound" });
  await expect(chargeNow(stack.contextOf(stranger), { id })).rejects.toMatchObject({ kind: "Forbidden" });
  const staff = await aStaffMember(stack.db);
  await expect(openRenewalPayment(stack.contextOf(staff), { id })).rejects.toMatchObject({ kind: "Forbidden" });
  await expect(chargeNow(stack.context(actingAs(staff)), { id: "nothing" })).rejects.toMatchObject({
    kind: "NotFound",
  });
});

test("Charge Now charges once and moves the anchor to today", async () => {
  const staff = await aStaffMember(stack.db);
  const { id } = await renewals.aSubscription("pm_card_visa", { nextPayment: stack.now() + 20 * DAY });
  const both = await Promise.all([
    chargeNow(stack.contextOf(staff), { id, cycle: 2 }),
    chargeNow(stack.contextOf(staff), { id, cycle: 2 }),
  ]);
  expect(both.map((one) => one.outcome)).toContain("charged");
  const third = await chargeNow(stack.contextOf(staff), { id, cycle: 2 });
  expect(third).toMatchObject({ outcome: "charged", message: "Subscription charged successfully" });
  renewals.advance(HOUR);
  await expect(chargeNow(stack.contextOf(staff), { id, cycle: 2 })).rejects.toMatchObject({ kind: "Conflict" });
  expect(await renewals.charges(id)).toHaveLength(1);
  const { subscription, cycles } = await renewals.traces(id);
  const paidAt = cycles[0]!.paidAt!;
  expect(subscription).toMatchObject({ currentCycle: 2, anchorDay: new Date(paidAt).getUTCDate() });
  expect(subscription.nextPayment).toBeGreaterThan(paidAt + 27 * DAY);
  expect(day(subscription.previousPayment)).toBe(day(paidAt));
});

test("reports a deleted new card with its own error", async () => {
  const { id, subscription } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  await renewals.cron();
  const { paymentMethods } = stack.sandbox.regular;
  const gone = await paymentMethods.attach("pm_card_visa", { customer: subscription.customerId });
  await paymentMethods.detach(gone.id);
  expect(await giveNewCard(stack.system(), id, gone.id)).toBe("failed");
  const { cycles, subscription: after } = await renewals.traces(id);
  expect(after).toMatchObject({ status: "Past_Due", paymentMethodId: gone.id });
  expect(cycles).toMatchObject([{ state: "failed", tries: 1 }]);
  expect(cycles[0]!.lastFailureCode).not.toBe("generic_decline");
  expect(await renewals.charges(id)).toHaveLength(1);
});

test("a payment after a failed Charge Now keeps the anchor", async () => {
  const staff = stack.contextOf(await aStaffMember(stack.db));
  const failedOne = async () => {
    const { id, subscription, client } = await renewals.aSubscription("pm_card_chargeCustomerFail");
    await renewals.cron();
    renewals.advance(12 * HOUR);
    expect(await chargeNow(staff, { id })).toMatchObject({ outcome: "failed" });
    const card = await stack.sandbox.regular.paymentMethods.attach("pm_card_visa", {
      customer: subscription.customerId,
    });
    await stack.db.update(subscriptions).set({ paymentMethodId: card.id }).where(eq(subscriptions.id, id));
    renewals.advance(4 * DAY);
    return { id, subscription, owner: stack.contextOf(client) };
  };
  const byCron = await failedOne();
  await renewals.cron();
  const byOwner = await failedOne();
  await payRenewal(byOwner.owner, { id: byOwner.id, returnUrl: "http://localhost:8788/" });
  for (const { id, subscription } of [byCron, byOwner]) {
    const after = (await renewals.traces(id)).subscription;
    expect(after).toMatchObject({ status: "Active", currentCycle: 2, anchorDay: subscription.anchorDay });
  }
});

test("the cron retries an old failed Charge Now on schedule", async () => {
  const { id, subscription } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  await renewals.cron();
  const card = await stack.sandbox.regular.paymentMethods.attach("pm_card_visa", { customer: subscription.customerId });
  await stack.db.update(subscriptions).set({ paymentMethodId: card.id }).where(eq(subscriptions.id, id));
  await stack.db.update(billingCycles).set({ origin: "chargeNow" }).where(eq(billingCycles.subscriptionId, id));
  renewals.advance(2 * DAY);
  await renewals.cron();
  expect(await renewals.traces(id)).toMatchObject({
    subscription: { currentCycle: 2, anchorDay: subscription.anchorDay },
    cycles: [{ origin: "schedule", state: "paid" }],
  });
});

test("renewals with refused requests do not block others", async () => {
  const gone = [];
  for (let n = 0; n < 15; n++)
    gone.push(
      await renewals.aSubscription("pm_card_visa", { customerId: "cus_gone", nextPayment: stack.now() - HOUR }),
    );
  const { id } = await renewals.aSubscription();
  expect(await renewals.cron()).toEqual({ done: 0, failed: 15 });
  for (let run = 0; run < 6; run++) {
    renewals.advance(11 * MINUTE);
    await renewals.cron();
  }
  const refusals = renewals.failures.splice(0);
  expect(refusals.every((error) => error instanceof RequestRefused)).toBe(true);
  expect(await renewals.charges(id)).toEqual([{ status: "succeeded", amount: 100_00 }]);
  const words = "No such customer: 'cus_gone'";
  const staff = await aStaffMember(stack.db);
  const { stuck } = await findBillingHealth(stack.contextOf(staff));
  expect(stuck.map(({ subscriptionId }) => subscriptionId).sort()).toEqual(gone.map((one) => one.id).sort());
  expect(new Set(stuck.map(({ lastFailure }) => lastFailure))).toEqual(new Set([words]));
  // No try of the dunning, and nothing that its customer could mend: told to staff alone, once.
  const one = gone[0]!;
  const told = await stack.db.select().from(history).where(eq(history.entityId, one.id));
  expect(told.map(({ action }) => action)).toEqual(["Renewal refused"]);
  expect(await renewals.traces(one.id)).toMatchObject({
    subscription: { status: "Active" },
    cycles: [{ state: "open", tries: 0, lastFailure: null }],
    failureMails: [],
  });
  expect(JSON.stringify(await ownSubscriptions(stack.contextOf(one.client)))).not.toContain(words);
});

test("Charge Now without a cycle, repeated four times, takes one month", async () => {
  const staff = stack.contextOf(await aStaffMember(stack.db));
  const early = () => renewals.aSubscription("pm_card_visa", { nextPayment: stack.now() + 20 * DAY });
  const { id } = await early();
  for (let n = 0; n < 4; n++)
    expect(await chargeNow({ ...staff, now: stack.now() }, { id })).toMatchObject({
      outcome: "charged",
      subscription: { currentCycle: 2 },
    });
  expect(await renewals.charges(id)).toHaveLength(1);

  const parallel = await early();
  await Promise.all([1, 2, 3, 4].map(() => chargeNow({ ...staff, now: stack.now() }, { id: parallel.id })));
  expect(await renewals.charges(parallel.id)).toHaveLength(1);
});

test("Charge Now without a cycle takes the next month ten minutes later", async () => {
  const staff = stack.contextOf(await aStaffMember(stack.db));
  const { id } = await renewals.aSubscription("pm_card_visa", { nextPayment: stack.now() + 20 * DAY });
  await chargeNow({ ...staff, now: stack.now() }, { id });
  renewals.advance(11 * MINUTE);
  expect(await chargeNow({ ...staff, now: stack.now() }, { id })).toMatchObject({ subscription: { currentCycle: 3 } });
  expect(await renewals.charges(id)).toHaveLength(2);
});
