import { and, eq, isNull, ne } from "drizzle-orm";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { billingCycles, subscriptions, users } from "~db/schema";
import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { makeCardLink } from "./cardLink";
import type { CardMailSubject } from "./cardMailSubject";

interface CardMailOrder {
  about: CardMailSubject;
  subscriptionId: string;
  cycle: number;
  tryAgainAt: number | null;
  brandName: string;
}

/**
 * Renders a card email with its link at send time. Null when it no longer applies: the subscription was cancelled,
 * the account deleted or the renewal paid. Send it directly and never store it.
 */
export async function cardMail(
  ctx: Pick<Context, "db" | "now" | "signer" | "siteUrl">,
  { about, subscriptionId, cycle, tryAgainAt, brandName }: CardMailOrder,
) {
  const row = await ctx.db
    .select({
      subscription: subscriptions,
      client: { email: users.email, firstName: users.firstName },
      state: billingCycles.state,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.clientId))
    .leftJoin(billingCycles, and(eq(billingCycles.subscriptionId, subscriptions.id), eq(billingCycles.cycle, cycle)))
    .where(and(eq(subscriptions.id, subscriptionId), ne(subscriptions.status, "Cancelled"), isNull(users.deletedAt)))
    .get();
  if (!row || row.state === "paid") return null;
  const { subscription, client } = row;
  const { subject, paragraphs, label } = wordsOf(about, {
    name: subscription.serviceName,
    amount: formatCents(subscription.renewalAmount),
    card: subscription.cardLast4 ? `the card ending in ${subscription.cardLast4}` : "your card",
    nextPayment: subscription.nextPayment,
    tryAgainAt,
  });
  const link =
    about === "confirmPayment"
      ? paths.subscriptionPay(subscription.id)
      : paths.cardByLink(await makeCardLink(ctx, subscription));
  return {
    to: client.email,
    subject,
    ...mailBody({
      greeting: greeting(client.firstName),
      paragraphs,
      action: { label, url: ctx.siteUrl + link },
      brand: { name: brandName },
    }),
  };
}

interface Facts {
  name: string;
  amount: string;
  card: string;
  nextPayment: number;
  tryAgainAt: number | null;
}

function wordsOf(about: CardMailSubject, { name, amount, card, nextPayment, tryAgainAt }: Facts) {
  switch (about) {
    case "renewalFailed":
      return {
        subject: `Your payment for ${name} failed`,
        paragraphs: [
          `We could not charge ${card} ${amount} for the renewal of ${name}.`,
          `We will try again on ${formatLongDate(tryAgainAt)}. To pay with another card, open the link. You do not need a password.`,
        ],
        label: "Update card",
      };
    case "pastDue":
      return {
        subject: `Your payment for ${name} failed: please update your card`,
        paragraphs: [
          `We could not charge ${card} ${amount} for the renewal of ${name}, and we will not try this card again.`,
          "Open the link to add another card. You do not need a password. We charge it immediately and your subscription continues.",
        ],
        label: "Update card",
      };
    case "confirmPayment":
      return {
        subject: `Please confirm your payment for ${name}`,
        paragraphs: [
          `Your bank needs you to confirm the payment of ${amount} for the renewal of ${name}.`,
          "Open the link to confirm it with your bank. Nothing has been charged yet.",
        ],
        label: "Confirm payment",
      };
    case "cardExpiring":
      return {
        subject: `The card for ${name} expires soon`,
        paragraphs: [
          `The next payment for ${name}, ${amount}, is due on ${formatLongDate(nextPayment)}. ${card} will have expired by then.`,
          "Open the link to add another card. You do not need a password.",
        ],
        label: "Update card",
      };
  }
}
