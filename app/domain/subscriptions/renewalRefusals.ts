import { type SQL, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { CycleRow } from "./billingCycle";

const REFUSED = "Renewal refused";

/**
 * The provider refuses a renewal's requests, e.g. as its customer is gone there: no card was asked, so it is no try of the
 * dunning, and the customer can do nothing about it. Kept for staff, once for a cycle and the same words.
 */
export async function recordRefusal(
  ctx: Context,
  { subscriptionId, cycle }: Pick<CycleRow, "subscriptionId" | "cycle">,
  words: string,
): Promise<void> {
  await atomicBatch(ctx.db, [
    historyStatement(ctx, {
      entity: "subscription",
      entityId: subscriptionId,
      action: REFUSED,
      changes: [
        { field: "cycle", before: null, after: cycle },
        { field: "reason", before: null, after: words },
      ],
      dedupeKey: `renewal.refused:${subscriptionId}:${cycle}:${words}`,
    }),
  ]);
}

/** The provider's newest words about a cycle's requests, inside a statement; null when it refused none. */
export const refusalOf = (subscriptionId: SQL, cycle: SQL): SQL => sql`(
  select json_extract(h.changes, '$[1].after') from history h
  where h.entity = 'subscription' and h.entity_id = ${subscriptionId} and h.action = ${REFUSED}
    and json_extract(h.changes, '$[0].after') = ${cycle}
  order by h.created_at desc, h.id desc limit 1)`;
