import type { BatchStatement } from "~db/client.server";
import type { Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";

/** For the cancelling batch: tells the customer that nothing more is charged. Once per subscription. */
export const subscriptionCancelledMail = (
  ctx: Pick<Context, "db" | "now" | "settings" | "siteUrl">,
  subscription: { id: string; serviceName: string },
  client: { email: string; firstName: string },
): BatchStatement[] =>
  mailStatements(ctx, {
    to: client.email,
    ...composeMail(ctx, "subscriptionCancelled", {
      firstName: client.firstName,
      values: { service: subscription.serviceName },
    }),
    dedupeKey: `subscription.cancelled:${subscription.id}`,
  });
