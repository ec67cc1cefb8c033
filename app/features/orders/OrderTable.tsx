import { Link } from "@remix-run/react";
import type { OrderListRow } from "~/domain/orders/findOrders";
import { unpaidStatuses } from "~/domain/orders/orderStates";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { OrderStatus } from "./OrderStatus";

interface OrderTableProps {
  orders: readonly OrderListRow[];
  caption: string;
  staff: boolean;
  /** Client names lead to their pages. */
  clientLinks?: boolean;
  sort?: Pick<Column, "sortHref" | "sorted">;
}

const isUnpaid = (order: OrderListRow) =>
  order.payState === "unpaid" && (unpaidStatuses as readonly string[]).includes(order.status);

/** Orders as staff and customers see them (document 2 section 2, Order list). */
export function OrderTable({ orders, caption, staff, clientLinks = false, sort }: OrderTableProps) {
  const columns: Column[] = [
    { key: "service", label: "Service Details" },
    { key: "number", label: "Order ID" },
    ...(staff ? [{ key: "client", label: "Client Name", card: "hidden" } as const] : []),
    { key: "amount", label: "Amount", align: "right" },
    { key: "created", label: "Created Date", card: "hidden", ...sort },
    { key: "completed", label: "Completed Date", card: "hidden" },
    { key: "assigned", label: "Assigned", card: "hidden" },
    { key: "status", label: "Status" },
  ];
  const rows = orders.map((order) => ({
    key: order.id,
    href: paths.order(order.id),
    cells: {
      service: order.serviceName,
      number: order.number,
      client:
        order.client && clientLinks ? (
          <Link to={paths.client(order.client.id)}>{order.client.name}</Link>
        ) : (
          order.client?.name
        ),
      amount: formatCents(order.total),
      created: <span className="nowrap">{formatDateTime(order.createdAt)}</span>,
      completed: <span className="nowrap">{formatDateTime(order.completedAt)}</span>,
      assigned: order.assignedTo?.name ?? "Unassigned",
      status: (
        <span className="row">
          <OrderStatus status={order.status} />
          {!staff && isUnpaid(order) ? (
            <LinkButton to={paths.orderPay(order.id)} size={1}>
              Resume payment
            </LinkButton>
          ) : null}
        </span>
      ),
    },
  }));
  return <DataTable columns={columns} rows={rows} caption={caption} />;
}
