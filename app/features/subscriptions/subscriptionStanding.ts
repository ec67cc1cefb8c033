import { amountWithTaxes } from "~/domain/amountWithTaxes";
import type { OwnSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { formatLongDate } from "~/format/dates";

interface Card {
  brand: string;
  last4: string;
}

const brandNames: Record<string, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

export const brandNameOf = (brand: string) => brandNames[brand] ?? "Card";

/** 'Visa ending in 4242', or 'the stored card' when its details are unknown. */
export const cardLabel = (card: Card | null) =>
  card ? `${brandNameOf(card.brand)} ending in ${card.last4}` : "the stored card";

/** What a customer can do about the next payment, if anything. */
export type NextStep = "confirm" | "pay" | null;

type Standing = Pick<
  OwnSubscription,
  "status" | "amount" | "taxRates" | "nextPayment" | "cancelledAt" | "card" | "payment"
> &
  Partial<Pick<OwnSubscription, "endsAt">>;

/** The state of a subscription in the customer's terms, with the one action to take. */
export function standingOf(subscription: Standing, zone: string): { text: string; step: NextStep } {
  const { status, amount, taxRates, nextPayment, cancelledAt, card, payment, endsAt } = subscription;
  if (endsAt && status !== "Cancelled")
    return { text: `Ends on ${formatLongDate(endsAt, zone)}. You keep what is paid.`, step: null };
  const sum = amountWithTaxes(amount, taxRates);
  const because = payment?.failure ? ` ${sentence(payment.failure)}` : "";
  switch (status) {
    case "Active":
      return {
        text: `Renews automatically: ${sum} on ${formatLongDate(nextPayment, zone)} from ${cardLabel(card)}.`,
        step: null,
      };
    case "Due":
      if (payment?.actionNeeded)
        return {
          text: `Your bank needs you to confirm the payment of ${sum}. Nothing has been charged yet.`,
          step: "confirm",
        };
      if (payment?.failure && payment.nextTryAt)
        return {
          text: `The payment of ${sum} did not go through.${because} We will try again on ${formatLongDate(payment.nextTryAt, zone)}.`,
          step: "pay",
        };
      return {
        text: `The payment of ${sum}, due on ${formatLongDate(nextPayment, zone)}, is being collected.`,
        step: null,
      };
    case "Past_Due":
      return {
        text: `The payment of ${sum} did not go through.${because} We will not try this card again. Pay now to keep your subscription.`,
        step: "pay",
      };
    case "Cancelled":
      return {
        text: cancelledAt
          ? `Ended on ${formatLongDate(cancelledAt, zone)}. We will not charge you again.`
          : "This subscription has ended. We will not charge you again.",
        step: null,
      };
  }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
