import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { chargeNow } from "~/domain/billing/chargeNow";
import { saveCard } from "~/domain/billing/saveCard";
import { cancelOwnSubscription } from "~/domain/cancellations/cancelOwnSubscription";
import { cancelSubscription } from "~/domain/cancellations/cancelSubscription";
import { endSubscriptions } from "~/domain/cancellations/endSubscriptions";
import { remindOfCancelRequests } from "~/domain/cancellations/remindOfCancelRequests";
import type { Actor, ActorUser, Context } from "~/domain/context";
import { Conflict, Forbidden, NotFound, PaymentFailed, Unauthenticated } from "~/domain/errors";
import { makeCardLink } from "~/domain/renewals/cardLink";
import { cardPage } from "~/domain/renewals/cardPage";
import { openCardSetup, openHostedCardSetup } from "~/domain/renewals/openCardSetup";
import { takeCardOfSetup } from "~/domain/renewals/takeCardOfSetup";
import { askToCancel } from "~/domain/subscriptions/askToCancel";
import { claimCycle } from "~/domain/subscriptions/billingCycle";
import { exportSubscriptions, findSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { keepOwnSubscription, keepSubscription } from "~/domain/subscriptions/keepSubscription";
import {
  ownSubscription,
  ownSubscriptionPage,
  ownSubscriptions,
  unpaidSubscriptions,
} from "~/domain/subscriptions/ownSubscriptions";
import { type SubscriptionQuery, subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { subscriptionToChange } from "~/domain/subscriptions/subscriptionToChange";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import {
  billingCycles,
  history,
  notifications,
  orders,
  outbox,
  paymentCustomers,
  subscriptions,
  users,
} from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aCustomer, aStaffMember } from "../support/factories";
import { plansOf } from "../support/queryPlans";
import { aStoredSubscription, DAY, MINUTE, type Renewals, renewalsOf } from "../support/renewals";
import { actingAs, anonymous } from "../support/testContext";

let stack: CheckoutStack;
let renewals: Renewals;
let staff: Actor;
let staffId: string;
const fail = (error: unknown) => {
  throw error;
};
beforeAll(async () => {
  stack = await startCheckoutStack();
  renewals = renewalsOf(stack);
  const member = await aStaffMember(stack.db, { privileges: "Manager" });
  staffId = member.id;
  staff = actingAs(member);
});
afterEach(async () => {
  await renewals.rest();
  expect(stack.violations()).toEqual([]);
});
afterAll(() => stack.stop());

const body = (filterFields: unknown[] = [], rest: object = {}) =>
  listFromBody(subscriptionList, pagedRequest.parse({ filterFields, ...rest })) as SubscriptionQuery;
const stored = async (id: string) =>
  (await stack.db.select().from(subscriptions).where(eq(subscriptions.id, id)).get())!;
const ownerOf = async (id: string): Promise<ActorUser> => {
  const { clientId } = await stored(id);
  return (await stack.db.select().from(users).where(eq(users.id, clientId)).get()) as unknown as ActorUser;
};
const intentOf = async (id: string) =>
  (await stack.db.select().from(billingCycles).where(eq(billingCycles.subscriptionId, id)).get())!.paymentIntentId!;
const failure = (work: Promise<unknown>) => work.then(() => null).catch((error: unknown) => error);

/** Submits the card of a setup intent as Stripe.js does. */
const giveCard = (
  { clientSecret, account }: { clientSecret: string | null; account: "regular" | "custom" },
  number?: string,
) => stack.confirm({ clientSecret, account, mode: "setup" }, number);

test("lists by every filter in one round trip, by index", async () => {
  const base = stack.now() - 400 * DAY;
  const created = [];
  for (let n = 0; n < 12; n++)
    created.push(
      await aStoredSubscription(stack.db, {
        customerId: "cus_list",
        paymentMethodId: "pm_list",
        startedAt: base + n * DAY,
        status: (["Active", "Due", "Past_Due", "Cancelled"] as const)[n % 4]!,
        ...(n === 1 ? { cancelRequestedAt: base, cancelRequest: "Too much" } : {}),
        ...(n === 3 ? { cancelRequestedAt: base, cancelRequest: "Ended since" } : {}),
      }),
    );
  const first = created[0]!;
  const ctx = stack.context(staff);
  const range = { value: new Date(base).toISOString(), toValue: new Date(base + 11 * DAY).toISOString() };
  const createdInRange = { key: "createdTime", searchOperation: "btn", ...range };
  const idsOf = async (...filters: unknown[]) =>
    (await findSubscriptions(ctx, body([createdInRange, ...filters], { pageSize: 25 }))).content.map(({ id }) => id);
  expect(await idsOf()).toEqual(created.map(({ id }) => id).reverse());
  expect(await idsOf({ key: "status", searchOperation: "eq", value: "Due" })).toHaveLength(3);
  expect(await idsOf({ key: "status", searchOperation: "in", value: ["Due", "Past_Due"] })).toHaveLength(6);
  expect(await idsOf({ key: "id", searchOperation: "eq", value: first.id })).toEqual([first.id]);
  // The list shows the end of an id.
  for (const typed of [first.id, first.id.slice(-8), first.id.slice(-8).toLowerCase()])
    expect(await idsOf({ key: "id", searchOperation: "like", value: typed })).toEqual([first.id]);
  expect(await idsOf({ key: "clientId", searchOperation: "eq", value: first.client.id })).toEqual([first.id]);
  expect(await idsOf({ key: "clientName", searchOperation: "like", value: first.client.firstName })).toContain(
    first.id,
  );
  expect(await idsOf({ key: "cancelRequested", searchOperation: "eq", value: true })).toEqual([created[1]!.id]);
  const [row] = (await findSubscriptions(ctx, body([{ key: "id", searchOperation: "eq", value: created[1]!.id }])))
    .content;
  expect(row).toMatchObject({
    client: { id: created[1]!.client.id, name: `${created[1]!.client.firstName} Example` },
    initialOrder: { id: created[1]!.order.id, number: created[1]!.order.number },
    status: "Due",
    currentCycle: 1,
    amount: 100_00,
    cancelRequest: { at: base, reason: "Too much" },
  });
  const byNext = await findSubscriptions(
    ctx,
    body([createdInRange], { sortBy: "nextPayment", sortDirection: "asc", pageSize: 5 }),
  );
  expect([byNext.totalElements, byNext.content.map(({ id }) => id)]).toEqual([
    12,
    created.slice(0, 5).map(({ id }) => id),
  ]);

  const count = newStatementCount();
  await findSubscriptions(stack.context(staff, { db: openDb(countStatements(stack.binding, count)) }), body());
  expect(count).toMatchObject({ statements: 2, roundTrips: 1 });
  for (const query of [
    body(),
    body([createdInRange]),
    body([{ key: "status", searchOperation: "eq", value: "Due" }]),
    body([{ key: "clientId", searchOperation: "eq", value: first.client.id }]),
    body([{ key: "cancelRequested", searchOperation: "eq", value: true }]),
    body([], { sortBy: "nextPayment" }),
    body([{ ...createdInRange, key: "nextPayment" }]),
  ]) {
    const plans = await plansOf(stack.binding, (db) => findSubscriptions(stack.context(staff, { db }), query));
    const scans = plans.filter(
      (step) => /^SCAN (subscriptions|users|orders)\b/.test(step) && !/USING (COVERING )?INDEX/.test(step),
    );
    expect([query.filters, scans]).toEqual([query.filters, []]);
  }

  const sheet = await exportSubscriptions(ctx, body([createdInRange], { sortBy: "nextPayment" }));
  const rows = [];
  for await (const page of sheet.pages) rows.push(...page);
  expect([sheet.total, rows.map(({ id }) => id)]).toEqual([12, created.map(({ id }) => id).reverse()]);
});

test("pages a customer's subscriptions and lists the unpaid ones", async () => {
  const owner = await aCustomer(stack.db);
  const base = stack.now() - 40 * DAY;
  const own: Awaited<ReturnType<typeof aStoredSubscription>>[] = [];
  for (let n = 0; n < 12; n++)
    own.push(
      await aStoredSubscription(stack.db, {
        customerId: "cus_own",
        paymentMethodId: "pm_own",
        cardBrand: "visa",
        cardLast4: "4242",
        startedAt: base + n * DAY,
        status: (["Active", "Due", "Past_Due", "Cancelled"] as const)[n % 4]!,
      }),
    );
  for (const { id, order } of own) {
    await stack.db.update(subscriptions).set({ clientId: owner.id }).where(eq(subscriptions.id, id));
    await stack.db.update(orders).set({ clientId: owner.id }).where(eq(orders.id, order.id));
  }
  const newest = own.map(({ id }, n) => ({ id, ended: n % 4 === 3 })).reverse();
  const inOrder = [...newest.filter(({ ended }) => !ended), ...newest.filter(({ ended }) => ended)].map(({ id }) => id);
  const ctx = stack.contextOf(owner);
  const pageOf = (page: number) => ownSubscriptionPage(ctx, { page, pageSize: 10 });
  const [first, second, beyond] = [await pageOf(0), await pageOf(1), await pageOf(2)];
  expect([first, second, beyond].map(({ totalElements }) => totalElements)).toEqual([12, 12, 12]);
  expect([first, second, beyond].map(({ content }) => content.map(({ id }) => id))).toEqual([
    inOrder.slice(0, 10),
    inOrder.slice(10),
    [],
  ]);
  expect(first.content.every((row) => row.orders.length === 1)).toBe(true);
  expect((await ownSubscriptions(ctx)).map(({ id }) => id)).toEqual(inOrder);
  const unpaid = await unpaidSubscriptions(ctx);
  expect(unpaid.map(({ id }) => id)).toEqual(
    newest
      .map(({ id }) => id)
      .filter((id) => [1, 2].includes(own.findIndex((subscription) => subscription.id === id) % 4)),
  );
  const other = stack.contextOf(await aCustomer(stack.db));
  expect(await ownSubscriptionPage(other, { page: 0, pageSize: 10 })).toEqual({ content: [], totalElements: 0 });
  expect(await unpaidSubscriptions(other)).toEqual([]);
  for (const read of [unpaidSubscriptions, (ctx: Context) => ownSubscriptionPage(ctx, { page: 0, pageSize: 10 })])
    expect(await failure(read(stack.context(staff)))).toBeInstanceOf(Forbidden);
});

test("only staff read the list and only the owner a subscription", async () => {
  const { id } = await renewals.aSubscription();
  const owner = await ownerOf(id);
  const other = await aCustomer(stack.db);
  expect(await failure(findSubscriptions(stack.contextOf(owner), body()))).toBeInstanceOf(Forbidden);
  expect(await failure(subscriptionToChange(stack.contextOf(owner), id))).toBeInstanceOf(Forbidden);
  expect(await failure(ownSubscriptions(stack.context(staff)))).toBeInstanceOf(Forbidden);
  expect(await failure(ownSubscriptions(stack.context(anonymous)))).toBeInstanceOf(Unauthenticated);
  expect(await ownSubscriptions(stack.contextOf(other))).toEqual([]);
  for (const work of [
    (ctx: Context) => ownSubscription(ctx, id),
    (ctx: Context) => askToCancel(ctx, { id, reason: "Not mine" }),
    (ctx: Context) => openCardSetup(ctx, { id }),
    (ctx: Context) => saveCard(ctx, { id }, { setupIntentId: "seti_any" }),
    (ctx: Context) => cardPage(ctx, { id }),
  ])
    expect(await failure(work(stack.contextOf(other)))).toBeInstanceOf(NotFound);
  const admin: Actor = { kind: "impersonated", user: owner, adminId: "admin", sessionId: "session" };
  expect((await ownSubscriptions(stack.context(admin))).map((subscription) => subscription.id)).toEqual([id]);
  expect(await failure(openCardSetup(stack.context(admin), { id }))).toBeInstanceOf(Forbidden);
  expect(await failure(saveCard(stack.context(admin), { id }, { setupIntentId: "seti_any" }))).toBeInstanceOf(
    Forbidden,
  );
  expect((await stored(id)).cardGeneration).toBe(1);
});

test("staff cancel immediately and once, including open payments", async () => {
  const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  await renewals.cron();
  expect((await stored(id)).status).toBe("Due");
  const ctx = stack.context(staff);
  const answers = await Promise.all(
    [0, 1, 2].map(() => failure(cancelSubscription(ctx, { id, reason: "Asked by phone" }))),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  for (const error of answers.filter(Boolean)) expect(error).toBeInstanceOf(Conflict);
  const { subscription, cycles } = await renewals.traces(id);
  expect(subscription).toMatchObject({ status: "Cancelled", cancelledAt: expect.any(Number) });
  expect(cycles).toMatchObject([{ state: "closed" }]);
  const row = await stored(id);
  const intent = await stack.sandbox[row.account].paymentIntents.retrieve(cycles[0]!.paymentIntentId!);
  expect(intent.status).toBe("canceled");
  const mails = await stack.db
    .select()
    .from(outbox)
    .where(eq(outbox.dedupeKey, `email:subscription.cancelled:${id}`));
  expect(mails).toHaveLength(1);
  const historyRows = (await stack.db.select().from(history).where(eq(history.entityId, id))).filter(
    ({ action }) => action === "Subscription cancelled",
  );
  expect(historyRows).toHaveLength(1);
  renewals.advance(40 * DAY);
  await renewals.cron();
  expect((await renewals.charges(id)).filter(({ status }) => status === "succeeded")).toEqual([]);
  expect(await subscriptionToChange(ctx, id)).toMatchObject({ allowed: { chargeNow: false, cancel: false } });
  expect(await failure(cancelSubscription(ctx, { id: "nothing", reason: "" }))).toBeInstanceOf(NotFound);
});

test("a client cancels at the end of what is paid, and can undo it", async () => {
  const { id, order } = await renewals.aSubscription("pm_card_visa", { nextPayment: stack.now() + 5 * DAY });
  const ctx = stack.contextOf(await ownerOf(id));
  const { endsAt } = await cancelOwnSubscription(ctx, { id, reason: "" });
  expect(endsAt).toBe((await stored(id)).nextPayment);
  expect(await stored(id)).toMatchObject({ status: "Active", endsAt, cancelledAt: null });
  expect(await failure(cancelOwnSubscription(ctx, { id, reason: "" }))).toBeInstanceOf(Conflict);
  expect(await failure(chargeNow(stack.context(staff), { id }))).toBeInstanceOf(Conflict);
  const notices = await stack.db.select().from(notifications).where(eq(notifications.typeSystemId, order.id));
  expect(notices.some(({ description }) => description.includes("canceled the subscription"))).toBe(true);
  const mails = (await stack.db.select().from(outbox)).filter(({ dedupeKey }) =>
    dedupeKey?.startsWith(`email:subscription.cancelledByClient:${id}`),
  );
  expect(mails).toHaveLength(1);

  const stranger = stack.contextOf(await aCustomer(stack.db));
  expect(await failure(keepOwnSubscription(stranger, id))).toBeInstanceOf(NotFound);
  await keepOwnSubscription(ctx, id);
  expect(await stored(id)).toMatchObject({ status: "Active", endsAt: null });
  expect(await failure(keepOwnSubscription(ctx, id))).toBeInstanceOf(Conflict);
});

test("a cancelled subscription ends on its day without a charge", async () => {
  const { id } = await renewals.aSubscription("pm_card_visa", { nextPayment: stack.now() + DAY });
  const ctx = stack.contextOf(await ownerOf(id));
  const { endsAt } = await cancelOwnSubscription(ctx, { id, reason: "Too much" });
  renewals.advance(DAY / 2);
  await endSubscriptions(stack.system(), fail);
  expect((await stored(id)).status).toBe("Active");
  renewals.advance(DAY);
  await renewals.cron();
  expect(await renewals.charges(id)).toEqual([]);
  await endSubscriptions(stack.system(), fail);
  await endSubscriptions(stack.system(), fail);
  expect(await stored(id)).toMatchObject({ status: "Cancelled", cancelledAt: endsAt, endsAt: null });
  renewals.advance(60 * DAY);
  await renewals.cron();
  expect(await renewals.charges(id)).toEqual([]);
  expect(await failure(keepOwnSubscription(stack.contextOf(await ownerOf(id)), id))).toBeInstanceOf(Conflict);
});

test("a client's cancellation ends a due subscription immediately", async () => {
  const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  await renewals.cron();
  const ctx = stack.contextOf(await ownerOf(id));
  await cancelOwnSubscription(ctx, { id, reason: "" });
  expect(await stored(id)).toMatchObject({ status: "Cancelled", endsAt: null });
  expect((await renewals.traces(id)).cycles).toMatchObject([{ state: "closed" }]);
});

test("a charge under way moves the end of a cancelled subscription", async () => {
  const { id } = await renewals.aSubscription("pm_card_visa", { nextPayment: stack.now() + DAY });
  const owner = stack.contextOf(await ownerOf(id));
  const { endsAt } = await cancelOwnSubscription(owner, { id, reason: "" });
  const claimed = await claimCycle(stack.system(), { subscriptionId: id, cycle: 2, origin: "chargeNow" });
  expect(claimed).toBeUndefined();
  await keepOwnSubscription(owner, id);
  await chargeNow(stack.context(staff), { id });
  const { nextPayment } = await stored(id);
  expect(nextPayment).toBeGreaterThan(endsAt);
  expect(await cancelOwnSubscription(stack.contextOf(await ownerOf(id)), { id, reason: "" })).toEqual({
    endsAt: nextPayment,
  });
});

test("with the setting, a request stops charges until staff answer", async () => {
  const { id, order } = await renewals.aSubscription();
  const ctx = stack.contextOf(await ownerOf(id));
  const asking = { ...ctx, settings: { ...ctx.settings, payments: { ...ctx.settings.payments, askToCancel: true } } };
  expect(await failure(cancelOwnSubscription(asking, { id, reason: "" }))).toBeInstanceOf(Forbidden);
  await askToCancel(asking, { id, reason: "Too much" });
  await renewals.cron();
  expect(await renewals.charges(id)).toEqual([]);
  renewals.advance(DAY + MINUTE);
  await remindOfCancelRequests(stack.system(), fail);
  await remindOfCancelRequests(stack.system(), fail);
  const reminders = async () =>
    (await stack.db.select().from(notifications).where(eq(notifications.typeSystemId, order.id))).filter(
      ({ description, userId }) => description.includes("waits for an answer") && userId === staffId,
    ).length;
  expect(await reminders()).toBe(1);
  renewals.advance(DAY);
  await remindOfCancelRequests(stack.system(), fail);
  expect(await reminders()).toBe(2);
  await keepSubscription(stack.context(staff), { id, reason: "You have a discount now." });
  expect(await failure(keepSubscription(stack.context(staff), { id, reason: "Again" }))).toBeInstanceOf(Conflict);
  const { clientId } = await stored(id);
  const read = await stack.db.select().from(notifications).where(eq(notifications.userId, clientId));
  expect(read.some(({ description }) => description.includes("You have a discount now."))).toBe(true);
  await renewals.cron();
  expect(await renewals.charges(id)).toMatchObject([{ status: "succeeded" }]);
});

test("a cancellation request notifies staff but ends nothing", async () => {
  const { id, order } = await renewals.aSubscription();
  const ctx = stack.contextOf(await ownerOf(id));
  await askToCancel(ctx, { id, reason: "We move on" });
  expect(await stored(id)).toMatchObject({ status: "Active", cancelRequest: "We move on" });
  expect(await failure(askToCancel(ctx, { id, reason: "Again" }))).toBeInstanceOf(Conflict);
  expect((await stored(id)).cancelRequest).toBe("We move on");
  const notices = await stack.db.select().from(notifications).where(eq(notifications.typeSystemId, order.id));
  expect(notices.some(({ description }) => description.includes("asked to cancel"))).toBe(true);
  expect(await subscriptionToChange(stack.context(staff), id)).toMatchObject({
    cancelRequest: { reason: "We move on" },
  });
  const { id: ended } = await renewals.aSubscription();
  await cancelSubscription(stack.context(staff), { id: ended, reason: "Asked by phone" });
  const owner = stack.contextOf(await ownerOf(ended));
  expect(await failure(askToCancel(owner, { id: ended, reason: "Too late" }))).toMatchObject({
    message: "This subscription has already ended.",
  });
});

test("saves a new card once and charges the open payment", async () => {
  const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  await renewals.cron();
  const ctx = stack.contextOf(await ownerOf(id));
  expect((await ownSubscription(ctx, id)).payment).toMatchObject({ state: "open", tries: 1 });
  const setup = await openCardSetup(ctx, { id });
  expect(await failure(saveCard(ctx, { id }, setup))).toBeInstanceOf(PaymentFailed);
  await giveCard(setup);
  expect(await saveCard(ctx, { id }, setup)).toBe("charged");
  expect(await stored(id)).toMatchObject({ status: "Active", currentCycle: 2, cardLast4: "4242", cardGeneration: 2 });
  // Repeated: the card is already saved, nothing is charged, and the result is the same.
  expect(await saveCard(ctx, { id }, setup)).toBe("charged");
  expect(await stored(id)).toMatchObject({ currentCycle: 2, cardGeneration: 2 });
  expect((await renewals.charges(id)).filter(({ status }) => status === "succeeded")).toHaveLength(1);
  const [own] = await ownSubscriptions(ctx);
  expect(own).toMatchObject({ card: { brand: "visa", last4: "4242" }, orders: [{ cycle: 2 }, { cycle: 1 }] });
});

test("refuses cards of other subscriptions and older setups", async () => {
  const target = await renewals.aSubscription();
  const foreignTarget = await renewals.aSubscription();
  const mine = stack.contextOf(await ownerOf(target.id));
  const theirs = stack.contextOf(await ownerOf(foreignTarget.id));
  const [older, newer, foreign] = [
    await openCardSetup(mine, { id: target.id }),
    await openCardSetup({ ...mine, requestId: "second" }, { id: target.id }),
    await openCardSetup(theirs, { id: foreignTarget.id }),
  ];
  for (const setup of [older, newer, foreign]) await giveCard(setup);
  expect(await failure(saveCard(mine, { id: target.id }, foreign))).toBeInstanceOf(NotFound);
  expect(await failure(saveCard(mine, { id: target.id }, { setupIntentId: "seti_invented" }))).toBeInstanceOf(NotFound);
  expect(await failure(saveCard(mine, { id: target.id }, { sessionId: "cs_invented" }))).toBeInstanceOf(NotFound);
  // Nor the card of another subscription of the same customer.
  const { clientId, customerId } = target.subscription;
  const own = await renewals.aSubscription("pm_card_visa", { clientId, customerId });
  expect(await failure(saveCard(mine, { id: own.id }, newer))).toBeInstanceOf(NotFound);
  expect(await saveCard(mine, { id: target.id }, newer)).toBe(null);
  expect(await failure(saveCard(mine, { id: target.id }, older))).toBeInstanceOf(Conflict);
  expect((await stored(target.id)).cardGeneration).toBe(2);
  // Of two concurrent setups the first one saved wins.
  const [first, second] = [
    await openCardSetup({ ...mine, requestId: "third" }, { id: target.id }),
    await openCardSetup({ ...mine, requestId: "fourth" }, { id: target.id }),
  ];
  await giveCard(first, "5555555555554444");
  await giveCard(second);
  const overtaken = beforeBatch(mine, 1, () => saveCard(mine, { id: target.id }, first));
  expect(await failure(saveCard(overtaken, { id: target.id }, second))).toBeInstanceOf(Conflict);
  expect(await stored(target.id)).toMatchObject({ cardGeneration: 3, cardLast4: "4444" });
});

test("an emailed link opens one card page until used or 30 days old", async () => {
  const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  const other = await renewals.aSubscription();
  await renewals.cron();
  const visitor = (now = stack.now()) => stack.context(anonymous, { now });
  const link = await makeCardLink(visitor(), await stored(id));
  expect(await cardPage(visitor(), { link })).toMatchObject({ id, amount: 100_00, status: "Due" });
  for (const forged of [
    { ...link, subscriptionId: other.id },
    { ...link, cardGeneration: 2 },
    { ...link, expiresAt: link.expiresAt + 1 },
    { ...link, mac: `${link.mac.slice(0, -1)}${link.mac.endsWith("A") ? "B" : "A"}` },
  ])
    expect(await failure(cardPage(visitor(), { link: forged }))).toBeInstanceOf(NotFound);
  expect(await failure(cardPage(visitor(link.expiresAt), { link }))).toBeInstanceOf(NotFound);
  // Without JavaScript the client uses the provider's page and returns with the session id.
  const url = await openHostedCardSetup(visitor(), { link }, "/card/x");
  await stack.payOnPage(url);
  const sessionId = url.split("/").pop()!.split("?")[0]!;
  expect(await saveCard(visitor(), { link }, { sessionId })).toBe("charged");
  expect(await stored(id)).toMatchObject({ status: "Active", cardGeneration: 2 });
  expect(await failure(cardPage(visitor(), { link }))).toBeInstanceOf(NotFound);
  // Reloading the return page is idempotent, but the link accepts no other card.
  expect(await saveCard(visitor(), { link }, { sessionId })).toBe("charged");
  const owner = stack.contextOf(await ownerOf(id));
  const another = await openCardSetup(owner, { id });
  await giveCard(another);
  expect(await failure(saveCard(visitor(), { link }, another))).toBeInstanceOf(NotFound);
  expect(await stored(id)).toMatchObject({ cardGeneration: 2 });
});

test("the webhook saves the card and charges if the browser was closed", async () => {
  const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
  await renewals.cron();
  const ctx = stack.contextOf(await ownerOf(id));
  const link = await makeCardLink(ctx, await stored(id));
  const url = await openHostedCardSetup(stack.context(anonymous), { link }, "/card/x");
  await stack.payOnPage(url);
  const event = await stack.received(id, "setup_intent.succeeded");
  for (let n = 0; n < 2; n++) expect((await stack.webhook("regular", event)).status).toBe(200);
  expect(await stored(id)).toMatchObject({ status: "Active", currentCycle: 2, cardLast4: "4242", cardGeneration: 2 });
  // A client who returns later still sees the payment, although the link has been used.
  const sessionId = url.split("/").pop()!.split("?")[0]!;
  expect(await saveCard(stack.context(anonymous), { link }, { sessionId })).toBe("charged");
  expect(await failure(cardPage(stack.context(anonymous), { link }))).toBeInstanceOf(NotFound);
  expect((await renewals.charges(id)).filter(({ status }) => status === "succeeded")).toHaveLength(1);
  // A repeated event changes nothing after a newer card or the subscription's end.
  const newer = await openCardSetup(ctx, { id });
  await giveCard(newer, "5555555555554444");
  expect(await saveCard(ctx, { id }, newer)).toBe(null);
  const old = await ctx.payments.retrieveSetup("regular", (event.event.data.object as { id: string }).id);
  await takeCardOfSetup(stack.system(), old);
  expect(await stored(id)).toMatchObject({ cardLast4: "4444", cardGeneration: 3 });
  const last = await openCardSetup({ ...ctx, requestId: "last" }, { id });
  await giveCard(last);
  // Nor does an unfinished setup or one of another customer or account.
  const retrieved = await ctx.payments.retrieveSetup("regular", last.setupIntentId);
  for (const foreign of [
    { ...retrieved, status: "processing" as const },
    { ...retrieved, customerId: "cus_another" },
    { ...retrieved, customerId: null },
    { ...retrieved, account: "custom" as const },
    { ...retrieved, metadata: { ...retrieved.metadata, subscription_id: "nobody" } },
  ])
    await takeCardOfSetup(stack.system(), foreign);
  expect(await stored(id)).toMatchObject({ cardLast4: "4444", cardGeneration: 3 });
  await cancelSubscription(stack.context(staff), { id, reason: "Asked by phone" });
  await takeCardOfSetup(stack.system(), await ctx.payments.retrieveSetup("regular", last.setupIntentId));
  expect(await stored(id)).toMatchObject({ cardLast4: "4444", cardGeneration: 3 });
});

test("replaces a deleted customer record when a new card is saved", async () => {
  for (const method of ["field", "page", "message"] as const) {
    // The first attempt was declined, so the cycle has an intent of the deleted record.
    const { id, subscription } = await renewals.aSubscription("pm_card_chargeCustomerFail");
    const { clientId, account, customerId: deletedCustomer } = subscription;
    await stack.db
      .insert(paymentCustomers)
      .values({ userId: clientId, account, customerId: deletedCustomer, createdAt: stack.now() });
    await renewals.cron();
    await stack.sandbox.regular.customers.del(deletedCustomer);
    const declinedIntent = await intentOf(id);
    const ctx = stack.contextOf(await ownerOf(id));
    if (method === "field") {
      const setup = await openCardSetup(ctx, { id });
      await giveCard(setup);
      expect(await saveCard(ctx, { id }, setup)).toBe("charged");
      expect(await saveCard(ctx, { id }, setup)).toBe("charged");
    } else {
      const url = await openHostedCardSetup(ctx, { id }, "/card/x");
      await stack.payOnPage(url);
      if (method === "message") await stack.webhook("regular", await stack.received(id, "setup_intent.succeeded"));
      const sessionId = url.split("/").pop()!.split("?")[0]!;
      expect(await saveCard(ctx, { id }, { sessionId })).toBe("charged");
    }
    const after = await stored(id);
    expect(after).toMatchObject({ status: "Active", currentCycle: 2, cardLast4: "4242", cardGeneration: 2 });
    expect(after.customerId).not.toBe(deletedCustomer);
    expect((await renewals.charges(id)).filter(({ status }) => status === "succeeded")).toHaveLength(1);
    expect(await stack.sandbox.regular.paymentIntents.retrieve(declinedIntent)).toMatchObject({ status: "canceled" });
  }
});

test("webhook and browser together charge a new card once", async () => {
  for (const [number, outcome, charged] of [
    ["4242424242424242", "charged", 1],
    ["4000000000000341", "failed", 0],
  ] as const) {
    const { id } = await renewals.aSubscription("pm_card_chargeCustomerFail");
    await renewals.cron();
    const ctx = stack.contextOf(await ownerOf(id));
    const before = (await renewals.charges(id)).length;
    const setup = await openCardSetup(ctx, { id });
    await giveCard(setup, number);
    const event = await stack.received(id, "setup_intent.succeeded");
    await Promise.all([
      stack.webhook("regular", event),
      saveCard(ctx, { id }, setup).catch((error) => expect(error).toBeInstanceOf(Conflict)),
    ]);
    expect((await renewals.charges(id)).length - before).toBe(1);
    expect((await renewals.charges(id)).filter(({ status }) => status === "succeeded")).toHaveLength(charged);
    expect(await stored(id)).toMatchObject({ cardGeneration: 2, status: charged ? "Active" : "Due" });
    // Repeated, it returns the same result without another charge.
    expect(await saveCard(ctx, { id }, setup)).toBe(outcome);
    expect((await renewals.charges(id)).length - before).toBe(1);
  }
});
