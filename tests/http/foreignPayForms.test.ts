import type { ActionFunction } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { ActorUser } from "~/domain/context";
import { encodeId } from "~/paths";
import { history, orders, subscriptions } from "~db/schema";
import { type CheckoutStack, startCheckoutStack } from "../support/checkoutStack";
import { aCustomer } from "../support/factories";
import { aPortal, SITE } from "../support/portal";

let stack: CheckoutStack;
beforeAll(async () => {
  stack = await startCheckoutStack();
});
afterAll(() => stack.stop());

const modules = import.meta.glob<{ action: ActionFunction }>([
  "../../app/routes/_app.orders.$orderId_.pay.tsx",
  "../../app/routes/_app.subscriptions.mine.$subscriptionId.card.tsx",
  "../../app/routes/_open.services.$serviceId.checkout.tsx",
]);

async function post(user: ActorUser, route: string, params: Record<string, string>, fields: Record<string, string>) {
  const ctx = stack.contextOf(user);
  const { action } = await modules[`../../app/routes/${route}.tsx`]!();
  const request = new Request(`${SITE}/form`, { method: "POST", body: new URLSearchParams(fields) });
  const answer = (await action({ request, params, context: { portal: aPortal(ctx, request) } })) as Response;
  return { status: answer.status, body: await answer.text() };
}

const stored = async () =>
  JSON.stringify([
    await stack.db.select().from(orders),
    await stack.db.select().from(subscriptions),
    await stack.db.select().from(history),
  ]);

async function expectRefused(user: ActorUser, send: () => ReturnType<typeof post>) {
  const before = await stored();
  const calls = stack.providerCalls.length;
  const { status, body } = await send();
  expect(status).toBe(409);
  expect(body).toContain(`Nothing was saved or charged. This page was opened by another account`);
  expect(body).toContain(user.email);
  expect(await stored()).toBe(before);
  expect(stack.providerCalls.slice(calls)).toEqual([]);
}

const CHECKOUT = "_open.services.$serviceId.checkout";

test.each(["order", "apply-coupon", "update"])("refuses another person's checkout form: %s", async (intent) => {
  const { service, packages, buyer } = await stack.aBuyer();
  const other = await aCustomer(stack.db);
  const fields = {
    serviceId: service.id,
    intent,
    with: "script",
    checkoutKey: `foreign-form-${intent}`,
    formOwner: buyer.id,
    "packageCounts[0].packageId": packages[0]!.id,
    "packageCounts[0].count": "1",
    paymentType: "DIRECT",
    "billingAddress.address": "1 Main Street",
    "billingAddress.city": "Austin",
    coupon: "SPRING",
    "billingAddress.country": "United States",
    "billingAddress.zipCode": "78701",
    totalPrice: "10000",
  };
  await expectRefused(other, () => post(other, CHECKOUT, { serviceId: encodeId(service.id) }, fields));
  const own = await post(buyer, CHECKOUT, { serviceId: encodeId(service.id) }, fields);
  expect(own.body).not.toContain("opened by another account");
});

test("refuses another person's form that resumes a payment", async () => {
  const { buyer, ctx, form } = await stack.aBuyer();
  const order = await placeOrder(ctx, form());
  const other = await aCustomer(stack.db);
  const params = { orderId: encodeId(order.orderSystemId) };
  // The order's own client sees it; the page was drawn for someone else.
  const fields = { intent: "order", with: "script", formOwner: other.id };
  await expectRefused(buyer, () => post(buyer, "_app.orders.$orderId_.pay", params, fields));
});

test.each(["open", "save", "pay", ""])("refuses another person's card form: %s", async (intent) => {
  const { buyer, ctx, form } = await stack.aBuyer({ paymentTypes: ["SUBSCRIPTION"] });
  const order = await placeOrder(ctx, form({ paymentType: "SUBSCRIPTION" }));
  await stack.confirm(order);
  await checkPayment(ctx, order.orderSystemId);
  const row = (await stack.db.select().from(subscriptions).where(eq(subscriptions.clientId, buyer.id)).get())!;
  const other = await aCustomer(stack.db);
  const params = { subscriptionId: encodeId(row.id) };
  const fields = { intent, with: "script", setupIntentId: "seti_1", formOwner: other.id };
  await expectRefused(buyer, () => post(buyer, "_app.subscriptions.mine.$subscriptionId.card", params, fields));
});
