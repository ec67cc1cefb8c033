import { brand } from "~/brand";
import { paths } from "~/paths";
import { writeTogether } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { dayOf } from "../days";
import { greeting } from "../notifications/greeting";
import { mailBody } from "../notifications/mailBody";
import { mailStatements } from "../notifications/mailStatements";
import { staleEventMarks } from "../recovery/paymentEventMarks";
import { superAdmins } from "../recovery/superAdmins";
import { pauseWords } from "./pauseWords";

/**
 * Since when the provider's events are unread, ms UTC, if nothing may be charged because of it; else null. A database that
 * was put back may not know what was charged before. The caller has authorised.
 */
export async function billingPausedSince(ctx: Context): Promise<number | null> {
  const stale = await staleEventMarks(ctx);
  return stale.length === 0 ? null : Math.min(...stale.map(({ readUpTo }) => readUpTo));
}

/** The same for staff's dashboard. */
export async function findBillingPause(ctx: Context): Promise<number | null> {
  authorize(ctx, "billing.health");
  return await billingPausedSince(ctx);
}

/** One mail a day to each super admin. */
export async function mailBillingPause(ctx: Context, since: number): Promise<void> {
  const admins = await superAdmins(ctx);
  await writeTogether(
    ctx.db,
    admins.flatMap(({ id, email, firstName }) =>
      mailStatements(ctx, {
        to: email,
        subject: "Billing is paused",
        ...mailBody({
          greeting: greeting(firstName),
          paragraphs: [
            pauseWords(since),
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
