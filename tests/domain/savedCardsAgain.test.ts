import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cardChoices } from "~/domain/billing/cardChoices";
import { changeToSavedCard } from "~/domain/billing/changeToSavedCard";
import { removeCard } from "~/domain/billing/removeCard";
import { saveCard } from "~/domain/billing/saveCard";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payWithSavedCard } from "~/domain/checkout/payWithSavedCard";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import type { ActorUser } from "~/domain/context";
import { CouponInput } from "~/domain/coupons/couponInput";
import { saveCoupon } from "~/domain/coupons/saveCoupon";
import { Conflict, Forbidden, Invalid, NotFound } from "~/domain/errors";
import { SavedCardGone } from "~/domain/payments/savedCards";
import { makeCardLink } from "~/domain/renewals/cardLink";
import { openCardSetup } from "~/domain/renewals/openCardSetup";
import { findSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { type SubscriptionQuery, subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { history, subscriptions } from "~db/schema";
import { beforeBatch } from "../support/beforeBatch";
import { type CheckoutStack, cards, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { DAY, type Renewals, renewalsOf } from "../support/renewals";
import {
  type Buying,
  cardsOf,
  confirmSaved,
  idOf,
  keepCard,
  aReturningBuyer as returningBuyer,
  subscribe,
} from "../support/savedCards";

/** Visa that asks the bank each time. */
const ALWAYS_ASKS = "4000002760003184";
const MASTERCARD = "5555555555554444";
const AMEX = "378282246310005";

let stack: CheckoutStack;
let renewals: Renewals;
beforeAll(async () => {
  stack = await startCheckoutStack();
  renewals = renewalsOf(stack);
});
afterEach(async () => {
  await renewals.rest();
  expect(stack.violations()).toEqual([]);
});
afterAll(() => stack.stop());

const aReturningBuyer = (number?: string) => returningBuyer(stack, number);
const inParallel = <T>(work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 20 }, (_, n) => work(n)));

test("an unpaid order is paid on-session with a saved card", async () => {
  const { ctx, form, card } = await aReturningBuyer();
  const placed = await placeOrder(ctx, form());
  const resumed = await resumeOrder(ctx, placed.orderSystemId, { savedCardId: card.id });
  expect(idOf(resumed)).toBe(idOf(placed));
  const intent = await ctx.payments.retrievePayment("regular", idOf(resumed));
  expect(intent).toMatchObject({ paymentMethodId: card.id, status: "requires_confirmation" });
  expect((await confirmSaved(stack, resumed, card.id)).status).toBe(200);
  expect((await completeOrder(ctx, placed.orderSystemId)).paid).toBe(true);
  expect(await resumeOrder(ctx, placed.orderSystemId, { savedCardId: card.id })).toMatchObject({ mode: "settled" });
});

test("20 parallel posts of an unpaid order make one intent and charge", async () => {
  const { ctx, form, card } = await aReturningBuyer();
  const { orderSystemId: id } = await placeOrder(ctx, form());
  const opened = await inParallel(() => resumeOrder(ctx, id, { savedCardId: card.id }));
  expect(new Set(opened.map(idOf)).size).toBe(1);
  const paid = await inParallel((n) => payWithSavedCard({ ...ctx, requestId: `press-${n}` }, id, card.id));
  expect(paid.every((one) => one.paid)).toBe(true);
  expect(await stack.intentsOf("regular", id)).toHaveLength(1);
  expect(await stack.charges(id)).toHaveLength(1);
});

test("an unpaid order takes no foreign, removed or expired card", async () => {
  const owner = await aReturningBuyer();
  const { buyer, ctx, form, card } = await aReturningBuyer();
  const placed = await placeOrder(ctx, form());
  const { orderSystemId: id } = placed;
  for (const savedCardId of [owner.card.id, "pm_unknown"])
    await expect(resumeOrder(ctx, id, { savedCardId })).rejects.toThrow(SavedCardGone);
  await expect(resumeOrder(owner.ctx, id, { savedCardId: owner.card.id })).rejects.toThrow(NotFound);
  const later = stack.contextOf(buyer, { now: Date.UTC(card.expYear, card.expMonth, 1) });
  await expect(resumeOrder(later, id, { savedCardId: card.id })).rejects.toThrow(Invalid);
  await removeCard(ctx, card.id, { paysFor: 0 });
  await expect(resumeOrder(ctx, id, { savedCardId: card.id })).rejects.toThrow(SavedCardGone);
  expect(await ctx.payments.retrievePayment("regular", idOf(placed))).toMatchObject({
    paymentMethodId: null,
    status: "requires_payment_method",
  });
  expect(await stack.intentsOf("regular", id)).toHaveLength(1);
});

test("staff who act as a customer pay no unpaid order with a saved card", async () => {
  const { buyer, ctx, form, card } = await aReturningBuyer();
  const placed = await placeOrder(ctx, form());
  const staff = await aStaffMember(stack.db);
  const acting = stack.context({ kind: "impersonated", user: buyer, adminId: staff.id, sessionId: "session" });
  await expect(resumeOrder(acting, placed.orderSystemId, { savedCardId: card.id })).rejects.toThrow(Forbidden);
});

test.each(["in the browser", "on the server"])(
  "a subscription with nothing due sets up a saved card %s",
  async (place) => {
    const { ctx, form, service, card } = await aReturningBuyer();
    const code = `FREE${service.id}`;
    const input = { code, type: "PERCENTAGE", discount: 100, serviceIds: [service.id] };
    await saveCoupon(stack.contextOf(await aStaffMember(stack.db)), CouponInput.parse(input));
    const placed = await placeOrder(
      ctx,
      form({ paymentType: "SUBSCRIPTION", couponCode: code, discountedPrice: 0, savedCardId: card.id }),
    );
    expect(placed).toMatchObject({ mode: "setup", amount: 0 });
    const id = placed.orderSystemId;
    if (place === "on the server") expect(await payWithSavedCard(ctx, id, card.id)).toMatchObject({ paid: true });
    else {
      expect((await confirmSaved(stack, placed, card.id)).status).toBe(200);
      expect((await completeOrder(ctx, id)).paid).toBe(true);
    }
    const row = await stack.db.select().from(subscriptions).where(eq(subscriptions.initialOrderId, id)).get();
    expect(row).toMatchObject({ paymentMethodId: card.id, status: "Active" });
    expect(await stack.charges(id)).toEqual([]);
  },
);

const ofClient = (user: ActorUser) =>
  stack.db.select().from(subscriptions).where(eq(subscriptions.clientId, user.id)).orderBy(subscriptions.createdAt);

/** A customer with a subscription paid by 4242, and a kept Mastercard. */
async function aSubscriber(kept: string = MASTERCARD) {
  const buying = await stack.aBuyer();
  await subscribe(stack, buying);
  await keepCard(stack, buying, kept);
  const [subscription] = await ofClient(buying.buyer);
  const card = (await cardsOf(buying)).find(({ last4 }) => kept.endsWith(last4))!;
  return { ...buying, card, id: subscription!.id };
}

/** Changes the card as the browser does. */
async function changeInBrowser({ ctx }: Buying, id: string, choice: Parameters<typeof openCardSetup>[2]) {
  const setup = await openCardSetup(ctx, { id }, choice);
  expect((await confirmSaved(stack, setup, choice!.savedCardId!)).status).toBe(200);
  return await saveCard(ctx, { id }, setup);
}

test("the card page offers the account's other cards", async () => {
  const { ctx, id, buyer } = await aSubscriber();
  const custom = await stack.aBuyer({ serviceType: "CUSTOM" });
  await subscribe(stack, { ...custom, ctx }, AMEX);
  expect((await cardChoices(ctx, id)).savedCards.map(({ last4 }) => last4)).toEqual(["4444"]);
  expect((await cardChoices(ctx, id)).others).toEqual([]);
  const stranger = await stack.aBuyer();
  await expect(cardChoices(stranger.ctx, id)).rejects.toThrow(NotFound);
  const expired = stack.contextOf(buyer, { now: Date.UTC(2041, 0, 1) });
  expect((await cardChoices(expired, id)).savedCards).toEqual([]);
});

test("a subscription is moved to a saved card, and staff see which", async () => {
  const subscriber = await aSubscriber();
  const { id, card, buyer } = subscriber;
  expect(await changeInBrowser(subscriber, id, { savedCardId: card.id })).toBe(null);
  const [row] = await ofClient(buyer);
  expect(row).toMatchObject({
    paymentMethodId: card.id,
    cardBrand: "mastercard",
    cardLast4: "4444",
    cardGeneration: 2,
  });
  const staff = stack.contextOf(await aStaffMember(stack.db));
  const found = await findSubscriptions(
    staff,
    listFromBody(
      subscriptionList,
      pagedRequest.parse({ filterFields: [{ key: "id", searchOperation: "eq", value: id }] }),
    ) as SubscriptionQuery,
  );
  expect(found.content).toMatchObject([{ id, card: { brand: "mastercard", last4: "4444" } }]);
});

test("without script the server moves a subscription to a saved card", async () => {
  const { ctx, id, card, buyer } = await aSubscriber();
  const choice = { savedCardId: card.id, returnUrl: "https://portal.example.com/back" };
  expect(await changeToSavedCard(ctx, { id }, choice)).toEqual({ outcome: null });
  expect(await ofClient(buyer)).toMatchObject([{ paymentMethodId: card.id, cardGeneration: 2 }]);
});

test("the bank confirms a saved card before a subscription takes it", async () => {
  const { ctx, id, card, buyer } = await aSubscriber(ALWAYS_ASKS);
  const choice = { savedCardId: card.id, returnUrl: "https://portal.example.com/back" };
  const asked = await changeToSavedCard(ctx, { id }, choice);
  if (!("bankUrl" in asked) || !asked.bankUrl) throw new Error("The bank asks nothing");
  expect(await ofClient(buyer)).toMatchObject([{ cardLast4: "4242", cardGeneration: 1 }]);
  const url = new URL(asked.bankUrl);
  const answer = await stack.sandbox.send(`http://portal.example.com${url.pathname}${url.search}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "outcome=complete",
    redirect: "manual",
  });
  const setupIntentId = new URL(answer.headers.get("location")!).searchParams.get("setup_intent")!;
  expect(await saveCard(ctx, { id }, { setupIntentId })).toBe(null);
  expect(await ofClient(buyer)).toMatchObject([{ paymentMethodId: card.id, cardGeneration: 2 }]);
});

/** The last try of the renewals has failed. */
const failed = (user: ActorUser) =>
  stack.db
    .update(subscriptions)
    .set({ nextPayment: stack.now() - DAY, status: "Past_Due" })
    .where(eq(subscriptions.clientId, user.id));

test("20 parallel posts of a failed renewal charge a saved card once", async () => {
  const { ctx, buyer, card, id } = await aSubscriber();
  await failed(buyer);
  const outcomes = await inParallel(async (n) => {
    const own = { ...ctx, requestId: `press-${n}` };
    const choice = { savedCardId: card.id, returnUrl: "https://portal.example.com/back" };
    return await changeToSavedCard(own, { id }, choice);
  });
  expect(outcomes.every((one) => "outcome" in one && ["charged", "underway"].includes(one.outcome ?? ""))).toBe(true);
  expect((await renewals.charges(id)).filter(({ status }) => status === "succeeded")).toHaveLength(1);
  expect(await ofClient(buyer)).toMatchObject([{ status: "Active", paymentMethodId: card.id, cardGeneration: 2 }]);
});

test("a subscription takes no foreign, unknown, removed or expired card", async () => {
  const owner = await aReturningBuyer();
  const { ctx, buyer, id, card } = await aSubscriber();
  const calls = () => stack.providerCalls.filter((call) => call.endsWith("/setup_intents")).length;
  const before = calls();
  for (const savedCardId of [owner.card.id, "pm_unknown"])
    await expect(openCardSetup(ctx, { id }, { savedCardId })).rejects.toThrow(SavedCardGone);
  await expect(openCardSetup(owner.ctx, { id }, { savedCardId: owner.card.id })).rejects.toThrow(NotFound);
  const later = stack.contextOf(buyer, { now: Date.UTC(card.expYear, card.expMonth, 1) });
  await expect(openCardSetup(later, { id }, { savedCardId: card.id })).rejects.toThrow(Invalid);
  await removeCard(ctx, card.id, { paysFor: 0 });
  await expect(openCardSetup(ctx, { id }, { savedCardId: card.id })).rejects.toThrow(SavedCardGone);
  expect(calls()).toBe(before);
  expect(await ofClient(buyer)).toMatchObject([{ cardLast4: "4242", cardGeneration: 1 }]);
});

test("an emailed link reaches neither saved cards nor other subscriptions", async () => {
  const { buyer, id, card } = await aSubscriber();
  const second = await aSubscriptionLike(buyer);
  const visitor = stack.context({ kind: "anonymous" });
  const [row] = await ofClient(buyer);
  const link = await makeCardLink(visitor, row!);
  await expect(openCardSetup(visitor, { link }, { savedCardId: card.id })).rejects.toThrow(SavedCardGone);
  const setup = await openCardSetup(visitor, { link }, { everySubscription: true });
  await stack.confirm({ ...setup, mode: "setup" }, MASTERCARD);
  await saveCard(visitor, { link }, setup);
  const rows = await ofClient(buyer);
  expect(rows.find((one) => one.id === id)).toMatchObject({ cardLast4: "4444" });
  expect(rows.find((one) => one.id === second)).toMatchObject({ cardLast4: "4242" });
});

/** Another subscription of the customer. */
async function aSubscriptionLike(user: ActorUser, service: Parameters<CheckoutStack["aBuyer"]>[0] = {}) {
  const known = new Set((await ofClient(user)).map(({ id }) => id));
  const other = await stack.aBuyer(service);
  await subscribe(stack, { ...other, ctx: stack.contextOf(user) });
  return (await ofClient(user)).find(({ id }) => !known.has(id))!.id;
}

test("one change moves all subscriptions of the account when ticked", async () => {
  const subscriber = await aSubscriber();
  const { ctx, buyer, id, card } = subscriber;
  const second = await aSubscriptionLike(buyer);
  const ended = await aSubscriptionLike(buyer);
  await stack.db.update(subscriptions).set({ status: "Cancelled" }).where(eq(subscriptions.id, ended));
  const custom = await aSubscriptionLike(buyer, { serviceType: "CUSTOM" });
  const foreign = await aSubscriber();
  expect((await cardChoices(ctx, id)).others.map((one) => one.id)).toEqual([second]);
  await changeInBrowser(subscriber, id, { savedCardId: card.id, everySubscription: true });
  const rows = new Map((await ofClient(buyer)).map((one) => [one.id, one]));
  for (const moved of [id, second])
    expect(rows.get(moved)).toMatchObject({ paymentMethodId: card.id, cardLast4: "4444", cardGeneration: 2 });
  for (const kept of [ended, custom]) expect(rows.get(kept)).toMatchObject({ cardLast4: "4242", cardGeneration: 1 });
  expect(await ofClient(foreign.buyer)).toMatchObject([{ cardLast4: "4242", cardGeneration: 1 }]);
  const changes = await stack.db
    .select({ entityId: history.entityId, changes: history.changes })
    .from(history)
    .where(and(eq(history.entity, "subscription"), eq(history.action, "Card changed")));
  expect(
    changes
      .filter(({ entityId }) => rows.has(entityId))
      .map(({ entityId }) => entityId)
      .sort(),
  ).toEqual([id, second].sort());
  expect(changes[0]!.changes).toEqual([{ field: "card", before: "visa 4242", after: "mastercard 4444" }]);
});

test("without the tick only one subscription changes its card", async () => {
  const subscriber = await aSubscriber();
  const second = await aSubscriptionLike(subscriber.buyer);
  await changeInBrowser(subscriber, subscriber.id, { savedCardId: subscriber.card.id });
  const rows = await ofClient(subscriber.buyer);
  expect(rows.find((one) => one.id === second)).toMatchObject({ cardLast4: "4242", cardGeneration: 1 });
});

test("the provider's message alone moves all subscriptions", async () => {
  const { ctx, buyer, id, card } = await aSubscriber();
  await aSubscriptionLike(buyer);
  const setup = await openCardSetup(ctx, { id }, { savedCardId: card.id, everySubscription: true });
  await confirmSaved(stack, setup, card.id);
  await stack.webhook("regular", await stack.received(id, "setup_intent.succeeded"));
  for (const row of await ofClient(buyer)) expect(row).toMatchObject({ paymentMethodId: card.id, cardGeneration: 2 });
  // The browser's own post follows and changes nothing.
  expect(await saveCard(ctx, { id }, setup)).toBe(null);
  for (const row of await ofClient(buyer)) expect(row.cardGeneration).toBe(2);
});

test("a card saved meanwhile for another subscription is replaced whole", async () => {
  const subscriber = await aSubscriber();
  const { ctx, buyer, id, card } = subscriber;
  const second = await aSubscriptionLike(buyer);
  const setup = await openCardSetup(ctx, { id }, { savedCardId: card.id, everySubscription: true });
  await confirmSaved(stack, setup, card.id);
  const overtaken = beforeBatch(ctx, 1, async () => {
    const own = { ...ctx, requestId: "meanwhile" };
    const other = await openCardSetup(own, { id: second });
    await stack.confirm({ ...other, mode: "setup" }, MASTERCARD);
    await saveCard(own, { id: second }, other);
  });
  await saveCard(overtaken, { id }, setup);
  const rows = await ofClient(buyer);
  for (const row of rows) expect(row.paymentMethodId).toBe(card.id);
  expect(rows.find((one) => one.id === second)!.cardGeneration).toBe(3);
  // A newer card of the subscription itself is not replaced.
  const [older, newer] = [
    await openCardSetup({ ...ctx, requestId: "older" }, { id }, { everySubscription: true }),
    await openCardSetup({ ...ctx, requestId: "newer" }, { id }),
  ];
  await stack.confirm({ ...older, mode: "setup" }, cards.good);
  await stack.confirm({ ...newer, mode: "setup" }, cards.good);
  await saveCard(ctx, { id }, newer);
  await expect(saveCard(ctx, { id }, older)).rejects.toThrow(Conflict);
  expect((await ofClient(buyer)).find((one) => one.id === second)!.cardGeneration).toBe(3);
});

test("the renewals of all moved subscriptions are charged to the new card", async () => {
  const subscriber = await aSubscriber();
  const second = await aSubscriptionLike(subscriber.buyer);
  await failed(subscriber.buyer);
  await changeInBrowser(subscriber, subscriber.id, { savedCardId: subscriber.card.id, everySubscription: true });
  await renewals.cron();
  for (const id of [subscriber.id, second])
    expect((await renewals.charges(id)).map(({ status }) => status)).toEqual(["succeeded"]);
  for (const row of await ofClient(subscriber.buyer)) expect(row).toMatchObject({ status: "Active", currentCycle: 2 });
});
