import { and, eq, isNull, ne } from "drizzle-orm";
import { formatLongDate } from "~/format/dates";
import { paths } from "~/paths";
import { billingCycles, subscriptions, users } from "~db/schema";
import { amountWithTaxes } from "../amountWithTaxes";
import { type Context, zoneOf } from "../context";
import { composeMail } from "../notifications/composeMail";
import { readNextAmount } from "../subscriptions/nextAmount";
import { makeCardLink } from "./cardLink";
import type { CardMailSubject } from "./cardMailSubject";

interface CardMailOrder {
  about: CardMailSubject;
  subscriptionId: string;
  cycle: number;
  tryAgainAt: number | null;
}

/**
 * Renders a card email with its link at send time. Null when it no longer applies: the subscription was cancelled,
 * the account deleted or the renewal paid. Send it directly and never store it.
 */
export async function cardMail(
  ctx: Pick<Context, "db" | "now" | "signer" | "siteUrl" | "settings">,
  { about, subscriptionId, cycle, tryAgainAt }: CardMailOrder,
) {
  const row = await ctx.db
    .select({
      subscription: subscriptions,
      client: { email: users.email, firstName: users.firstName, timeZone: users.timeZone },
      state: billingCycles.state,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.clientId))
    .leftJoin(billingCycles, and(eq(billingCycles.subscriptionId, subscriptions.id), eq(billingCycles.cycle, cycle)))
    .where(and(eq(subscriptions.id, subscriptionId), ne(subscriptions.status, "Cancelled"), isNull(users.deletedAt)))
    .get();
  if (!row || row.state === "paid") return null;
  const { subscription, client } = row;
  const link =
    about === "confirmPayment"
      ? paths.subscriptionPay(subscription.id)
      : paths.cardByLink(await makeCardLink(ctx, subscription));
  const { amount, taxRates } = await readNextAmount(ctx, subscription);
  const values = {
    service: subscription.serviceName,
    amount: amountWithTaxes(amount, taxRates),
    card: subscription.cardLast4 ? `the card ending in ${subscription.cardLast4}` : "your card",
    date: formatLongDate(about === "renewalFailed" ? tryAgainAt : subscription.nextPayment, zoneOf(ctx, client)),
  };
  return {
    to: client.email,
    ...composeMail(ctx, about, {
      firstName: client.firstName,
      values,
      action: { label: about === "confirmPayment" ? "Confirm payment" : "Update card", url: ctx.siteUrl + link },
    }),
  };
}
