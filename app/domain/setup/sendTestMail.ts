import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Forbidden } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { composeMail } from "../notifications/composeMail";
import { mailStatements } from "../notifications/mailStatements";

/** Names the history row of a test mail, which ticks its step. */
export const TEST_MAIL = { entity: "settings", entityId: "testMail" } as const;

/** Mails the signed-in super admin, so that they see whether mail arrives. Returns the address. */
export async function sendTestMail(ctx: Context): Promise<string> {
  authorize(ctx, "settings.manage");
  const user = userOf(ctx.actor);
  if (!user) throw new Forbidden();
  await atomicBatch(ctx.db, [
    ...mailStatements(ctx, {
      to: user.email,
      ...composeMail(ctx, "testMail", {
        firstName: user.firstName,
        values: {},
        action: { label: "Open the portal", url: ctx.siteUrl },
      }),
      dedupeKey: `testMail:${newId(ctx.now)}`,
    }),
    historyStatement(ctx, { ...TEST_MAIL, action: "Test email sent", changes: [] }),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
  return user.email;
}
