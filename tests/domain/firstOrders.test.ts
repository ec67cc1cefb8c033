import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkoutBuyer } from "~/domain/accounts/checkoutBuyer";
import { endSessionsOf } from "~/domain/accounts/endSession";
import { limits } from "~/domain/accounts/limits";
import { ownSessions } from "~/domain/accounts/ownSessions";
import { renewSession } from "~/domain/accounts/renewSession";
import { CHECKOUT_MS } from "~/domain/accounts/sessionLimits";
import type { SessionProof } from "~/domain/accounts/sessionSecret";
import { signIn } from "~/domain/accounts/signIn";
import { findPasswordLink, updatePassword } from "~/domain/accounts/updatePassword";
import { NO_ARRIVAL } from "~/domain/attribution/decideAttribution";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeFirstOrder } from "~/domain/checkout/placeFirstOrder";
import type { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import { signInBuyer } from "~/domain/checkout/signInBuyer";
import type { Context } from "~/domain/context";
import { Conflict, Invalid, TooMany } from "~/domain/errors";
import { deliverOutbox, type OutgoingMail } from "~/domain/outbox/deliverOutbox";
import { answerCheckout } from "~/features/checkout/checkoutPage.server";
import { paths } from "~/paths";
import { attributions, orders, rateLimits, sessions, users } from "~db/schema";
import { aMember, NEW_PASSWORD } from "../support/accounts";
import { aForm, type CheckoutStack, cards, startCheckoutStack } from "../support/checkoutStack";
import { aService } from "../support/factories";
import { aPortal, aPost } from "../support/portal";
import { anonymous } from "../support/testContext";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
beforeEach(async () => void (await stack.db.delete(rateLimits)));
afterEach(() => expect(stack.violations()).toEqual([]));
afterAll(() => stack.stop());

let people = 0;
const aPerson = () => ({ firstName: "Ada", lastName: "Stranger", email: `stranger${++people}@example.com` });
const ORIGIN = { arrival: NO_ARRIVAL, timeZone: null };
const visitor = (values: Partial<Context> = {}) => stack.context(anonymous, values);
const place = (ctx: Context, input: PlaceOrderInput, person = aPerson()) => placeFirstOrder(ctx, input, person, ORIGIN);

async function aSale() {
  const { service, packages } = await aService(stack.db);
  return (values: Partial<PlaceOrderInput> = {}) => aForm(service.id, packages[0]!.id, values);
}
async function placed(person = aPerson()) {
  const input = (await aSale())();
  const first = (await place(visitor(), input, person))!;
  return { ...first, input, person, id: first.order.orderSystemId };
}
async function paid(person = aPerson()) {
  const first = await placed(person);
  await stack.confirm(first.order);
  return first;
}
const accountsOf = (email: string) => stack.db.select().from(users).where(eq(users.emailFolded, email));
const isOpen = async (proof: SessionProof, at = stack.now()) =>
  (await renewSession(visitor({ now: at }), proof, { kind: "page" })).state === "good";

async function mailsTo(email: string) {
  const mails: OutgoingMail[] = [];
  const sendMail = async (mail: OutgoingMail) => void mails.push(mail);
  await deliverOutbox(stack.system(), { sendMail, push: async () => {} });
  return mails.filter(({ to }) => to === email);
}
const linkIn = ({ text }: OutgoingMail) => /\/password\/reset\/([\w-]+)/.exec(text)?.[1];

describe("a visitor's order", () => {
  test("makes an account without a password, with its order", async () => {
    const { person, id } = await placed();
    const [account, ...others] = await accountsOf(person.email);
    expect(others).toEqual([]);
    expect(account).toMatchObject({
      passwordHash: null,
      emailVerifiedAt: null,
      role: "CUSTOMER",
      userStatus: "LEAD",
      city: "Austin",
    });
    expect(await stack.orderRow(id)).toMatchObject({ clientId: account!.id, createdBy: account!.id });
    const [attribution] = await stack.db.select().from(attributions).where(eq(attributions.userId, account!.id));
    expect(attribution).toMatchObject({ reason: "noClick" });
  });

  test("20 parallel posts make one account, one order, one payment", async () => {
    const input = (await aSale())();
    const person = aPerson();
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(visitor(), input, person)));
    expect(new Set(answers.map((answer) => answer!.order.clientSecret)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer!.proof.secret)).size).toBe(1);
    expect(await accountsOf(person.email)).toHaveLength(1);
    expect(await stack.intentsOf("regular", answers[0]!.order.orderSystemId)).toHaveLength(1);
  });

  test("of two forms with one new address one makes the account", async () => {
    const sale = await aSale();
    const person = aPerson();
    const answers = await Promise.all([place(visitor(), sale(), person), place(visitor(), sale(), person)]);
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(await accountsOf(person.email)).toHaveLength(1);
  });

  test("a known address orders nothing, in any spelling", async () => {
    const { email, id } = await aMember(stack.db, { email: "known@example.com" });
    const sale = await aSale();
    for (const typed of [email, "KNOWN@Example.com"])
      expect(await place(visitor(), sale(), { ...aPerson(), email: typed })).toBeNull();
    expect(await stack.db.select().from(orders).where(eq(orders.clientId, id))).toEqual([]);
  });

  test("a refused order leaves no account", async () => {
    const sale = await aSale();
    const person = aPerson();
    await expect(place(visitor(), sale({ totalPrice: 1_00 }), person)).rejects.toBeInstanceOf(Conflict);
    await expect(place(visitor(), sale({ couponCode: "NOPE" }), person)).rejects.toBeInstanceOf(Invalid);
    expect(await accountsOf(person.email)).toEqual([]);
  });

  test("counts as a sign-up", async () => {
    const sale = await aSale();
    const from = visitor({ address: "203.0.113.9" });
    for (let n = 0; n < limits.signUp.perNetwork; n++) expect(await place(from, sale())).not.toBeNull();
    const person = aPerson();
    await expect(place(from, sale(), person)).rejects.toBeInstanceOf(TooMany);
    expect(await accountsOf(person.email)).toEqual([]);
  });

  test("counts its declines by network", async () => {
    const sale = await aSale();
    const from = () => visitor({ address: "203.0.113.10" });
    const first = (await place(from(), sale()))!;
    for (let n = 0; n < 10; n++) await stack.confirm(first.order, cards.declined);
    await readPaymentEvents(stack.system(), (error) => {
      throw error;
    });
    await expect(place(from(), sale())).rejects.toThrow("Too many payments were declined");
    expect(await place(visitor({ address: "203.0.113.11" }), sale())).not.toBeNull();
  });
});

