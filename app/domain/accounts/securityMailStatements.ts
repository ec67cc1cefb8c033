import { brand } from "~/brand";
import { paths } from "~/paths";
import { newId } from "~db/ids";
import type { Context } from "../context";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { mailStatements } from "../notifications/mailStatements";

/**
 * Mails a person about a change to how they sign in; they cannot switch this off (rules.md notifications/recipients).
 * `what` is a sentence without its full stop.
 */
export const securityMailStatements = (
  ctx: Pick<Context, "db" | "now" | "siteUrl">,
  person: { email: string; firstName: string },
  what: string,
) =>
  mailStatements(ctx, {
    to: person.email,
    subject: `${brand.name}: ${what}`,
    ...mailBody({
      greeting: greeting(person.firstName),
      paragraphs: [
        `${what}. If this was you, you do not need to do anything.`,
        `If this was not you, set a new password immediately and contact ${brand.supportEmail}.`,
      ],
      action: { label: "Set a new password", url: ctx.siteUrl + paths.forgotPassword() },
      brand: { name: brand.name },
    }),
    dedupeKey: `security:${newId(ctx.now)}`,
  });
