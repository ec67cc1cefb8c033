import { brand } from "~/brand";
import type { BatchStatement } from "~db/client.server";
import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { mailStatements } from "../notifications/mailStatements";

/** For the cancelling batch: tells the customer that nothing more is charged. Once per subscription. */
export const subscriptionCancelledMail = (
  ctx: Pick<Context, "db" | "now">,
  subscription: { id: string; serviceName: string },
  client: { email: string; firstName: string },
): BatchStatement[] =>
  mailStatements(ctx, {
    to: client.email,
    subject: `Your subscription to ${subscription.serviceName} was canceled`,
    ...mailBody({
      greeting: greeting(client.firstName),
      paragraphs: [
        `Your subscription to ${subscription.serviceName} has ended. We will not charge your card for it again.`,
        "We will still deliver the orders you have paid for.",
      ],
      brand: { name: brand.name },
    }),
    dedupeKey: `subscription.cancelled:${subscription.id}`,
  });
