import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import type { PricedOrder } from "~/domain/pricing/priceOrder";
import { type Taxes, taxLabel } from "~/domain/taxes";
import { formatCents } from "~/format/money";

interface SummaryLinesProps {
  priced: PricedOrder<CheckoutService["packages"][number]>;
  /** The code of the coupon included in the price. */
  coupon?: string;
  taxes?: Taxes;
}

/** Each selection as quantity times price, then the discounts. The rows add up to the total. */
export function SummaryLines({ priced, coupon, taxes }: SummaryLinesProps) {
  const lines = priced.lines.filter((line) => line.quantity > 0);
  return (
    <>
      {lines.length > 0 ? (
        <ul className="summary-lines">
          {lines.map((line) => (
            <li key={line.package.id}>
              <span>
                {line.quantity} × {line.package.name}
                {line.addOn ? <span className="small muted"> + {line.addOn}</span> : null}
                {line.tierPercent > 0 ? <span className="small saved"> {line.tierPercent}% off</span> : null}
              </span>
              <span className="number" translate="no">
                {formatCents(line.gross)}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">Choose a quantity to see the price.</p>
      )}
      {priced.subtotal > priced.tieredTotal ? (
        <p className="summary-row small saved">
          <span>Discount</span>
          <span className="number" translate="no">
            -{formatCents(priced.subtotal - priced.tieredTotal)}
          </span>
        </p>
      ) : null}
      {priced.couponDiscount > 0 ? (
        <p className="summary-row small saved">
          <span>Coupon {coupon}</span>
          <span className="number" translate="no">
            -{formatCents(priced.couponDiscount)}
          </span>
        </p>
      ) : null}
      {taxes?.lines.map((line) => (
        <p key={line.name + line.percent} className={`summary-row small ${line.inclusive ? "muted" : ""}`}>
          <span>{taxLabel(line)}</span>
          <span className="number" translate="no">
            {formatCents(line.amount)}
          </span>
        </p>
      ))}
    </>
  );
}
