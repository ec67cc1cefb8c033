import { Link } from "@remix-run/react";
import type { OrderListRow } from "~/domain/orders/findOrders";
import type { OrderStatus } from "~/domain/orders/orderStates";
import { billingPauseText } from "~/domain/recovery/billingPauseText";
import { useZone } from "~/features/frame/useZone";
import { OrderTable } from "~/features/orders/OrderTable";
import { formatNumber } from "~/format/numbers";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { PageHeader } from "~/ui/layout/PageHeader";
import { EmptyState } from "~/ui/list/EmptyState";
import { DashboardCards, type DashboardLists } from "./DashboardCards";
import { RangePicker, type RangePickerProps } from "./RangePicker";
import { RevenueCard, type RevenueCardProps } from "./RevenueCard";

interface StaffHomeProps {
  picker: RangePickerProps;
  /** 'refused': the range was invalid; 'failed': the query failed. */
  figures: Figures | "refused" | "failed";
  /** Null when the query failed. */
  waiting: Page<OrderListRow> | null;
  /** The statuses of the orders that need staff. */
  waitingFor: readonly OrderStatus[];
  opens: { reports: boolean; client: boolean; firstSteps: boolean };
  /** When billing was paused, ms UTC; null while it runs. */
  billingPausedSince: number | null;
  /** How many services can be ordered. Read only when no order needs staff. */
  services: number | null;
}

export interface Figures {
  dashboard: DashboardLists;
  revenue: RevenueCardProps;
  days: { from: string; to: string };
  before: string;
}

/** The staff home page: figures of a range, and the orders that need staff. */
export function StaffHome(props: StaffHomeProps) {
  const zone = useZone();
  const { picker, figures, waiting, waitingFor, opens, billingPausedSince, services } = props;
  const allWaiting = paths.orders() + listToSearch(new URLSearchParams(), { status: [...waitingFor] });
  return (
    <>
      <PageHeader title="Dashboard" />
      {billingPausedSince === null ? null : (
        <Alert tone="warning" title="Billing is paused">
          {billingPauseText(billingPausedSince, zone)} <Link to={paths.health()}>View health</Link>
        </Alert>
      )}
      {services === 0 ? <EmptyState {...nothingToBuy} action={<NextSteps firstSteps={opens.firstSteps} />} /> : null}
      <RangePicker {...picker} />
      {figures === "failed" ? (
        <Unreadable />
      ) : figures === "refused" ? (
        <Alert tone="danger">This date range is not valid. Please check it.</Alert>
      ) : (
        <div className="stack">
          <RevenueCard {...figures.revenue} />
          <DashboardCards dashboard={figures.dashboard} days={figures.days} before={figures.before} opens={opens} />
        </div>
      )}
      {waiting ? (
        <section className="stack" aria-labelledby="waiting">
          <div className="row row-between">
            <h2 id="waiting">Orders to work on</h2>
            {waiting.totalElements > waiting.content.length ? (
              <LinkButton to={allWaiting} size={1}>
                Show all {formatNumber(waiting.totalElements)}
              </LinkButton>
            ) : null}
          </div>
          {waiting.content.length > 0 ? (
            <OrderTable orders={waiting.content} caption="Orders to work on" staff clientLinks={opens.client} />
          ) : (
            <EmptyState {...nothingWaits} />
          )}
        </section>
      ) : figures === "failed" ? null : (
        <Unreadable />
      )}
    </>
  );
}

const nothingWaits = {
  title: "You are all caught up",
  text: "New and in-progress orders appear here.",
  action: <LinkButton to={paths.orders()}>Show all orders</LinkButton>,
};

const nothingToBuy = {
  title: "No services yet",
  text: "Add a service customers can buy. Their orders and payments then appear here.",
};

const NextSteps = ({ firstSteps }: { firstSteps: boolean }) => (
  <div className="row">
    <LinkButton to={paths.serviceNew()} variant="solid" icon={<Icon name="plus" />}>
      Add Service
    </LinkButton>
    {firstSteps ? <LinkButton to={paths.firstSteps()}>First steps</LinkButton> : null}
  </div>
);

const Unreadable = () => <FailedRead>An error occurred while fetching dashboard data. Please try again.</FailedRead>;
