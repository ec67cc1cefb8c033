import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ACCESS_MS } from "~/domain/accounts/sessionLimits";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { ActorUser } from "~/domain/context";
import { orders } from "~db/schema";
import { aSession } from "../support/accounts";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { logged } from "../support/logged";
import { callApi } from "../support/portal";
import { aReturningBuyer, idOf } from "../support/savedCards";
import { anonymous } from "../support/testContext";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const bearerOf = async (user: ActorUser) => {
  const ctx = stack.context(anonymous);
  const { sessionId } = await aSession(ctx, user, "api");
  return await ctx.signer.accessToken({ sessionId, generation: 1 }, ctx.now + ACCESS_MS);
};
const cardsFor = (serviceId: string, bearer?: string) =>
  callApi(stack.context(anonymous), "GET", `/checkout/cards?serviceId=${serviceId}`, { bearer });

test("checkout/cards: answers the caller's own cards", async () => {
  const { buyer, service, card } = await aReturningBuyer(stack);
  const { status, json } = await cardsFor(service.id, await bearerOf(buyer));
  expect(status).toBe(200);
  expect(json).toEqual([{ id: card.id, brand: "visa", last4: "4242", expMonth: 12, expYear: 2040, default: true }]);
});

test("checkout/cards: shows nothing to another bearer, staff or nobody", async () => {
  const { service } = await aReturningBuyer(stack);
  const stranger = await stack.aBuyer();
  expect((await cardsFor(service.id, await bearerOf(stranger.buyer))).json).toEqual([]);
  const staff = await aStaffMember(stack.db, { privileges: "SuperAdmin" });
  expect((await cardsFor(service.id, await bearerOf(staff))).status).toBe(403);
  expect((await cardsFor(service.id)).status).toBe(401);
  expect((await cardsFor(service.id, "forged")).status).toBe(401);
  expect((await cardsFor("unknown", await bearerOf(stranger.buyer))).status).toBe(404);
});

test("checkout/order: answers 404 for another's card and makes nothing", async () => {
  const owner = await aReturningBuyer(stack);
  const { buyer, service, packages } = await stack.aBuyer();
  const before = stack.providerCalls.length;
  const body = {
    serviceId: service.id,
    checkoutKey: "form-with-a-foreign-card",
    packageCounts: [{ packageId: packages[0]!.id, count: 1 }],
    paymentType: "DIRECT",
    billingAddress: {
      address: "1 Main Street",
      city: "Austin",
      state: "TX",
      country: "United States",
      zipCode: "78701",
    },
    phoneNo: "",
    totalPrice: 100,
    savedCardId: owner.card.id,
  };
  const bearer = await bearerOf(buyer);
  const refused = await callApi(stack.context(anonymous), "POST", "/checkout/order", { bearer, body });
  expect([refused.status, refused.text]).toEqual([404, expect.stringContaining("This card is no longer saved")]);
  expect(stack.providerCalls.slice(before).filter((call) => call.startsWith("POST"))).toEqual([]);
  expect((await stack.db.select().from(orders)).filter(({ clientId }) => clientId === buyer.id)).toEqual([]);
});

test("checkout/cards: logs nothing of a card", async () => {
  const { buyer, ctx, form, service, card } = await aReturningBuyer(stack);
  const bearer = await bearerOf(buyer);
  let secret = "";
  const { text } = await logged(async () => {
    await cardsFor(service.id, bearer);
    secret = idOf(await placeOrder(ctx, form({ savedCardId: card.id })));
  });
  for (const part of [card.id, "4242", "visa", "2040", `${secret}_secret`]) expect(text).not.toContain(part);
});
