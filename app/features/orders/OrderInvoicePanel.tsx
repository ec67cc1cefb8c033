import type { OrderInvoice } from "~/domain/orders/orderInvoice";
import type { OrderItem } from "~/domain/orders/orderParts";
import type { TaxLine } from "~/domain/taxes";
import { taxRows } from "~/domain/taxRows";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime, formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";

const columns = [
  { key: "item", label: "Item" },
  { key: "price", label: "Price", align: "right" },
  { key: "quantity", label: "Quantity", align: "right" },
  { key: "total", label: "Total", align: "right" },
] as const;

interface OrderInvoicePanelProps {
  items: readonly OrderItem[];
  invoice: OrderInvoice | null;
  /** The amount charged with the added taxes, cents. */
  total: number;
  tax: number;
  taxLines: readonly TaxLine[] | null;
}

/** The purchased items and, once paid, the invoice. Promotion is the subtotal minus the amount charged. */
export function OrderInvoicePanel({ items, invoice, total, tax, taxLines }: OrderInvoicePanelProps) {
  const zone = useZone();
  const subtotal = items.reduce((sum, item) => sum + item.unitPrice * item.quantity, 0);
  return (
    <Card
      title={invoice ? `Invoice ${invoice.printedNumber}` : "Items"}
      action={
        invoice ? (
          <LinkButton to={paths.orderInvoice(invoice.orderId)} size={1} reloadDocument icon={<Icon name="download" />}>
            Download PDF
          </LinkButton>
        ) : null
      }
    >
      <div className="stack">
        <DataTable
          caption="What was ordered"
          columns={columns}
          rows={items.map((item) => ({
            key: `${item.packageId} ${item.addOn ?? ""}`,
            cells: {
              item: item.addOn ? `${item.packageName}, ${item.addOn}` : item.packageName,
              price: formatCents(item.unitPrice),
              quantity: item.quantity,
              total: formatCents(item.unitPrice * item.quantity),
            },
          }))}
        />
        <Facts
          facts={[
            { label: "Subtotal", value: formatCents(subtotal) },
            { label: "Promotion applied", value: formatCents(total - tax - subtotal) },
            ...taxRows(taxLines),
            ...(invoice
              ? [
                  { label: "Transaction id", literal: true, value: invoice.transactionId },
                  { label: "Paid date", value: formatDateTime(invoice.paidAt, zone) },
                ]
              : []),
            { label: "Total", value: formatCents(total), total: true },
            ...(invoice?.refunded
              ? [
                  {
                    label: `Refunded on ${formatLongDate(invoice.refunded.at, zone)}`,
                    value: formatCents(-invoice.refunded.amount),
                  },
                  { label: "Total after refund", value: formatCents(total - invoice.refunded.amount), total: true },
                ]
              : []),
          ]}
        />
      </div>
    </Card>
  );
}
