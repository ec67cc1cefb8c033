import type { SubmissionResult } from "@conform-to/react";
import { useSearchParams } from "@remix-run/react";
import type { OrderQuery } from "~/domain/orders/findOrders";
import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { orderList } from "~/domain/orders/orderList";
import { inputStatuses, type OrderStatus, workStatuses } from "~/domain/orders/orderStates";
import { ExportButton } from "~/features/exports/ExportButton";
import { dueFilters, listView } from "~/features/frame/listViews";
import { useAgencyZone } from "~/features/frame/useZone";
import { ListViews } from "~/features/views/ListViews";
import { MAX_PAGED, type Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { sortLink } from "~/list/sortLink";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { useNavigationKey } from "~/ui/form/useActionResult";
import { Icon } from "~/ui/icon/Icon";
import { FILTER_FORM } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { tickedIn } from "~/ui/list/tickedIn";
import { LazyOrderBar } from "./LazyOrderBar";
import type { OrderBarProps } from "./OrderBar";
import { OrderFilters } from "./OrderFilters";
import { OrderTable, type OrderTableRow } from "./OrderTable";
import { orderFilterChips } from "./orderFilterChips";
import { EVERY_ORDER } from "./orderHref";

interface OrderListViewProps {
  query: OrderQuery;
  /** Null when the query failed. */
  page: Page<OrderTableRow> | null;
  staff: boolean;
  /** Null while the filters behind 'More filters' are not shown. */
  options: OrderFilterOptions | null;
  /** The pages that this viewer may open. */
  opens: { client: boolean; newOrder: boolean; exports: boolean };
  /** ms UTC. */
  now: number;
  /** What staff can choose from for the selected orders; null for customers. */
  bar: Pick<OrderBarProps, "people" | "tags"> | null;
  /** Numbers of orders in saved views, by their query. */
  counts?: Readonly<Record<string, string>>;
  lastResult?: SubmissionResult;
}

const list = paths.orders();
const BAR = "bar";

export function OrderListView({
  query,
  page,
  staff,
  options,
  opens,
  bar,
  counts,
  lastResult,
  now,
}: OrderListViewProps) {
  const [search] = useSearchParams();
  const zone = useAgencyZone();
  const sort = sortLink(list, search, query.sort);
  const formKey = useNavigationKey();
  const waiting: Waiting = staff
    ? { label: "Needs work", statuses: workStatuses }
    : { label: "Needs your input", statuses: inputStatuses };
  const chips = orderFilterChips(query.filters, search, options ?? { services: [], assignees: [], tags: [] });
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
        // A new URL or a successful change clears the selection. A failed post keeps it.
        <div className="stack-small">
          {bar ? (
            <LazyOrderBar
              {...bar}
              key={formKey}
              id={BAR}
              search={listToSearch(search, { page: search.get("page") })}
              keys={orders.map(({ id }) => id)}
              matching={page && page.totalElements <= MAX_PAGED ? page.totalElements : null}
              more={options !== null}
              lastResult={lastResult}
            />
          ) : null}
          <OrderTable
            orders={orders}
            caption="Orders"
            staff={staff}
            clientLinks={opens.client}
            sort={sort("createdTime")}
            // Only orders in a range of due dates are sorted by it.
            dueSort={query.filters.some(({ key }) => key === "dueAt") ? sort("dueAt") : undefined}
            now={now}
            selectFor={bar ? BAR : undefined}
            ticked={tickedIn(lastResult, "order")}
            round={formKey}
            from={staff ? listToSearch(search, { page: search.get("page") }) || EVERY_ORDER : undefined}
          />
        </div>
      )}
      views={
        <ListViews
          list={list}
          before={viewTabs(search, waiting, staff ? dueFilters(now, zone) : null)}
          counts={counts}
        />
      }
    />
  );
}

/** The first tab: orders that need the viewer. */
type Waiting = { label: string; statuses: readonly OrderStatus[] };

const isView = (search: URLSearchParams, { statuses }: Waiting) => {
  const chosen = search.getAll("status");
  return chosen.length === statuses.length && statuses.every((status) => chosen.includes(status));
};

/** Tabs of the same list: orders that need the viewer, for staff those that are due, then all. */
function viewTabs(search: URLSearchParams, waiting: Waiting, due: ReturnType<typeof dueFilters> | null) {
  const view = listView(list, search);
  const dates = due ? [view("Overdue", due.overdue), view("Due today", due.today)] : [];
  return [
    {
      label: waiting.label,
      href: list + listToSearch(new URLSearchParams(), { status: [...waiting.statuses] }),
      active: isView(search, waiting),
    },
    ...dates,
    { label: "All orders", href: list, active: !search.has("status") && !dates.some(({ active }) => active) },
  ];
}

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
