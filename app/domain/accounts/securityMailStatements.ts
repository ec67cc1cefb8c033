import { paths } from "~/paths";
import { newId } from "~db/ids";
import type { Context } from "../context";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";

/**
 * Mails a person about a change to how they sign in; they cannot switch this off (rules.md notifications/recipients).
 * `what` is a sentence without its full stop.
 */
export const securityMailStatements = (
  ctx: Pick<Context, "db" | "now" | "siteUrl" | "settings">,
  person: { email: string; firstName: string },
  what: string,
) =>
  mailStatements(ctx, {
    to: person.email,
    ...composeMail(ctx, "securityChange", {
      firstName: person.firstName,
      values: { change: what },
      action: { label: "Set a new password", url: ctx.siteUrl + paths.forgotPassword() },
    }),
    dedupeKey: `security:${newId(ctx.now)}`,
  });
