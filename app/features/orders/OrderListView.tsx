import { useSearchParams } from "@remix-run/react";
import { Plus } from "lucide-react";
import type { OrderListRow, OrderQuery } from "~/domain/orders/findOrders";
import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { orderList } from "~/domain/orders/orderList";
import type { OrderStatus } from "~/domain/orders/orderStates";
import { ExportButton } from "~/features/exports/ExportButton";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { Tabs } from "~/ui/layout/Tabs";
import { ActiveFilters } from "~/ui/list/ActiveFilters";
import { EmptyState } from "~/ui/list/EmptyState";
import { ListPage } from "~/ui/list/ListPage";
import { Pagination } from "~/ui/list/Pagination";
import { OrderFilters } from "./OrderFilters";
import { OrderTable } from "./OrderTable";
import { orderFilterChips } from "./orderFilterChips";

export interface OrderListViewProps {
  query: OrderQuery;
  /** Null when the orders could not be read. */
  page: Page<OrderListRow> | null;
  /** Null for customers. */
  options: OrderFilterOptions | null;
  /** What else exists and this person may open. */
  opens: { client: boolean; newOrder: boolean; exports: boolean };
  /** What waits for this person: the list's first view. */
  waiting: { label: string; statuses: readonly OrderStatus[] };
}

/** The order list (document 2 section 2): its state is its address. */
export function OrderListView({ query, page, options, opens, waiting }: OrderListViewProps) {
  const [search] = useSearchParams();
  const staff = options !== null;
  const { direction } = query.sort;
  const chips = orderFilterChips(query.filters, search, options ?? { services: [], assignees: [] });
  const sort = {
    sorted: direction,
    sortHref: listToSearch(search, { sort: direction === "desc" ? "createdTime.asc" : null }),
  };
  return (
    <ListPage
      title="Orders"
      action={
        <>
          {opens.exports ? <ExportButton action={paths.ordersExport() + listToSearch(search, {})} /> : null}
          {opens.newOrder ? (
            <LinkButton to={paths.orderNew()} variant="solid" icon={<Plus className="icon" size={16} />}>
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
      filters={<OrderFilters search={search} options={options} />}
      chips={<ActiveFilters filters={chips} clearHref="?" />}
      table={
        page === null ? (
          <Alert tone="danger">An error occurred while fetching orders</Alert>
        ) : page.content.length > 0 ? (
          <OrderTable orders={page.content} caption="Orders" staff={staff} clientLinks={opens.client} sort={sort} />
        ) : (
          <NoOrders
            filtered={chips.length > 0}
            waiting={chips.length === 1 && isView(search, waiting)}
            staff={staff}
            total={page.totalElements}
          />
        )
      }
      pagination={
        page && page.totalElements > 0 ? (
          <Pagination
            page={query.page}
            pageSize={query.pageSize}
            total={page.totalElements}
            sizes={orderList.pageSizes}
            sizeName="size"
            hrefFor={pageHref(paths.orders(), search, orderList)}
          />
        ) : undefined
      }
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

/** What waits first, then everything: two addresses of the same list. */
const viewTabs = (search: URLSearchParams, waiting: Waiting) => [
  {
    label: waiting.label,
    href: listToSearch(new URLSearchParams(), { status: [...waiting.statuses] }),
    active: isView(search, waiting),
  },
  { label: "All orders", href: paths.orders(), active: !search.has("status") },
];

interface NoOrdersProps {
  filtered: boolean;
  /** The view of what waits, and nothing else. */
  waiting: boolean;
  staff: boolean;
  total: number;
}

function NoOrders({ filtered, waiting, staff, total }: NoOrdersProps) {
  if (total > 0)
    return <EmptyState title="Nothing on this page" action={<LinkButton to="?">Go to the first page</LinkButton>} />;
  if (waiting)
    return (
      <EmptyState
        title="Nothing waits for you"
        text={
          staff ? "New and running orders appear here." : "When an order needs something from you, it appears here."
        }
        action={<LinkButton to={paths.orders()}>Show all orders</LinkButton>}
      />
    );
  if (filtered)
    return (
      <EmptyState
        title="No orders match"
        text="Take a filter away, or start over."
        action={<LinkButton to="?">Clear Filters</LinkButton>}
      />
    );
  if (staff) return <EmptyState title="No orders yet" text="What customers buy appears here." />;
  return (
    <EmptyState
      title="No orders yet"
      text="What you order appears here, with its progress and reports."
      action={
        <LinkButton to={paths.services()} variant="solid">
          Explore our services
        </LinkButton>
      }
    />
  );
}
