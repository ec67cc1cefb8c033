import { type SQL, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { CycleRow } from "../orderPaid";

const REFUSED = "Renewal refused";

/**
 * Records that the provider rejected a renewal's request, e.g. for a deleted customer. No card was tried, so it is no
 * dunning try, and the customer cannot fix it. For staff, once per cycle and message.
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

/** SQL for the provider's latest rejection of a cycle's requests; null without one. */
export const refusalOf = (subscriptionId: SQL, cycle: SQL): SQL => sql`(
  select json_extract(h.changes, '$[1].after') from history h
  where h.entity = 'subscription' and h.entity_id = ${subscriptionId} and h.action = ${REFUSED}
    and json_extract(h.changes, '$[0].after') = ${cycle}
  order by h.created_at desc, h.id desc limit 1)`;
