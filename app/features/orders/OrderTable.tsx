import { Fragment, type ReactNode } from "react";
import type { OrderListRow } from "~/domain/orders/findOrders";
import { unpaidStatuses } from "~/domain/orders/orderStates";
import { useZones } from "~/features/frame/useZone";
import { formatDay, formatMoment } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Badge } from "~/ui/feedback/Badge";
import { LinkButton } from "~/ui/form/LinkButton";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { OrderStatus } from "./OrderStatus";
import { orderHref } from "./orderHref";
import { PriorityBadge } from "./PriorityBadge";
import { TagBadge } from "./TagBadge";

type Shown = "id" | "number" | "serviceName" | "total" | "createdAt" | "status";
type ShownIfSet = "payState" | "completedAt" | "dueAt" | "client" | "sorting";

/** What the table shows of an order. */
export type OrderTableRow = Pick<OrderListRow, Shown> &
  Partial<Pick<OrderListRow, ShownIfSet>> & { assignedTo?: { name: string } | null };

interface OrderTableProps {
  orders: readonly OrderTableRow[];
  caption: string;
  staff: boolean;
  /** False hides the client column, on a client's own page. */
  client?: boolean;
  /** Client names link to their pages. */
  clientLinks?: boolean;
  sort?: Pick<Column, "sortHref" | "sorted">;
  dueSort?: Pick<Column, "sortHref" | "sorted">;
  /** ms UTC; marks overdue orders. */
  now?: number;
  /** Makes rows selectable for the form with this id, which posts them as `order`. */
  selectFor?: string;
  ticked?: readonly string[];
  /** Another value clears the ticks. */
  round?: string;
  /** The list's query, which the order's page leads back to. */
  from?: string;
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
  dueSort,
  now,
  selectFor,
  ticked,
  round,
  from,
}: OrderTableProps) {
  const { zone, agencyZone } = useZones();
  const columns: Column[] = [
    { key: "service", label: "Service Details" },
    { key: "number", label: "Order ID" },
    ...(client ? [{ key: "client", label: "Client Name" }] : []),
    { key: "amount", label: "Amount", align: "right", card: client ? "hidden" : "fact" },
    { key: "created", label: "Created Date", moment: true, card: client ? "hidden" : "fact", ...sort },
    { key: "completed", label: "Completed Date", moment: true, card: "hidden" },
    ...(orders.some(({ dueAt }) => dueAt) ? [{ key: "due", label: staff ? "Due" : "Expected by", ...dueSort }] : []),
    { key: "assigned", label: "Assigned", card: "hidden", nowrap: !staff },
    { key: "status", label: "Status" },
  ];
  const rows = orders.map((order) => ({
    key: order.id,
    href: orderHref({ orderId: order.id, tab: null, thread: "Customer", from }),
    cells: {
      service: order.sorting ? <Sorted name={order.serviceName} {...order.sorting} /> : order.serviceName,
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
      created: formatMoment(order.createdAt, zone),
      completed: formatMoment(order.completedAt ?? null, zone),
      due: !order.dueAt ? null : <Due at={order.dueAt} now={staff ? now : undefined} zone={agencyZone} />,
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
        ticked,
        round,
        label: ({ cells }: { cells: Record<string, ReactNode> }) => `Select order ${cells.number}`,
      }
    : undefined;
  return <DataTable columns={columns} rows={rows} caption={caption} selection={selection} />;
}

function Due({ at, now, zone }: { at: number; now: number | undefined; zone: string }) {
  // The day stays on one line, the mark may take the next.
  const day = formatDay(at, zone).replaceAll(" ", "\u00a0");
  if (now === undefined || at >= now) return day;
  return (
    <>
      {day} <Badge tone="danger">Overdue</Badge>
    </>
  );
}
/** The service, with what staff sort the order by. */
const Sorted = ({ name, priority, tags }: { name: string } & NonNullable<OrderTableRow["sorting"]>) =>
  priority === "normal" && tags.length === 0 ? (
    name
  ) : (
    <>
      {name} {priority === "normal" ? null : <PriorityBadge priority={priority} />}
      {tags.map((tag) => (
        <Fragment key={tag.name}>
          {" "}
          <TagBadge {...tag} />
        </Fragment>
      ))}
    </>
  );
