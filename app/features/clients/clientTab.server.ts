import { CLIENT_TABLE_SIZES } from "~/domain/clients/clientList";
import { commissionList } from "~/domain/commissions/commissionList";
import { findCommissions } from "~/domain/commissions/findCommissions";
import { type Context, zonesOf } from "~/domain/context";
import { findOrders } from "~/domain/orders/findOrders";
import { orderList } from "~/domain/orders/orderList";
import { findSubscriptions } from "~/domain/subscriptions/findSubscriptions";
import { subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { nullOnFault } from "~/http/nullOnFault.server";
import { defineList } from "~/list/defineList";
import { listFromUrl } from "~/list/listFromUrl";

/** Pages of the tables on a client's page. */
const ordersHere = defineList({ ...orderList, pageSizes: CLIENT_TABLE_SIZES });
const commissionsHere = defineList({ ...commissionList, pageSizes: CLIENT_TABLE_SIZES });
const subscriptionsHere = defineList({ ...subscriptionList, pageSizes: CLIENT_TABLE_SIZES });

async function ordersTab(ctx: Context, clientId: string, url: string) {
  const query = listFromUrl(ordersHere, url, zonesOf(ctx));
  const filters = [{ key: "clientId" as const, operation: "eq" as const, value: clientId }];
  const page = await nullOnFault(findOrders(ctx, { ...query, filters }));
  return { name: "orders" as const, page, number: query.page, size: query.pageSize };
}

async function subscriptionsTab(ctx: Context, clientId: string, url: string) {
  const query = listFromUrl(subscriptionsHere, url, zonesOf(ctx));
  const filters = [{ key: "clientId" as const, operation: "eq" as const, value: clientId }];
  const page = await nullOnFault(findSubscriptions(ctx, { ...query, filters }));
  return { name: "subscriptions" as const, page, number: query.page, size: query.pageSize };
}

async function commissionsTab(ctx: Context, clientId: string, url: string) {
  const query = listFromUrl(commissionsHere, url, zonesOf(ctx));
  const filters = [{ key: "referrerClientId" as const, operation: "eq" as const, value: clientId }];
  const page = await nullOnFault(findCommissions(ctx, { ...query, filters }));
  return { name: "commissions" as const, page, number: query.page, size: query.pageSize, now: ctx.now };
}

const tabs = { orders: ordersTab, subscriptions: subscriptionsTab, commissions: commissionsTab };

/** The table that the URL of a client's page names, orders by default; null for an unknown one. */
export async function clientTab(ctx: Context, clientId: string, url: string) {
  const name = new URL(url).searchParams.get("tab") ?? "orders";
  return Object.hasOwn(tabs, name) ? await tabs[name as keyof typeof tabs](ctx, clientId, url) : null;
}
