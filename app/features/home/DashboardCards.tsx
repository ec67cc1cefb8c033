import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Dashboard } from "~/domain/dashboard/dashboard";
import { orderStatuses } from "~/domain/orders/orderStates";
import { OrderStatus } from "~/features/orders/OrderStatus";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { EarnerList } from "./EarnerList";
import { formatDifference } from "./RevenueChange";
import "./home.css";

/** Everything but the chart's data. */
export type DashboardLists = Omit<Dashboard, "revenueByDate" | "totalRevenue" | "revenueBefore">;

interface DashboardCardsProps {
  dashboard: DashboardLists;
  /** The dates of the range, for links to the order list. */
  days: { from: string; to: string };
  /** "the 7 days before" */
  before: string;
  opens: { reports: boolean; client: boolean };
}

/** The dashboard's cards below the chart, without those that the viewer may not see (rules.md reports/who-sees). */
export function DashboardCards({ dashboard, days, before, opens }: DashboardCardsProps) {
  const { revenueByAdmins, revenueByClients, comparedClients, orderCount, refundOrders } = dashboard;
  const report = (type: string) => (opens.reports ? <Link to={paths.report(type)}>View report</Link> : undefined);
  const clientHref = opens.client ? paths.client : undefined;
  const listOf = (status?: string) =>
    paths.orders() +
    listToSearch(new URLSearchParams(), { ...(status ? { status } : {}), dateField: "createdTime", ...days });
  return (
    <div className="dashboard-cards">
      {revenueByAdmins ? (
        <Card title="Revenue by Agents" action={report("agents")}>
          <Filled when={revenueByAdmins.length > 0} else="No agent had paid orders in this date range.">
            <EarnerList earners={revenueByAdmins} />
          </Filled>
        </Card>
      ) : null}
      <Card title="Revenue by Clients" action={report("clients")}>
        <Filled when={revenueByClients.length > 0} else="No client had paid orders in this date range.">
          <EarnerList earners={revenueByClients} hrefOf={clientHref} />
        </Filled>
      </Card>
      <Card
        title="Order Status"
        action={
          <Link to={listOf()}>
            {orderCount.total === 1 ? "1 order created" : `${formatNumber(orderCount.total)} orders created`}
          </Link>
        }
      >
        <ul className="card-list">
          {orderStatuses.map((status) => (
            <li key={status}>
              <Link className="card-list-name" to={listOf(status)}>
                <OrderStatus status={status} />
              </Link>
              <span className={orderCount.byStatus[status] ? "number" : "number muted"}>
                {formatNumber(orderCount.byStatus[status])}
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {comparedClients ? (
        <Card title="Clients Comparison" action={report("clients-comparison")}>
          <Filled when={comparedClients.length > 0} else={`No client spent more or less than ${before}.`}>
            <p className="muted">Largest changes from {before}</p>
            <ul className="card-list">
              {comparedClients.map(({ id, name, revenue, revenueBefore }) => (
                <li key={id}>
                  <span className="card-list-name">{clientHref ? <Link to={clientHref(id)}>{name}</Link> : name}</span>
                  <span className={`change tone-${revenue > revenueBefore ? "success" : "danger"}`}>
                    {formatDifference(revenue - revenueBefore)}
                  </span>
                  <span className="card-list-note">
                    From {formatCents(revenueBefore)} to {formatCents(revenue)}
                  </span>
                </li>
              ))}
            </ul>
          </Filled>
        </Card>
      ) : null}
      <Card title="Refund Report">
        <Filled when={refundOrders.length > 0} else="No order was refunded or canceled in this date range.">
          <ul className="card-list">
            {refundOrders.map(({ id, number, clientName, total, refunded, status }) => (
              <li key={id}>
                <span className="card-list-name">
                  <Link to={paths.order(id)}>{number}</Link> {clientName}
                </span>
                <span className="number">{formatCents(total)}</span>
                <span className="card-list-note">
                  {[status === "Cancelled" ? "Cancelled" : "", refundLabel(refunded, total)].filter(Boolean).join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </Filled>
      </Card>
    </div>
  );
}

function refundLabel(refunded: number, total: number) {
  if (refunded === 0) return "not refunded in this date range";
  return refunded >= total ? "refunded in full" : `${formatCents(refunded)} refunded`;
}

function Filled({ when, else: otherwise, children }: { when: boolean; else: string; children: ReactNode }) {
  return when ? children : <p className="muted">{otherwise}</p>;
}
