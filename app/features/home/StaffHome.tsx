import { Link } from "@remix-run/react";
import type { OrderListRow } from "~/domain/orders/findOrders";
import { type OrderStatus, orderStatuses, orderStatusLabel } from "~/domain/orders/orderStates";
import { OrderTable } from "~/features/orders/OrderTable";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { EmptyState } from "~/ui/list/EmptyState";

export interface StaffHomeProps {
  /** Null when the figures could not be read. */
  dashboard: { counts: Record<OrderStatus, number>; waiting: Page<OrderListRow> } | null;
  /** The statuses of the orders below. */
  waitingFor: readonly OrderStatus[];
  clientLinks: boolean;
}

const listOf = (status: readonly OrderStatus[]) =>
  paths.orders() + listToSearch(new URLSearchParams(), { status: [...status] });

/** What staff find at /: orders by status, and the newest ones that wait for them. */
export function StaffHome({ dashboard, waitingFor, clientLinks }: StaffHomeProps) {
  return (
    <>
      <PageHeader title="Dashboard" />
      {dashboard ? (
        <>
          <Card title="Order Status">
            <ul className="status-counts">
              {orderStatuses.map((status) => (
                <li key={status}>
                  <Link to={listOf([status])}>
                    <span className="lead">{dashboard.counts[status].toLocaleString("en-US")}</span>
                    <span>{orderStatusLabel(status)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
          <section className="stack" aria-labelledby="waiting">
            <div className="row row-between">
              <h2 id="waiting">Orders to work on</h2>
              {dashboard.waiting.totalElements > dashboard.waiting.content.length ? (
                <LinkButton to={listOf(waitingFor)} size={1}>
                  Show all {dashboard.waiting.totalElements.toLocaleString("en-US")}
                </LinkButton>
              ) : null}
            </div>
            {dashboard.waiting.content.length > 0 ? (
              <OrderTable
                orders={dashboard.waiting.content}
                caption="Orders to work on"
                staff
                clientLinks={clientLinks}
              />
            ) : (
              <EmptyState title="Nothing waits for you" text="New and running orders appear here." />
            )}
          </section>
        </>
      ) : (
        <Alert tone="danger">An error occurred while fetching dashboard data. Please try again.</Alert>
      )}
    </>
  );
}
