import { creditNoteName } from "~/domain/invoices/printedInvoice";
import type { RefundOfOrder } from "~/domain/refunds/orderRefunds";
import type { RefundState } from "~/domain/refunds/refundStates";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";

const stateLabels: Record<RefundState, string> = {
  pending: "on its way",
  succeeded: "refunded",
  failed: "failed",
};

interface OrderRefundsProps {
  orderId: string;
  refunds: readonly RefundOfOrder[];
  /** True for those who may read the order's invoice, and so its credit notes. */
  papers: boolean;
}

/** Refunds of an order: amount and date, for staff also reason and author. Renders nothing when there are none. */
export function OrderRefunds({ orderId, refunds, papers }: OrderRefundsProps) {
  const zone = useZone();
  if (refunds.length === 0) return null;
  return (
    <section className="stack-small order-refunds" aria-labelledby="refunds">
      <h3 id="refunds">Refunds</h3>
      <ul>
        {refunds.map(({ id, amount, state, refundedAt, createdAt, creditNumber, inside }) => (
          <li key={id}>
            <p>
              <strong>{formatCents(amount)}</strong> {stateLabels[state]}
            </p>
            <p className="small muted">
              {formatDateTime(refundedAt ?? createdAt, zone)}
              {inside ? `, ${inside.byName}` : ""}
            </p>
            {papers && creditNumber !== null ? (
              <p className="small">
                <a href={paths.creditNote(orderId, id)}>Credit note {creditNoteName(creditNumber)}</a>
              </p>
            ) : null}
            {inside?.reason ? <p className="small">{inside.reason}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
