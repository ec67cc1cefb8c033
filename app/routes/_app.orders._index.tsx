import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { isStaff } from "~/domain/context";
import type { OrderListRow } from "~/domain/orders/findOrders";
import { findOrdersByName, LOOKED_THROUGH } from "~/domain/orders/findOrdersByName";
import { orderList } from "~/domain/orders/orderList";
import { inputStatuses } from "~/domain/orders/orderStates";
import { workStatuses } from "~/domain/orders/ordersToWorkOn";
import { pageOpens } from "~/features/frame/menu.server";
import { moreOrderFilters } from "~/features/orders/OrderFilters";
import { OrderListView } from "~/features/orders/OrderListView";
import type { OrderTableRow } from "~/features/orders/OrderTable";
import { cachedFilterOptions } from "~/features/orders/orderFilterOptions.server";
import { listQuery } from "~/http/listQuery.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { showsMoreFilters } from "~/list/moreFilters";

export const meta = () => [{ title: `Orders | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.list");
  const staff = isStaff(ctx.actor);
  const query = listQuery(args.context.portal, orderList);
  const [page, options] = await Promise.all([
    nullOnFault(findOrdersByName(ctx, query)),
    staff && showsMoreFilters(new URL(args.request.url).searchParams, moreOrderFilters)
      ? nullOnFault(cachedFilterOptions(ctx)).then((read) => read ?? { services: [], assignees: [] })
      : null,
  ]);
  const opens = {
    client: pageOpens(ctx.actor, "/clients/:clientId"),
    newOrder: pageOpens(ctx.actor, "/orders/new"),
    exports: pageOpens(ctx.actor, "/orders/export"),
  };
  const waiting = staff
    ? { label: "Needs work", statuses: workStatuses }
    : { label: "Needs your input", statuses: inputStatuses };
  const shown = page && { ...page, content: page.content.map(toTableRow) };
  const unread = page?.cut ? [...(query.unread ?? []), manyNamed] : query.unread;
  return withStatus({ query: { ...query, unread }, page: shown, staff, options, opens, waiting }, page ? 200 : 500);
}

const manyNamed = {
  label: `Client Name: many clients match, and the newest ${LOOKED_THROUGH} orders were searched. Type more of the name or choose dates`,
  names: ["clientName"],
};

const toTableRow = ({ serviceId: _service, version: _version, ...row }: OrderListRow): OrderTableRow => row;

export default function Orders() {
  return <OrderListView {...useLoaderData<typeof loader>()} />;
}
