import type { ReactNode } from "react";
import type { OrderListRow } from "~/domain/orders/findOrders";
import { unpaidStatuses } from "~/domain/orders/orderStates";
import { formatMoment } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { OrderStatus } from "./OrderStatus";

/** What the table shows of an order. */
export type OrderTableRow = Omit<OrderListRow, "serviceId" | "version">;

interface OrderTableProps {
  orders: readonly OrderTableRow[];
  caption: string;
  staff: boolean;
  /** False hides the client column, on a client's own page. */
  client?: boolean;
  /** Client names link to their pages. */
  clientLinks?: boolean;
  sort?: Pick<Column, "sortHref" | "sorted">;
  /** Makes rows selectable for the form with this id, which posts them as `order`. */
  selectFor?: string;
}

const isUnpaid = (order: OrderTableRow) =>
  order.payState === "unpaid" && (unpaidStatuses as readonly string[]).includes(order.status);

export function OrderTable({
  orders,
  caption,
  staff,
  client = staff,
  clientLinks = false,
  sort,
  selectFor,
}: OrderTableProps) {
  const columns: Column[] = [
    { key: "service", label: "Service Details" },
    { key: "number", label: "Order ID" },
    ...(client ? [{ key: "client", label: "Client Name" }] : []),
    { key: "amount", label: "Amount", align: "right", card: client ? "hidden" : "fact" },
    { key: "created", label: "Created Date", moment: true, card: client ? "hidden" : "fact", ...sort },
    { key: "completed", label: "Completed Date", moment: true, card: "hidden" },
    { key: "assigned", label: "Assigned", card: "hidden", nowrap: !staff },
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
          <a className="cell-link" href={paths.client(order.client.id)}>
            {order.client.name}
          </a>
        ) : (
          order.client?.name
        ),
      amount: formatCents(order.total),
      created: formatMoment(order.createdAt),
      completed: formatMoment(order.completedAt),
      assigned: order.assignedTo?.name ?? (staff ? "Unassigned" : null),
      status:
        !staff && isUnpaid(order) ? (
          <span className="row">
            <OrderStatus status={order.status} />
            <LinkButton to={paths.orderPay(order.id)} size={1}>
              Resume payment
            </LinkButton>
          </span>
        ) : (
          <OrderStatus status={order.status} />
        ),
    },
  }));
  const selection = selectFor
    ? {
        name: "order",
        form: selectFor,
        label: ({ cells }: { cells: Record<string, ReactNode> }) => `Select order ${cells.number}`,
      }
    : undefined;
  return <DataTable columns={columns} rows={rows} caption={caption} selection={selection} />;
}
