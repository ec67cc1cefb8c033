import { z } from "zod";
import { chargeNow } from "~/domain/billing/chargeNow";
import { saveCard } from "~/domain/billing/saveCard";
import { cancelSubscription } from "~/domain/cancellations/cancelSubscription";
import type { Context } from "~/domain/context";
import { Invalid, PaymentFailed } from "~/domain/errors";
import { toDollars } from "~/domain/money";
import { signedInBuyer } from "~/domain/orders/signedInBuyer";
import { paymentAccounts } from "~/domain/ports/payments";
import { openCardSetup } from "~/domain/renewals/openCardSetup";
import { findSubscriptions, type SubscriptionListRow } from "~/domain/subscriptions/findSubscriptions";
import { type OwnSubscription, ownSubscriptions } from "~/domain/subscriptions/ownSubscriptions";
import {
  CancelSubscriptionInput,
  ChargeNowInput,
  SUBSCRIPTION_CANCELED,
} from "~/domain/subscriptions/subscriptionInputs";
import { subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { subscriptionStatuses } from "~/domain/subscriptions/subscriptionStates";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint } from "./endpoint";
import { isoTime } from "./wire";

const common = {
  id: z.string(),
  clientId: z.string(),
  stripeId: z.string(),
  initialOrderId: z.string(),
  serviceName: z.string(),
  status: z.enum(subscriptionStatuses),
  currentCycle: z.number(),
  previousPayment: z.string(),
  nextPayment: z.string(),
  createdTime: z.string(),
  amount: z.number(),
  cancelRequestedTime: z.string().nullable(),
  cancelRequest: z.string().nullable(),
  endsTime: z.string().nullable(),
  version: z.number(),
};
const rowShape = z.object({ ...common, clientName: z.string() });
const ownShape = z.object({
  ...common,
  clientName: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  orders: z.array(
    z.object({ id: z.string(), orderId: z.number(), cycle: z.number(), totalAmount: z.number(), paidDate: z.string() }),
  ),
});
const cardShape = z.object({
  setupIntentId: z.string(),
  client_secret: z.string().nullable(),
  publishableKey: z.string(),
  account: z.enum(paymentAccounts),
  mode: z.literal("setup"),
});
const savedShape = z.object({
  id: z.string(),
  setupIntentId: z.string(),
  saved: z.literal(true),
  charge: z.string().nullable(),
});

/** `stripeId` is the provider's customer id. The portal charges renewals, so there is no Stripe subscription. */
const shared = ({
  id,
  customerId,
  serviceName,
  status,
  currentCycle,
  amount,
  previousPayment,
  nextPayment,
  createdAt,
  cancelRequest,
  endsAt,
  version,
}: SubscriptionListRow | OwnSubscription) => ({
  id,
  stripeId: customerId,
  serviceName,
  status,
  currentCycle,
  amount: toDollars(amount),
  previousPayment: isoTime(previousPayment),
  nextPayment: isoTime(nextPayment),
  createdTime: isoTime(createdAt),
  cancelRequestedTime: isoTime(cancelRequest?.at ?? null),
  cancelRequest: cancelRequest?.reason ?? null,
  endsTime: isoTime(endsAt),
  version,
});

const systemId = z.string().min(1).max(64);

/** The id can be omitted when the customer has only one subscription. */
async function onlyOne(ctx: Context) {
  const going = (await ownSubscriptions(ctx)).filter(({ status }) => status !== "Cancelled");
  if (going.length !== 1) throw new Invalid("The subscription's id is required", "id");
  return going[0]!.id;
}

/** Subscriptions (rules.md api/added-calls). */
export const subscriptionRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/subscription/find",
    permission: "subscriptions.list",
    summary: "List subscriptions",
    input: pagedRequest,
    output: z.object({ content: z.array(rowShape), totalElements: z.number() }),
    run: async (ctx, input) => {
      const { content, totalElements } = await findSubscriptions(ctx, listFromBody(subscriptionList, input));
      return {
        content: content.map((row) => ({
          ...shared(row),
          clientId: row.client.id,
          clientName: row.client.name,
          initialOrderId: row.initialOrder.id,
        })),
        totalElements,
      };
    },
  }),
  endpoint({
    method: "PUT",
    path: "/subscription/cancel",
    permission: "subscriptions.manage",
    summary: "Cancel a subscription immediately, including charges already scheduled",
    input: CancelSubscriptionInput,
    output: z.object({ id: z.string(), status: z.literal("Cancelled"), message: z.string() }),
    run: async (ctx, input) => {
      await cancelSubscription(ctx, input);
      return { id: input.id, status: "Cancelled", message: SUBSCRIPTION_CANCELED };
    },
  }),
  endpoint({
    method: "PUT",
    path: "/subscription/chargeNow",
    permission: "subscriptions.manage",
    summary: "Charge the next cycle now. `cycle` is the current one, so a repeated call cannot charge twice.",
    input: ChargeNowInput,
    output: z.object({
      id: z.string(),
      outcome: z.enum(["charged", "failed", "actionNeeded", "underway"]),
      message: z.string(),
      status: z.enum(subscriptionStatuses),
      currentCycle: z.number(),
      nextPayment: z.string(),
    }),
    run: async (ctx, input) => {
      const { outcome, message, subscription } = await chargeNow(ctx, input);
      if (outcome === "failed") throw new PaymentFailed(message);
      const { id, status, currentCycle, nextPayment } = subscription;
      return { id, outcome, message, status, currentCycle, nextPayment: isoTime(nextPayment) };
    },
  }),
  endpoint({
    method: "POST",
    path: "/subscription/card",
    permission: "subscriptions.card",
    summary:
      "Create a SetupIntent for a new card of your subscription. Send its confirmed `setupIntentId` to use the card.",
    input: z.object({
      id: systemId.optional(),
      subscriptionId: systemId.optional(),
      setupIntentId: z.string().min(1).max(200).optional(),
    }),
    output: z.union([cardShape, savedShape]),
    run: async (ctx, { setupIntentId, ...named }) => {
      const id = named.id ?? named.subscriptionId ?? (await onlyOne(ctx));
      if (setupIntentId)
        return { id, setupIntentId, saved: true, charge: await saveCard(ctx, { id }, { setupIntentId }) };
      const { clientSecret, ...setup } = await openCardSetup(ctx, { id });
      return { ...setup, client_secret: clientSecret, mode: "setup" };
    },
  }),
  endpoint({
    method: "GET",
    path: "/subscription/mine",
    permission: "subscriptions.own",
    summary: "List your subscriptions with next amount, card and payments",
    output: z.array(ownShape),
    run: async (ctx) => {
      const user = signedInBuyer(ctx);
      return (await ownSubscriptions(ctx)).map((one) => ({
        ...shared(one),
        clientId: user.id,
        clientName: `${user.firstName} ${user.lastName}`.trim(),
        initialOrderId: one.initialOrderId,
        card: one.card && { brand: one.card.brand, last4: one.card.last4 },
        orders: one.orders.map(({ id, number, cycle, total, paidAt }) => ({
          id,
          orderId: number,
          cycle,
          totalAmount: toDollars(total),
          paidDate: isoTime(paidAt),
        })),
      }));
    },
  }),
];
