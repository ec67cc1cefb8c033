import { brand } from "~/brand";
import { paths } from "~/paths";
import { atomicBatch } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { dayOf } from "../days";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { mailStatements } from "../notifications/mailStatements";
import { staleEventMarks } from "../payments/paymentEventMarks";
import { billingPauseText } from "./billingPauseText";
import { superAdmins } from "./superAdmins";

/**
 * Returns the time up to which the provider's events were read (ms UTC) if billing must pause, else null. After a
 * restore the database may not know what was already charged. The caller must authorize.
 */
export async function billingPausedSince(ctx: Context): Promise<number | null> {
  const stale = await staleEventMarks(ctx);
  return stale.length === 0 ? null : Math.min(...stale.map(({ readUpTo }) => readUpTo));
}

/** The same for the staff dashboard. */
export async function findBillingPause(ctx: Context): Promise<number | null> {
  authorize(ctx, "billing.health");
  return await billingPausedSince(ctx);
}

/** Sends each super admin at most one email per day. */
export async function mailBillingPause(ctx: Context, since: number): Promise<void> {
  const admins = await superAdmins(ctx);
  await atomicBatch(
    ctx.db,
    admins.flatMap(({ id, email, firstName }) =>
      mailStatements(ctx, {
        to: email,
        subject: "Billing is paused",
        ...mailBody({
          greeting: greeting(firstName),
          paragraphs: [
            billingPauseText(since),
            "If this goes on, check that the card provider answers and that its keys are still valid.",
          ],
          action: { label: "View billing health", url: ctx.siteUrl + paths.billingHealth() },
          brand: { name: brand.name },
        }),
        dedupeKey: `billing.paused:${dayOf(ctx.now)}:${id}`,
      }),
    ),
  );
  ctx.after(() => ctx.publish.outboxWaiting());
}
