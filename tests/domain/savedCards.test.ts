import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ownCards } from "~/domain/billing/ownCards";
import { removeCard } from "~/domain/billing/removeCard";
import { setDefaultCard } from "~/domain/billing/setDefaultCard";
import { checkoutCards, offeredCards } from "~/domain/checkout/checkoutCards";
import type { PayableOrder } from "~/domain/checkout/checkoutTypes";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { payWithSavedCard } from "~/domain/checkout/payWithSavedCard";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { Conflict, Forbidden, Invalid } from "~/domain/errors";
import { SavedCardGone } from "~/domain/payments/savedCards";
import { orders } from "~db/schema";
import { type CheckoutStack, cards, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import {
  type Buying,
  cardsOf,
  confirmSaved,
  idOf,
  keepCard,
  aReturningBuyer as returningBuyer,
  subscribe,
} from "../support/savedCards";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const aReturningBuyer = (number?: string) => returningBuyer(stack, number);
const ordersOf = ({ buyer }: Pick<Buying, "buyer">) =>
  stack.db.select().from(orders).where(eq(orders.clientId, buyer.id));
const withSavedCard = (placed: PayableOrder, card: string) => confirmSaved(stack, placed, card);

test("lists a kept card with brand, last four and expiry", async () => {
  const { card } = await aReturningBuyer();
  expect(card).toEqual({
    id: expect.stringMatching(/^pm_/),
    brand: "visa",
    last4: "4242",
    expMonth: 12,
    expYear: 2040,
    isDefault: true,
    sameCards: [],
  });
});

test("lists a card that was entered twice once, and removes it whole", async () => {
  const buying = await aReturningBuyer();
  await keepCard(stack, buying, cards.good);
  const [card, ...others] = await ownCards(buying.ctx);
  expect(others).toEqual([]);
  expect(card!.sameCards).toHaveLength(1);
  await removeCard(buying.ctx, card!.id, { paysFor: 0 });
  expect(await ownCards(buying.ctx)).toEqual([]);
});

test("keeps no card that the buyer did not choose to keep", async () => {
  const buying = await stack.aBuyer();
  const placed = await placeOrder(buying.ctx, buying.form());
  await stack.confirm(placed);
  expect((await completeOrder(buying.ctx, placed.orderSystemId)).paid).toBe(true);
  expect(await cardsOf(buying)).toEqual([]);
});

test("a subscription's card is one of the saved cards", async () => {
  const buying = await stack.aBuyer();
  const placed = await placeOrder(buying.ctx, buying.form({ paymentType: "SUBSCRIPTION" }));
  await stack.confirm(placed);
  await completeOrder(buying.ctx, placed.orderSystemId);
  expect(await cardsOf(buying)).toMatchObject([{ last4: "4242", isDefault: true }]);
});

test("pays on-session with the card that the intent holds", async () => {
  const { ctx, form, card } = await aReturningBuyer();
  const placed = await placeOrder(ctx, form({ savedCardId: card.id }));
  const intent = await ctx.payments.retrievePayment(placed.account, idOf(placed));
  expect(intent).toMatchObject({ paymentMethodId: card.id, status: "requires_confirmation" });
  expect((await withSavedCard(placed, card.id)).status).toBe(200);
  expect((await completeOrder(ctx, placed.orderSystemId)).paid).toBe(true);
});

test("20 parallel posts with a saved card make one order and intent", async () => {
  const buying = await aReturningBuyer();
  const form = buying.form({ savedCardId: buying.card.id });
  const placed = await Promise.all(Array.from({ length: 20 }, () => placeOrder(buying.ctx, form)));
  expect(new Set(placed.map(({ orderSystemId }) => orderSystemId)).size).toBe(1);
  expect(new Set(placed.map(idOf)).size).toBe(1);
  expect(await ordersOf(buying)).toHaveLength(2);
  const open = await buying.ctx.payments.listPayments("regular", {
    customerId: (await buying.ctx.payments.retrievePayment("regular", idOf(placed[0]!))).customerId!,
    since: 0,
  });
  expect(open.filter(({ status }) => status === "requires_confirmation")).toHaveLength(1);
});

test("refuses another customer's card and an unknown one, and orders nothing", async () => {
  const owner = await aReturningBuyer();
  const other = await aReturningBuyer();
  for (const savedCardId of [owner.card.id, "pm_unknown", "no id at all"])
    await expect(placeOrder(other.ctx, other.form({ savedCardId }))).rejects.toThrow(SavedCardGone);
  expect(await ordersOf(other)).toHaveLength(1);
  const placed = await placeOrder(other.ctx, other.form());
  await expect(payWithSavedCard(other.ctx, placed.orderSystemId, owner.card.id)).rejects.toThrow(SavedCardGone);
  expect((await stack.orderRow(placed.orderSystemId)).payState).toBe("unpaid");
});

test("keeps the cards of the two accounts apart", async () => {
  const regular = await aReturningBuyer();
  const custom = await stack.aBuyer({ serviceType: "CUSTOM" });
  const ctx = stack.contextOf(regular.buyer);
  expect(await checkoutCards(ctx, { serviceId: custom.service.id })).toEqual([]);
  await expect(placeOrder(ctx, custom.form({ savedCardId: regular.card.id }))).rejects.toThrow(SavedCardGone);
  await keepCard(stack, { ...custom, ctx }, cards.good);
  const [card] = await checkoutCards(ctx, { serviceId: custom.service.id });
  expect(card!.id).not.toBe(regular.card.id);
  const placed = await placeOrder(ctx, custom.form({ savedCardId: card!.id }));
  expect(placed.account).toBe("custom");
  expect((await withSavedCard(placed, card!.id)).status).toBe(200);
  expect((await completeOrder(ctx, placed.orderSystemId)).paid).toBe(true);
});

test("refuses an expired card and does not offer it", async () => {
  const { buyer, form, card, service } = await aReturningBuyer();
  const ctx = stack.contextOf(buyer, { now: Date.UTC(card.expYear, card.expMonth, 1) });
  expect(await offeredCards(ctx, "regular")).toEqual([]);
  expect(await checkoutCards(ctx, { serviceId: service.id })).toHaveLength(1);
  await expect(placeOrder(ctx, form({ savedCardId: card.id }))).rejects.toThrow(Invalid);
  expect(await ordersOf({ buyer })).toHaveLength(1);
});

test("a card that is removed while paying leaves the order payable", async () => {
  const { ctx, form, card } = await aReturningBuyer();
  const input = form({ savedCardId: card.id });
  const placed = await placeOrder(ctx, input);
  await ctx.payments.removeCard("regular", card.id);
  expect((await withSavedCard(placed, card.id)).status).toBe(400);
  await expect(payWithSavedCard(ctx, placed.orderSystemId, card.id)).rejects.toThrow(SavedCardGone);
  const again = await placeOrder(ctx, { ...input, savedCardId: undefined });
  expect(again.orderSystemId).toBe(placed.orderSystemId);
  expect((await stack.confirm(again)).status).toBe(200);
  expect((await completeOrder(ctx, placed.orderSystemId)).paid).toBe(true);
});

test("without script the server confirms the saved card", async () => {
  const { ctx, form, card } = await aReturningBuyer();
  const placed = await placeOrder(ctx, form({ savedCardId: card.id }));
  expect(await payWithSavedCard(ctx, placed.orderSystemId, card.id)).toEqual({
    paid: true,
    pending: false,
    bankUrl: null,
    declined: null,
  });
});

test("without script a pressed-twice Pay charges once", async () => {
  const { ctx, form, card } = await aReturningBuyer();
  const input = form({ savedCardId: card.id });
  const paid = await Promise.all(
    [1, 2, 3].map(async (turn) => {
      const own = { ...ctx, requestId: `press-${turn}` };
      const placed = await placeOrder(own, input);
      return { ...placed, ...(await payWithSavedCard(own, placed.orderSystemId, card.id)) };
    }),
  );
  expect(new Set(paid.map(({ orderSystemId }) => orderSystemId)).size).toBe(1);
  expect(paid.every((one) => one.paid)).toBe(true);
  expect((await stack.traces(paid[0]!.orderSystemId)).paid).toBe(1);
});

test("3-D Secure: leads to the bank and is paid after its answer", async () => {
  const { ctx, form, card } = await aReturningBuyer("4000002760003184");
  const placed = await placeOrder(ctx, form({ savedCardId: card.id }));
  const asked = await payWithSavedCard(ctx, placed.orderSystemId, card.id);
  expect(asked).toMatchObject({ paid: false, declined: null, bankUrl: expect.stringContaining("/3ds/") });
  await stack.answer3ds(placed, "complete");
  expect((await completeOrder(ctx, placed.orderSystemId)).paid).toBe(true);
});

test("a declined saved card leaves the order payable with another", async () => {
  const buying = await stack.aBuyer();
  // It can be saved, and each charge is declined.
  const first = await placeOrder(buying.ctx, buying.form({ paymentType: "SUBSCRIPTION" }));
  await stack.confirm(first);
  await completeOrder(buying.ctx, first.orderSystemId);
  const { customerId } = await buying.ctx.payments.retrievePayment("regular", idOf(first));
  await stack.sandbox.regular.paymentMethods.attach("pm_card_chargeCustomerFail", { customer: customerId! });
  const bad = (await cardsOf(buying)).find(({ last4 }) => last4 === "0341")!;
  const placed = await placeOrder(buying.ctx, buying.form({ savedCardId: bad.id }));
  expect(await payWithSavedCard(buying.ctx, placed.orderSystemId, bad.id)).toMatchObject({
    paid: false,
    declined: "Your card was declined.",
  });
  const good = (await cardsOf(buying)).find(({ last4 }) => last4 === "4242")!;
  expect(await payWithSavedCard({ ...buying.ctx, requestId: "second" }, placed.orderSystemId, good.id)).toMatchObject({
    paid: true,
  });
});

test("the hosted page keeps a card by the buyer's choice only", async () => {
  const buying = await stack.aBuyer();
  const placed = await placeOrder(buying.ctx, buying.form());
  const plain = await payOrderHosted(buying.ctx, placed.orderSystemId);
  const keeping = await payOrderHosted(buying.ctx, placed.orderSystemId, { keepCard: true });
  expect(keeping.url).not.toBe(plain.url);
  expect((await payOrderHosted(buying.ctx, placed.orderSystemId, { keepCard: true })).url).toBe(keeping.url);
  await stack.payOnPage(keeping.url);
  expect((await completeOrder(buying.ctx, placed.orderSystemId)).paid).toBe(true);
  expect(await cardsOf(buying)).toMatchObject([{ last4: "4242" }]);
});

test("staff who act as a customer cannot see or use saved cards", async () => {
  const { buyer, form, card, service } = await aReturningBuyer();
  const staff = await aStaffMember(stack.db);
  const ctx = stack.context({ kind: "impersonated", user: buyer, adminId: staff.id, sessionId: "session" });
  expect(await offeredCards(ctx, "regular")).toEqual([]);
  await expect(checkoutCards(ctx, { serviceId: service.id })).rejects.toThrow(Forbidden);
  await expect(placeOrder(ctx, form({ savedCardId: card.id }))).rejects.toThrow(Forbidden);
});

test("a provider that is silent leaves the checkout without saved cards", async () => {
  const { buyer } = await aReturningBuyer();
  const ctx = stack.contextOf(buyer);
  const silent = stack.contextOf(buyer, {
    payments: new Proxy(ctx.payments, {
      get: (real, name) => (name === "savedCards" ? () => new Promise(() => {}) : Reflect.get(real, name)),
    }),
  });
  expect(await offeredCards(silent, "regular")).toEqual([]);
});

test("names the subscription that a card pays for and removes it knowingly", async () => {
  const buying = await stack.aBuyer();
  await subscribe(stack, buying);
  const [card] = await ownCards(buying.ctx);
  expect(card!.subscriptions).toEqual([{ id: expect.any(String), serviceName: buying.service.name }]);
  await expect(removeCard(buying.ctx, card!.id, { paysFor: 0 })).rejects.toThrow(Conflict);
  expect(await ownCards(buying.ctx)).toHaveLength(1);
  await removeCard(buying.ctx, card!.id, { paysFor: 1 });
  expect(await ownCards(buying.ctx)).toEqual([]);
  await expect(removeCard(buying.ctx, card!.id, { paysFor: 1 })).rejects.toThrow(SavedCardGone);
});

test("offers the chosen default card first", async () => {
  const buying = await aReturningBuyer();
  await keepCard(stack, buying, "5555555555554444");
  const [newest, oldest] = await ownCards(buying.ctx);
  expect([newest!.isDefault, oldest!.isDefault]).toEqual([true, false]);
  await setDefaultCard(buying.ctx, { cardId: oldest!.id });
  expect((await cardsOf(buying)).find(({ isDefault }) => isDefault)!.id).toBe(oldest!.id);
});

test("removes and chooses no card of another customer", async () => {
  const owner = await aReturningBuyer();
  const other = await aReturningBuyer();
  await expect(removeCard(other.ctx, owner.card.id, { paysFor: 0 })).rejects.toThrow(SavedCardGone);
  await expect(setDefaultCard(other.ctx, { cardId: owner.card.id })).rejects.toThrow(SavedCardGone);
  expect(await cardsOf(owner)).toMatchObject([{ id: owner.card.id }]);
});

test("the database holds no card number, code, secret or kept card's id", async () => {
  const { ctx, form, card } = await aReturningBuyer();
  const placed = await placeOrder(ctx, form({ savedCardId: card.id }));
  await payWithSavedCard(ctx, placed.orderSystemId, card.id);
  const { results } = await stack.binding
    .prepare("select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'")
    .all<{ name: string }>();
  const tables = await Promise.all(results.map(({ name }) => stack.binding.prepare(`select * from "${name}"`).all()));
  const stored = JSON.stringify(tables.map((table) => table.results));
  expect(stored).toContain(placed.orderSystemId);
  for (const secret of [cards.good, card.id, placed.clientSecret!, "fingerprint"]) expect(stored).not.toContain(secret);
});