describe("the browser", () => {
  test("is signed in once its order is paid", async () => {
    const { id, order, proof } = await placed();
    expect(await signInBuyer(visitor(), proof, id)).toBeNull();
    expect(await isOpen(proof)).toBe(false);
    await stack.confirm(order);
    const signedIn = await signInBuyer(visitor(), proof, id);
    expect(signedIn).toMatchObject({ role: "CUSTOMER", proof });
    expect(await isOpen(proof)).toBe(true);
    expect((await stack.orderRow(id)).payState).toBe("paid");
    // The answer was lost.
    expect(await signInBuyer(visitor(), proof, id)).toEqual(signedIn);
    expect(await stack.db.select().from(sessions).where(eq(sessions.userId, signedIn!.userId))).toHaveLength(1);
  });

  test("gets nothing by another person's paid order, or without a proof", async () => {
    const own = await placed();
    const other = await paid();
    expect(await signInBuyer(visitor(), own.proof, other.id)).toBeNull();
    expect(await signInBuyer(visitor(), null, other.id)).toBeNull();
    expect(await signInBuyer(visitor(), { ...other.proof, secret: own.proof.secret }, other.id)).toBeNull();
  });

  test("cannot use the session before it is paid, nor the proof after a day", async () => {
    const { id, proof, buyer } = await paid();
    expect((await renewSession(visitor(), proof, { kind: "page" })).state).toBe("refused");
    expect(await ownSessions(buyer)).toEqual([]);
    const later = visitor({ now: stack.now() + CHECKOUT_MS + 1000 });
    expect(await checkoutBuyer(later, proof)).toBeNull();
    expect(await signInBuyer(later, proof, id)).toBeNull();
  });

  test("is not signed in again after a sign-out, also by the same form", async () => {
    const { id, proof, input, person } = await paid();
    const { userId } = (await signInBuyer(visitor(), proof, id))!;
    await endSessionsOf(visitor(), userId, "signed out");
    expect(await signInBuyer(visitor(), proof, id)).toBeNull();
    expect(await place(visitor(), input, person)).toBeNull();
  });
});

describe("the address of an account made by ordering", () => {
  test("is proven by the receipt's link, which ends what was before", async () => {
    const { id, proof, buyer, person } = await paid();
    await signInBuyer(visitor(), proof, id);
    await completeOrder(buyer, id);
    const [receipt] = await mailsTo(person.email);
    const token = linkIn(receipt!)!;
    expect(await findPasswordLink(visitor(), token)).toEqual({ purpose: "invitation", works: true });
    await updatePassword(visitor(), { token, password: NEW_PASSWORD });
    expect(await accountsOf(person.email)).toMatchObject([{ emailVerifiedAt: expect.any(Number) }]);
    expect(await isOpen(proof)).toBe(false);
    expect(await signIn(visitor(), { email: person.email, password: NEW_PASSWORD }, "page")).toBeTruthy();
  });

  test("once proven, is closed to the browser that had not paid", async () => {
    const { id, order, proof, input, person } = await placed();
    const stranger = await paid(aPerson());
    await completeOrder(stranger.buyer, stranger.id);
    // Its owner proves it, for example by a reset link.
    await stack.db.update(users).set({ emailVerifiedAt: stack.now() }).where(eq(users.email, person.email));
    await endSessionsOf(visitor(), (await accountsOf(person.email))[0]!.id, "address confirmed");
    await stack.confirm(order);
    expect(await signInBuyer(visitor(), proof, id)).toBeNull();
    expect(await place(visitor(), input, person)).toBeNull();
  });

  test("gets no password link by a receipt once it has a password", async () => {
    const { id, buyer, person } = await paid();
    await stack.db.update(users).set({ passwordHash: "a hash" }).where(eq(users.email, person.email));
    await completeOrder(buyer, id);
    const [receipt] = await mailsTo(person.email);
    expect(receipt!.subject).toContain("Receipt");
    expect(linkIn(receipt!)).toBeUndefined();
  });
});

