import { paymentTypeLabel, recurrenceText } from "~/domain/catalogue/serviceTypes";
import type { CheckoutOrder } from "~/domain/checkout/checkoutTypes";
import { taxRows } from "~/domain/taxRows";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";

/** Read-only order summary: what was bought, how it is paid, what was charged. */
export function OrderRecap({ order }: { order: CheckoutOrder }) {
  const zone = useZone();
  const saved = order.subtotal - (order.total - order.tax);
  return (
    <Card title="Order summary">
      <ul className="summary-lines">
        {order.items.map((item) => (
          <li key={item.packageId + (item.addOn ?? "")}>
            <span>
              {item.quantity} × {item.packageName}
              {item.addOn ? <span className="small muted"> + {item.addOn}</span> : null}
            </span>
            <span className="number">{formatCents(item.quantity * item.unitPrice)}</span>
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          { label: "Payment type", value: paymentTypeLabel(order.paymentType) },
          ...(order.paymentType === "SUBSCRIPTION"
            ? [{ label: "Recurrence", value: recurrenceText(order.orderDuration, order.frequency) }]
            : []),
          ...(order.couponCode ? [{ label: "Coupon", literal: true, value: order.couponCode }] : []),
          ...(saved > 0 ? [{ label: "Discount", value: `-${formatCents(saved)}` }] : []),
          ...(order.taxLines ? taxRows(order.taxLines) : []),
          { label: "Total", value: formatCents(order.total), total: true },
          ...(order.renewal
            ? [
                {
                  label: "Renews",
                  value: `${formatCents(order.renewal.amount)} on ${formatLongDate(order.renewal.at, zone)}`,
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
