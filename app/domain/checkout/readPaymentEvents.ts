import { inArray, sql } from "drizzle-orm";
import { webhookEvents } from "~db/schema";
import { authorize } from "../access";
import { paymentAccounts } from "../catalogue/serviceTypes";
import type { Context } from "../context";
import { applyPaymentEvent } from "./applyPaymentEvent";
import { type RunResult, runEach } from "./runEach";

const HOUR_MS = 60 * 60_000;
/** Read again each hour, so that a day without webhooks, or without this run, is made good. */
const LOOK_BACK_MS = 25 * HOUR_MS;
const MAX_PER_RUN = 100;

/**
 * Hourly: the provider's own list of events through the handler that webhooks use, oldest first; those that were worked
 * on are left out. An account that does not answer never keeps the other from its turn.
 */
export async function readPaymentEvents(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "checkout.clean");
  const total: RunResult = { done: 0, failed: 0 };
  await runEach(
    paymentAccounts,
    async (account) => {
      const events = await ctx.payments.eventsSince(account, ctx.now - LOOK_BACK_MS);
      const ids = JSON.stringify(events.map((event) => event.id));
      const known = await ctx.db
        .select({ id: webhookEvents.id })
        .from(webhookEvents)
        .where(inArray(webhookEvents.id, sql`(select value from json_each(${ids}))`));
      const seen = new Set(known.map((one) => one.id));
      const fresh = events.filter((event) => !seen.has(event.id)).slice(0, MAX_PER_RUN);
      const result = await runEach(fresh, (event) => applyPaymentEvent(ctx, event), onFailure);
      total.done += result.done;
      total.failed += result.failed;
    },
    onFailure,
    // Both have their turn; the reading of each is bounded.
    Number.POSITIVE_INFINITY,
  );
  return total;
}
