import { sql } from "drizzle-orm";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import {
  countSubscriptions,
  type SubscriptionListRow,
  selectSubscriptions,
  subscriptionRow,
} from "./findSubscriptions";
import type { SubscriptionQuery } from "./subscriptionList";

/** Rows per statement; only one page is in memory. */
const EXPORT_PAGE = 2000;

/**
 * Everything that a subscription list query matches, in its order, ignoring its page (rules.md exports/complete). The
 * total is a snapshot. Pages are read by keyset, each after the last row of the previous one, so no row repeats.
 */
export async function exportSubscriptions(
  ctx: Context,
  query: SubscriptionQuery,
): Promise<{ total: number; pages: AsyncIterable<SubscriptionListRow[]> }> {
  authorize(ctx, "subscriptions.export");
  const [counted] = await countSubscriptions(ctx, query);
  return { total: counted?.total ?? 0, pages: pagesOf(ctx, query) };
}

async function* pagesOf(ctx: Context, query: SubscriptionQuery): AsyncGenerator<SubscriptionListRow[]> {
  const { by, direction } = query.sort;
  const column = by === "nextPayment" ? subscriptions.nextPayment : subscriptions.createdAt;
  const isAfter = direction === "asc" ? sql.raw(">") : sql.raw("<");
  let last: SubscriptionListRow | undefined;
  do {
    const at = last && (by === "nextPayment" ? last.nextPayment : last.createdAt);
    const behind = last && sql`(${column}, ${subscriptions.id}) ${isAfter} (${at}, ${last.id})`;
    const rows = (await selectSubscriptions(ctx, query, behind).limit(EXPORT_PAGE)).map(subscriptionRow);
    yield rows;
    last = rows.length === EXPORT_PAGE ? rows.at(-1) : undefined;
  } while (last);
}
