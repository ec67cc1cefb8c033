import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { actorId, type Context, isStaff, zonesOf } from "~/domain/context";
import { type OrderListRow, type OrderQuery, permittedQuery } from "~/domain/orders/findOrders";
import { findOrdersByName, MAX_SEARCHED, type NamedOrders } from "~/domain/orders/findOrdersByName";
import { matchingOrderIds } from "~/domain/orders/matchingOrderIds";
import { orderList } from "~/domain/orders/orderList";
import { staffOrderPage } from "~/domain/orders/staffOrderPage";
import { pageOpens } from "~/features/frame/menu.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { loadOrderBar } from "~/features/orders/LazyOrderBar";
import { moreOrderFilters } from "~/features/orders/OrderFilters";
import { OrderListView } from "~/features/orders/OrderListView";
import type { OrderTableRow } from "~/features/orders/OrderTable";
import { answerOrderBar } from "~/features/orders/orderBar.server";
import { cachedFilterOptions } from "~/features/orders/orderFilterOptions.server";
import { frameViews } from "~/features/views/frameViews.server";
import { listQuery } from "~/http/listQuery.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext, pagePath } from "~/http/pageContext.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";
import { showsMoreFilters } from "~/list/moreFilters";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Orders");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.list");
  const staff = isStaff(ctx.actor);
  const query = permittedQuery(ctx.actor, listQuery(args.context.portal, orderList));
  const [read, options] = await Promise.all([
    nullOnFault(staff ? staffList(args.context.portal, query) : customerList(ctx, query)),
    staff && showsMoreFilters(new URL(args.request.url).searchParams, moreOrderFilters)
      ? nullOnFault(cachedFilterOptions(ctx)).then((read) => read ?? { services: [], assignees: [], tags: [] })
      : null,
  ]);
  const { page = null, bar = null, counts } = read ?? {};
  const opens = {
    client: pageOpens(ctx.actor, "/clients/:clientId"),
    newOrder: pageOpens(ctx.actor, "/orders/new"),
    exports: pageOpens(ctx.actor, "/orders/export"),
  };
  const shown = page && { ...page, content: page.content.map((row) => toTableRow(row, staff)) };
  const unread = page?.cut ? [...(query.unread ?? []), manyNamed] : query.unread;
  return withStatus(
    {
      query: { ...query, unread },
      page: shown,
      staff,
      options,
      opens,
      bar,
      counts,
      now: ctx.now,
    },
    page ? 200 : 500,
  );
}

interface ReadList {
  page: NamedOrders;
  /** What the bar offers. */
  bar?: { people: { id: string; name: string }[]; tags: string[] };
  /** Of the saved views of this list. Only here: on every page they would read too much. */
  counts?: Record<string, string>;
}

const customerList = async (ctx: Context, query: OrderQuery): Promise<ReadList> => ({
  page: await findOrdersByName(ctx, query),
});

/** The bar is drawn by the server too, once its code is there. */
async function staffList(portal: PortalRequest, query: OrderQuery): Promise<ReadList> {
  const { ctx } = portal;
  const views = (frameViews(portal) ?? []).filter(({ list }) => list === paths.orders());
  const searches = views.map(({ search }) => search);
  const [{ page, people, tags, counts }] = await Promise.all([
    staffOrderPage(ctx, query, searches, zonesOf(ctx)),
    loadOrderBar(),
  ]);
  const mine = people.filter(({ id }) => id === actorId(ctx)).map(({ id, name }) => ({ id, name: `${name} (you)` }));
  const others = people.filter(({ id }) => id !== actorId(ctx)).map(({ id, name }) => ({ id, name }));
  return { page, bar: { people: [...mine, ...others], tags }, counts };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.edit");
  const { url } = args.request;
  return await answerOrderBar(args.context.portal, ctx, await readForm(args.request), pagePath(args.request), () =>
    matchingOrderIds(ctx, listFromUrl(orderList, url, zonesOf(ctx))),
  );
}

const manyNamed = {
  label: `Client Name: many clients match, and the newest ${MAX_SEARCHED} orders were searched. Type more of the name or choose dates`,
  names: ["clientName"],
};

/** Only what the table shows: the browser gets each value twice, in the page and in its data. */
function toTableRow(row: OrderListRow, staff: boolean): OrderTableRow {
  const { id, number, serviceName, total, createdAt, status, payState, sorting, ...rest } = row;
  const { completedAt, dueAt, client, assignedTo } = rest;
  const sorted = sorting && (sorting.priority !== "normal" || sorting.tags.length > 0);
  return {
    id,
    number,
    serviceName,
    total,
    createdAt,
    status,
    ...(staff ? {} : { payState }),
    ...(completedAt ? { completedAt } : {}),
    ...(dueAt ? { dueAt } : {}),
    ...(client ? { client } : {}),
    ...(assignedTo ? { assignedTo: { name: assignedTo.name } } : {}),
    ...(sorted ? { sorting } : {}),
  };
}

export default function Orders() {
  return <OrderListView {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