describe("the checkout page without a session", () => {
  const fieldsOf = (input: PlaceOrderInput, person: object) => ({
    intent: "order",
    ...person,
    checkoutKey: input.checkoutKey,
    paymentType: "DIRECT",
    totalPrice: String(input.totalPrice),
    "packageCounts[0].packageId": input.packageCounts[0]!.packageId,
    "packageCounts[0].count": "1",
    ...Object.fromEntries(
      Object.entries(input.billingAddress).map(([name, value]) => [`billingAddress.${name}`, value]),
    ),
  });
  /** Posts the form, with the cookies that an earlier answer set. */
  async function post(
    input: PlaceOrderInput,
    person: object,
    more: Record<string, string> = {},
    earlier: string[] = [],
  ) {
    const Cookie = earlier.map((cookie) => cookie.split(";")[0]).join("; ");
    const path = paths.checkout(input.serviceId);
    const request = aPost(path, { ...fieldsOf(input, person), ...more }, { Cookie });
    const portal = aPortal(visitor(), request);
    const answer = await answerCheckout(portal, portal.ctx, input.serviceId, await request.formData());
    return { answer, cookies: portal.setCookies, location: answer.headers.get("Location") };
  }

  test("without script leads to the provider, and back to the form", async () => {
    const input = (await aSale())();
    const person = aPerson();
    const { answer, location, cookies } = await post(input, person);
    expect([answer.status, new URL(location!).pathname.startsWith("/__stripe/pay/")]).toEqual([303, true]);
    expect(cookies.some((cookie) => cookie.startsWith("buyer="))).toBe(true);
    const [order] = await stack.db.select().from(orders).where(eq(orders.checkoutKey, input.checkoutKey));
    const session = await stack.sandbox.regular.checkout.sessions.retrieve(order!.checkoutSessionId!);
    expect(session.cancel_url).toBe(visitor().siteUrl + paths.checkout(input.serviceId));
    // Back in the browser's history, and again.
    const again = await post(input, person, {}, cookies);
    expect(again.location).toContain("/__stripe/pay/");
    expect(await stack.db.select().from(orders).where(eq(orders.clientId, order!.clientId))).toHaveLength(1);
  });

  test("lets the same browser order again before it has paid", async () => {
    const sale = await aSale();
    const person = aPerson();
    const { cookies } = await post(sale(), person);
    const { answer, location } = await post(sale(), person, {}, cookies);
    expect([answer.status, new URL(location!).pathname.startsWith("/__stripe/pay/")]).toEqual([303, true]);
    const [account] = await accountsOf(person.email);
    expect(await stack.db.select().from(orders).where(eq(orders.clientId, account!.id))).toHaveLength(2);
    // Another browser signs in.
    expect((await post(sale(), person)).location).toMatch(/\/checkout\/sign-in$/);
  });

  test("leads a known address to the sign-in, with script too", async () => {
    const { email } = await aMember(stack.db);
    const input = (await aSale())();
    const person = { ...aPerson(), email };
    expect((await post(input, person)).location).toBe(`${paths.checkout(input.serviceId)}/sign-in`);
    const { answer } = await post(input, person, { with: "script" });
    expect(await answer.json()).toEqual({ signIn: `${paths.checkout(input.serviceId)}/sign-in` });
  });

  test("names what is missing and keeps what was typed", async () => {
    const input = (await aSale())();
    const { answer } = await post(input, { firstName: "Ada", lastName: "", email: "ada" });
    const { result } = (await answer.json()) as { result: { error: object; initialValue: object } };
    expect(answer.status).toBe(400);
    expect(result.error).toEqual({ lastName: ["Last name is required"], email: ["Please provide a valid email"] });
    expect(result.initialValue).toMatchObject({ firstName: "Ada", email: "ada" });
  });

  test("keeps a hosted page's way back to the order for clients", async () => {
    const { buyer, id } = await placed();
    const { url } = await payOrderHosted(buyer, id);
    expect(url).toContain("/__stripe/pay/");
    const { checkoutSessionId } = await stack.orderRow(id);
    const session = await stack.sandbox.regular.checkout.sessions.retrieve(checkoutSessionId!);
    expect(session.cancel_url).toBe(buyer.siteUrl + paths.order(id));
  });
});
