import { formatDay } from "~/format/dates";
import { paths } from "~/paths";
import type { BatchStatement } from "~db/client.server";
import { type Context, zoneOf } from "../context";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";
import { queueMail } from "../notifications/queueMail";

type MailContext = Pick<Context, "db" | "now" | "siteUrl" | "settings">;
interface Reader {
  email: string;
  firstName: string;
  timeZone?: string | null;
}

/** Says when the account goes and how to keep it. */
export const deletionRequestedMail = (
  ctx: MailContext,
  client: Reader,
  request: { id: string; dueAt: number; byStaff: boolean },
): BatchStatement[] =>
  mailStatements(ctx, {
    to: client.email,
    ...composeMail(ctx, "deletionRequested", {
      firstName: client.firstName,
      values: {
        request: request.byStaff
          ? "Our team requested the deletion of your account."
          : "You asked us to delete your account.",
        date: formatDay(request.dueAt, zoneOf(ctx, client)),
      },
      action: { label: "Open your profile", url: ctx.siteUrl + paths.profile() },
    }),
    dedupeKey: `deletion.requested:${request.id}`,
  });

export const deletionUndoneMail = (ctx: MailContext, client: Reader, requestId: string): BatchStatement[] =>
  mailStatements(ctx, {
    to: client.email,
    ...composeMail(ctx, "deletionUndone", { firstName: client.firstName, values: {} }),
    dedupeKey: `deletion.undone:${requestId}`,
  });

const doneKey = (requestId: string) => `deletion.done:${requestId}`;
/** The key of that mail in the outbox. */
export const doneMailKey = (requestId: string) => `email:${doneKey(requestId)}`;

/** Without a name, because its row outlives the person's. */
export const deletionDoneMail = (ctx: MailContext, to: string, requestId: string) =>
  queueMail(
    ctx,
    { kind: "email", to, ...composeMail(ctx, "deletionDone", { firstName: "", values: {} }), forgotten: true },
    doneKey(requestId),
  );
