import { and, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { rawSelect } from "~db/client.server";
import { exportList } from "~db/exportList.server";
import { fullName } from "~db/fullName";
import { type ListRow, listSource, runList } from "~db/runList.server";
import { orders, subscriptionCounters, subscriptions, users } from "~db/schema";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Frequency } from "../catalogue/serviceTypes";
import type { Context } from "../context";
import { type NextAmount, readNextAmounts } from "./nextAmount";
import type { SubscriptionQuery } from "./subscriptionList";
import type { SubscriptionStatus } from "./subscriptionStates";

/** One row of the staff list. Cents and ms UTC. */
export interface SubscriptionListRow extends NextAmount {
  id: string;
  version: number;
  client: { id: string; name: string };
  initialOrder: { id: string; number: number };
  serviceName: string;
  /** The customer record charged at the provider, in the subscription's account (rules.md payments/two-accounts). */
  customerId: string;
  status: SubscriptionStatus;
  currentCycle: number;
  orderDuration: number;
  frequency: Frequency;
  previousPayment: number;
  nextPayment: number;
  createdAt: number;
  /** The charged card; null when its details are unknown. */
  card: { brand: string; last4: string } | null;
  /** The customer's open request to cancel, with their reason. */
  cancelRequest: { at: number; reason: string } | null;
  /** When it ends because the customer cancelled it. */
  endsAt: number | null;
}

const isOpenRequest = and(isNotNull(subscriptions.cancelRequestedAt), ne(subscriptions.status, "Cancelled"));

const ID_LENGTH = 26;

const listed = listSource({
  table: subscriptions,
  id: subscriptions.id,
  columns: {
    id: subscriptions.id,
    version: subscriptions.version,
    clientId: subscriptions.clientId,
    clientName: fullName(users),
    initialOrderId: subscriptions.initialOrderId,
    initialOrderNumber: orders.number,
    serviceName: subscriptions.serviceName,
    customerId: subscriptions.customerId,
    status: subscriptions.status,
    currentCycle: subscriptions.currentCycle,
    renewalAmount: subscriptions.renewalAmount,
    orderDuration: subscriptions.orderDuration,
    frequency: subscriptions.frequency,
    previousPayment: subscriptions.previousPayment,
    nextPayment: subscriptions.nextPayment,
    createdAt: subscriptions.createdAt,
    cardBrand: subscriptions.cardBrand,
    cardLast4: subscriptions.cardLast4,
    cancelRequestedAt: subscriptions.cancelRequestedAt,
    cancelRequest: subscriptions.cancelRequest,
    endsAt: subscriptions.endsAt,
  },
  join: sql`left join ${users} on ${eq(users.id, subscriptions.clientId)} left join ${orders} on ${eq(orders.id, subscriptions.initialOrderId)}`,
  filters: {
    id: (filter) => {
      const text = "value" in filter ? String(filter.value) : "";
      // A whole id is read by index.
      return filter.operation === "eq" || text.length >= ID_LENGTH
        ? eq(subscriptions.id, text)
        : sql`instr(${subscriptions.id}, ${text.toUpperCase()}) > 0`;
    },
    clientId: subscriptions.clientId,
    clientName: (filter) =>
      filter.operation === "like"
        ? sql`${subscriptions.clientId} in ${usersByNameSubstring(String(filter.value))}`
        : undefined,
    status: subscriptions.status,
    cancelRequested: (filter) =>
      filter.operation === "eq" && String(filter.value) === "true"
        ? isOpenRequest
        : isNull(subscriptions.cancelRequestedAt),
    nextPayment: subscriptions.nextPayment,
    createdTime: subscriptions.createdAt,
  },
  sorts: { createdTime: subscriptions.createdAt, nextPayment: subscriptions.nextPayment },
  // By creation, each status lies in list order.
  mergeByIndex: ({ filters, sort }) => {
    const statuses = statusesOf(filters);
    if (!statuses?.length || filters.length > 1 || sort.by !== "createdTime") return null;
    return statuses.map((status) => eq(subscriptions.status, status));
  },
});

/** The statuses that are chosen; null without a choice. */
function statusesOf(filters: SubscriptionQuery["filters"]): SubscriptionStatus[] | null {
  const status = filters.find(({ key }) => key === "status");
  if (!status) return null;
  return ("values" in status ? status.values : "value" in status ? [status.value] : []) as SubscriptionStatus[];
}

const subscriptionRow = ({
  clientId,
  clientName,
  initialOrderId,
  initialOrderNumber,
  cardBrand,
  cardLast4,
  cancelRequestedAt,
  cancelRequest,
  ...row
}: ListRow<typeof listed>) => ({
  ...row,
  client: { id: clientId, name: clientName },
  initialOrder: { id: initialOrderId, number: initialOrderNumber },
  card: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
  cancelRequest:
    cancelRequestedAt === null || row.status === "Cancelled"
      ? null
      : { at: cancelRequestedAt, reason: cancelRequest ?? "" },
});

/** The rows with the amounts of their next payments. */
async function withNextAmounts(
  ctx: Context,
  rows: readonly ReturnType<typeof subscriptionRow>[],
): Promise<SubscriptionListRow[]> {
  const payments = await readNextAmounts(ctx, rows);
  return rows.map(({ renewalAmount: _, ...row }) => ({ ...row, ...payments.get(row.id)! }));
}

/**
 * One page of all clients' subscriptions with the total, in one round trip, and one more with taxes. Staff only (POST
 * /subscription/find).
 */
export async function findSubscriptions(ctx: Context, query: SubscriptionQuery): Promise<Page<SubscriptionListRow>> {
  authorize(ctx, "subscriptions.list");
  const page = await runList(ctx.db, listed, query, { toRow: subscriptionRow, total: countedBy(query) });
  return { ...page, content: await withNextAmounts(ctx, page.content) };
}

/** Stored counters have the total of all subscriptions and of statuses; null for other filters. */
function countedBy({ filters }: SubscriptionQuery) {
  const statuses = statusesOf(filters);
  if (filters.length > (statuses ? 1 : 0)) return null;
  const where = statuses ? sql`where ${inArray(subscriptionCounters.status, statuses)}` : sql``;
  return rawSelect<{ total: number }>(
    sql`select coalesce(sum(${subscriptionCounters.count}), 0) as total from ${subscriptionCounters} ${where}`,
  );
}

/** Streams all subscriptions that the query matches, in its order (rules.md exports/complete). */
export async function exportSubscriptions(ctx: Context, query: SubscriptionQuery) {
  authorize(ctx, "subscriptions.export");
  const { total, pages } = await exportList(ctx.db, listed, query, { toRow: subscriptionRow });
  return { total, pages: pagesWithNextAmounts(ctx, pages) };
}

async function* pagesWithNextAmounts(ctx: Context, pages: AsyncGenerator<ReturnType<typeof subscriptionRow>[]>) {
  for await (const rows of pages) yield await withNextAmounts(ctx, rows);
}
