import type { CouponOrder } from "~/domain/coupons/couponOrders";
import { MAX_COUPON_ORDERS } from "~/domain/coupons/couponStates";
import { useZone } from "~/features/frame/useZone";
import { formatDay } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";

const columns = [
  { key: "order", label: "Order ID" },
  { key: "client", label: "Client Name" },
  { key: "total", label: "Amount", align: "right" },
  { key: "used", label: "Date", nowrap: true },
  { key: "state", label: "Use" },
] as const;
const states = {
  held: { tone: "warning", label: "Held" },
  used: { tone: "success", label: "Used" },
  released: { tone: "neutral", label: "Released" },
} as const;

/** The latest orders with the coupon. */
export const CouponOrders = ({ orders }: { orders: readonly CouponOrder[] }) => {
  const zone = useZone();
  return (
    <section id="orders" className="stack-small">
      <h2>Orders with this code</h2>
      {orders.length === 0 ? (
        <EmptyState
          title="No orders yet"
          text="Orders that use this code appear here. Customers learn about it from you."
          action={<LinkButton to={paths.announcementNew()}>Announce it</LinkButton>}
        />
      ) : (
        <>
          {orders.length === MAX_COUPON_ORDERS ? <p className="muted">The latest {MAX_COUPON_ORDERS} orders</p> : null}
          <DataTable
            caption="Orders with this code"
            columns={columns}
            rows={orders.map((one) => ({
              key: one.orderId,
              href: paths.order(one.orderId),
              cells: {
                order: one.number,
                client: one.clientName,
                total: formatCents(one.total),
                used: formatDay(one.createdAt, zone),
                state: <StatusDot tone={states[one.state].tone}>{states[one.state].label}</StatusDot>,
              },
            }))}
          />
        </>
      )}
    </section>
  );
};
