import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Unauthenticated } from "../errors";
import type { MailKind } from "../mailKinds";
import type { MailText } from "../mailTemplate";
import { exampleMail } from "./exampleMail";
import { mailStatements } from "./mailStatements";

/** Sends a mail with example values to the actor, in a text that is not saved. Returns the address. */
export async function sendExampleMail(ctx: Context, kind: MailKind, text: MailText): Promise<string> {
  authorize(ctx, "settings.manage");
  const user = userOf(ctx.actor);
  if (!user) throw new Unauthenticated();
  const mail = exampleMail(ctx, kind, text);
  const key = `test:${newId(ctx.now)}`;
  await atomicBatch(ctx.db, mailStatements(ctx, { to: user.email, ...mail, dedupeKey: key, urgent: true }));
  ctx.after(() => ctx.publish.outboxWaiting());
  return user.email;
}
