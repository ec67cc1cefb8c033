import { expect } from "vitest";
import { checkoutCards } from "~/domain/checkout/checkoutCards";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import type { PaymentAccount } from "~/domain/ports/payments";
import { ownSubscriptions } from "~/domain/subscriptions/ownSubscriptions";
import { type CheckoutStack, cards } from "./checkoutStack";

export type Buying = Awaited<ReturnType<CheckoutStack["aBuyer"]>>;

/** Buys once and keeps the card for next time, as the browser does. */
export async function keepCard(stack: CheckoutStack, { ctx, form }: Buying, number: string = cards.good) {
  const placed = await placeOrder(ctx, form());
  const confirmed = await stack.confirm(placed, number, { setup_future_usage: "on_session" });
  if (confirmed.status === 200 && String(confirmed.body.status) === "requires_action")
    await stack.answer3ds(placed, "complete");
  expect((await completeOrder(ctx, placed.orderSystemId)).paid).toBe(true);
}

export const cardsOf = ({ ctx, service }: Pick<Buying, "ctx" | "service">) =>
  checkoutCards(ctx, { serviceId: service.id });

/** A customer whose card was kept at their first order. */
export async function aReturningBuyer(
  stack: CheckoutStack,
  number: string = cards.good,
  service: Parameters<CheckoutStack["aBuyer"]>[0] = {},
) {
  const buying = await stack.aBuyer(service);
  await keepCard(stack, buying, number);
  const [card] = await cardsOf(buying);
  return { ...buying, card: card! };
}

/** Subscribes with a typed card, and opens the list, for which the portal asks what card it is. */
export async function subscribe(stack: CheckoutStack, { ctx, form }: Buying, number: string = cards.good) {
  const placed = await placeOrder(ctx, form({ paymentType: "SUBSCRIPTION" }));
  await stack.confirm(placed, number);
  expect((await completeOrder(ctx, placed.orderSystemId)).paid).toBe(true);
  await ownSubscriptions(ctx);
}

export const idOf = ({ clientSecret }: { clientSecret: string | null }) => clientSecret!.split("_secret_")[0]!;

/** Confirms with a saved card, as the browser does. */
export const confirmSaved = (
  stack: CheckoutStack,
  { clientSecret, account }: { clientSecret: string | null; account: PaymentAccount },
  card: string,
) =>
  stack.sandbox.browserCall(
    account,
    "POST",
    `${clientSecret!.startsWith("seti_") ? "setup" : "payment"}_intents/${idOf({ clientSecret })}/confirm`,
    { client_secret: clientSecret!, payment_method: card, use_stripe_sdk: "true" },
  );
