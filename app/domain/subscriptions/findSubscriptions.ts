import { and, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { named } from "~db/named";
import { type FilterColumns, listOrder, listWhere } from "~db/runList.server";
import { orders, subscriptions, users } from "~db/schema";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { SubscriptionFilterKey, SubscriptionQuery } from "./subscriptionList";
import type { SubscriptionStatus } from "./subscriptionStates";

/** One row of the staff list. Cents and ms UTC. */
export interface SubscriptionListRow {
  id: string;
  version: number;
  client: { id: string; name: string };
  initialOrder: { id: string; number: number };
  serviceName: string;
  /** The customer record charged at the provider, in the subscription's account (rules.md payments/two-accounts). */
  customerId: string;
  status: SubscriptionStatus;
  currentCycle: number;
  amount: Cents;
  previousPayment: number;
  nextPayment: number;
  createdAt: number;
  /** The customer's open request to cancel, with their reason. */
  cancelRequest: { at: number; reason: string } | null;
}

const isOpenRequest = and(isNotNull(subscriptions.cancelRequestedAt), ne(subscriptions.status, "Cancelled"));

const columns: FilterColumns<SubscriptionFilterKey> = {
  id: subscriptions.id,
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
};

const orderedBy = { createdTime: subscriptions.createdAt, nextPayment: subscriptions.nextPayment };

/** The columns of a list row. */
const fields = {
  id: named(subscriptions.id, "subscription_id"),
  version: named(subscriptions.version, "subscription_version"),
  clientId: named(subscriptions.clientId, "subscription_client"),
  clientName: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`.as("client_name"),
  initialOrderId: subscriptions.initialOrderId,
  initialOrderNumber: orders.number,
  serviceName: named(subscriptions.serviceName, "subscription_service"),
  customerId: subscriptions.customerId,
  status: named(subscriptions.status, "subscription_status"),
  currentCycle: subscriptions.currentCycle,
  amount: subscriptions.renewalAmount,
  previousPayment: subscriptions.previousPayment,
  nextPayment: subscriptions.nextPayment,
  createdAt: named(subscriptions.createdAt, "subscription_created"),
  cancelRequestedAt: subscriptions.cancelRequestedAt,
  cancelRequest: subscriptions.cancelRequest,
};

/** Rows in list order. The caller adds limit and offset. */
export const selectSubscriptions = (ctx: Context, query: SubscriptionQuery, behind?: SQL) =>
  ctx.db
    .select(fields)
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.clientId))
    .innerJoin(orders, eq(orders.id, subscriptions.initialOrderId))
    .where(and(listWhere(query, columns), behind))
    .orderBy(...listOrder(query, orderedBy, subscriptions.id));

export const countSubscriptions = (ctx: Context, query: SubscriptionQuery) =>
  ctx.db.select({ total: sql<number>`count(*)` }).from(subscriptions).where(listWhere(query, columns));

export function subscriptionRow({
  clientId,
  clientName,
  initialOrderId,
  initialOrderNumber,
  cancelRequestedAt,
  cancelRequest,
  ...row
}: Awaited<ReturnType<typeof selectSubscriptions>>[number]): SubscriptionListRow {
  return {
    ...row,
    client: { id: clientId, name: clientName },
    initialOrder: { id: initialOrderId, number: initialOrderNumber },
    cancelRequest:
      cancelRequestedAt === null || row.status === "Cancelled"
        ? null
        : { at: cancelRequestedAt, reason: cancelRequest ?? "" },
  };
}

/** One page of all clients' subscriptions with the total, in one round trip. Staff only (POST /subscription/find). */
export async function findSubscriptions(ctx: Context, query: SubscriptionQuery): Promise<Page<SubscriptionListRow>> {
  authorize(ctx, "subscriptions.list");
  const [rows, totals] = await ctx.db.batch([
    selectSubscriptions(ctx, query)
      .limit(query.pageSize)
      .offset(query.page * query.pageSize),
    countSubscriptions(ctx, query),
  ]);
  return { content: rows.map(subscriptionRow), totalElements: totals[0]?.total ?? 0 };
}
