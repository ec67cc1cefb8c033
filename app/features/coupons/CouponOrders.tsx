import type { CouponOrderPage } from "~/domain/coupons/couponOrders";
import { useZone } from "~/features/frame/useZone";
import { formatDay } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { StatusDot } from "~/ui/feedback/StatusDot";
import { LinkButton } from "~/ui/form/LinkButton";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { ShowEarlier } from "~/ui/list/ShowEarlier";

const columns = [
  { key: "order", label: "Order ID" },
  { key: "client", label: "Client Name", literal: true },
  { key: "total", label: "Amount", align: "right" },
  { key: "used", label: "Date", nowrap: true },
  { key: "state", label: "Use" },
] as const;
const states = {
  held: { tone: "warning", label: "Held" },
  used: { tone: "success", label: "Used" },
  released: { tone: "neutral", label: "Released" },
} as const;

interface CouponOrdersProps extends CouponOrderPage {
  /** The page of the coupon. */
  href: string;
  later: boolean;
}

/** The orders with the coupon, newest first. */
export const CouponOrders = ({ orders, before, later, href }: CouponOrdersProps) => {
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
          <ShowEarlier
            noun="orders"
            earlier={before && `${href}?before=${before}#orders`}
            newest={later ? `${href}#orders` : null}
          />
        </>
      )}
    </section>
  );
};
