import { useSearchParams } from "@remix-run/react";
import type { OrderQuery } from "~/domain/orders/findOrders";
import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { orderList } from "~/domain/orders/orderList";
import type { OrderStatus } from "~/domain/orders/orderStates";
import { ExportButton } from "~/features/exports/ExportButton";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { sortLink } from "~/list/sortLink";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { Tabs } from "~/ui/layout/Tabs";
import { FILTER_FORM } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { OrderFilters } from "./OrderFilters";
import { OrderTable, type OrderTableRow } from "./OrderTable";
import { orderFilterChips } from "./orderFilterChips";

export interface OrderListViewProps {
  query: OrderQuery;
  /** Null when the query failed. */
  page: Page<OrderTableRow> | null;
  staff: boolean;
  /** Null while the filters behind 'More filters' are not shown. */
  options: OrderFilterOptions | null;
  /** The pages that this viewer may open. */
  opens: { client: boolean; newOrder: boolean; exports: boolean };
  /** The first tab: orders that need this viewer. */
  waiting: { label: string; statuses: readonly OrderStatus[] };
}

const list = paths.orders();

export function OrderListView({ query, page, staff, options, opens, waiting }: OrderListViewProps) {
  const [search] = useSearchParams();
  const chips = orderFilterChips(query.filters, search, options ?? { services: [], assignees: [] });
  const onlyWaiting = chips.length === 1 && isView(search, waiting);
  return (
    <ListPage
      title="Orders"
      action={
        <>
          {opens.exports ? <ExportButton action={paths.ordersExport()} form={FILTER_FORM} /> : null}
          {opens.newOrder ? (
            <LinkButton to={paths.orderNew()} variant="solid" icon={<Icon name="plus" />}>
              Create Order
            </LinkButton>
          ) : null}
          {staff ? null : (
            <LinkButton to={paths.services()} variant="solid">
              Place new order
            </LinkButton>
          )}
        </>
      }
      filters={<OrderFilters search={search} staff={staff} options={options} />}
      chips={chips}
      href={list}
      list={orderList}
      query={query}
      page={page}
      failure="An error occurred while fetching orders"
      noun="orders"
      filtered={chips.length > 0 && !onlyWaiting}
      empty={onlyWaiting ? nothingWaits(staff) : noOrders(staff)}
      table={(orders) => (
        <OrderTable
          orders={orders}
          caption="Orders"
          staff={staff}
          clientLinks={opens.client}
          sort={sortLink(list, search, query.sort)("createdTime")}
        />
      )}
    >
      <Tabs label="Views" tabs={viewTabs(search, waiting)} />
    </ListPage>
  );
}

type Waiting = OrderListViewProps["waiting"];

const isView = (search: URLSearchParams, { statuses }: Waiting) => {
  const chosen = search.getAll("status");
  return chosen.length === statuses.length && statuses.every((status) => chosen.includes(status));
};

/** Two tabs of the same list: orders that need the viewer, then all. */
const viewTabs = (search: URLSearchParams, waiting: Waiting) => [
  {
    label: waiting.label,
    href: list + listToSearch(new URLSearchParams(), { status: [...waiting.statuses] }),
    active: isView(search, waiting),
  },
  { label: "All orders", href: list, active: !search.has("status") },
];

const nothingWaits = (staff: boolean) => ({
  title: "You are all caught up",
  text: staff ? "New and in-progress orders appear here." : "Orders that need something from you appear here.",
  action: <LinkButton to={list}>Show all orders</LinkButton>,
});

const noOrders = (staff: boolean) =>
  staff
    ? {
        title: "No orders yet",
        text: "Customer orders appear here. Customers buy at a service's checkout; you can copy its address.",
        action: <LinkButton to={paths.services()}>Show services</LinkButton>,
      }
    : {
        title: "No orders yet",
        text: "Your orders appear here, with their progress and reports.",
        action: (
          <LinkButton to={paths.services()} variant="solid">
            Explore our services
          </LinkButton>
        ),
      };
