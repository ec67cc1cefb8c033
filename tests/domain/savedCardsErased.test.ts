import { desc, eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ownCards } from "~/domain/billing/ownCards";
import type { ActorUser } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { downloadPersonalData } from "~/domain/personalData/downloadPersonalData";
import { erasePeople } from "~/domain/personalData/erasePeople";
import { requestClientDeletion } from "~/domain/personalData/requestDeletion";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import type { Payments } from "~/domain/ports/payments";
import { zipStream } from "~/exports/zipStream";
import { deletionRequests, history, paymentCustomers, subscriptions } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aStaffMember } from "../support/factories";
import { aReturningBuyer, keepCard, subscribe } from "../support/savedCards";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

const silence = (real: Payments, call: keyof Payments) =>
  new Proxy(real, {
    get: (payments, name) =>
      name === call
        ? () => Promise.reject(new PaymentsUnavailable("The card provider did not answer"))
        : Reflect.get(payments, name),
  });

/** A customer with a kept card that was entered twice, a subscription, and a card in the other account. */
async function aCardOwner() {
  const buying = await aReturningBuyer(stack);
  await keepCard(stack, buying);
  await subscribe(stack, buying, "5555555555554444");
  const custom = await stack.aBuyer({ serviceType: "CUSTOM" });
  await keepCard(stack, { ...custom, ctx: buying.ctx });
  return buying;
}

/** The provider's list for each of the customer's records. */
async function cardsAtProvider({ id }: ActorUser) {
  const records = await stack.db
    .select()
    .from(paymentCustomers)
    .where(eq(paymentCustomers.userId, id))
    .orderBy(desc(paymentCustomers.account));
  const lists = await Promise.all(
    records.map(({ account, customerId }) => stack.sandbox[account].customers.listPaymentMethods(customerId)),
  );
  return lists.map(({ data }) => data.length);
}

test("an erasure removes the cards of both accounts at the provider", async () => {
  const { buyer, ctx } = await aCardOwner();
  const bystander = await aReturningBuyer(stack);
  expect(await cardsAtProvider(buyer)).toEqual([3, 1]);
  const staff = await aStaffMember(stack.db, { privileges: "SuperAdmin" });
  const dueAt = await requestClientDeletion(stack.context({ kind: "user", user: staff, sessionId: "s" }), buyer.id);
  const request = async () =>
    (await stack.db.select().from(deletionRequests).where(eq(deletionRequests.clientId, buyer.id)).get())!;
  const failures: unknown[] = [];
  const run = (payments?: Payments) => {
    const system = stack.system({ now: dueAt });
    return erasePeople({ ...system, payments: payments ?? system.payments }, (error) => void failures.push(error));
  };
  // The provider lists but removes nothing, then it is silent.
  for (const call of ["removeCard", "savedCards"] as const) {
    await run(silence(stack.system({ now: dueAt }).payments, call));
    expect(failures.pop()).toBeInstanceOf(PaymentsUnavailable);
    expect(await cardsAtProvider(buyer)).toEqual([3, 1]);
    expect((await request()).erasedAt).toBe(null);
  }
  expect(await run()).toMatchObject({ failed: 0 });
  expect(await cardsAtProvider(buyer)).toEqual([0, 0]);
  expect(await cardsAtProvider(bystander.buyer)).toEqual([1]);
  expect((await request()).erasedAt).toBe(dueAt);
  const audit = await stack.db.select().from(history).where(eq(history.entityId, buyer.id));
  expect(audit.filter(({ action }) => action === "Saved cards removed at the card provider")).toHaveLength(1);
  expect(await stack.db.select().from(subscriptions).where(eq(subscriptions.clientId, buyer.id))).toMatchObject([
    { status: "Cancelled", cardBrand: null, cardLast4: null, cardExpiresAt: null },
  ]);
  await run();
  expect(await ownCards(ctx)).toEqual([]);
});

test("a download names brand, last four and expiry of the cards", async () => {
  const { buyer, ctx } = await aCardOwner();
  const zipOf = async (own: typeof ctx) => {
    const data = await downloadPersonalData(own);
    if (!("files" in data)) throw new Error("It was queued");
    const body = zipStream(data.files, own.now, "too large") as never;
    return unzipSync(new Uint8Array(await new Response(body).arrayBuffer()));
  };
  const zip = await zipOf(ctx);
  const expiry = { expMonth: 12, expYear: 2040 };
  expect(JSON.parse(strFromU8(zip["data/saved_cards.json"]!))).toEqual([
    { brand: "mastercard", last4: "4444", ...expiry },
    { brand: "visa", last4: "4242", ...expiry },
    { brand: "visa", last4: "4242", ...expiry },
  ]);
  const everything = Object.values(zip).map((file) => strFromU8(file));
  for (const secret of ["pm_", "fingerprint", "4242424242424242", "_secret_"])
    expect(everything.filter((text) => text.includes(secret))).toEqual([]);
  const later = stack.contextOf(buyer, { now: stack.now() + DAY_MS });
  const without = await zipOf({ ...later, payments: silence(later.payments, "savedCards") } as typeof ctx);
  expect(JSON.parse(strFromU8(without["data/saved_cards.json"]!))).toContain("did not answer");
});
