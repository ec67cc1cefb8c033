import type { ReactNode } from "react";
import type { CheckoutService } from "~/domain/catalogue/checkoutService";
import { paymentTypeLabel, type ServicePaymentType } from "~/domain/catalogue/serviceTypes";
import type { Cents } from "~/domain/money";
import { orderProblem } from "~/domain/pricing/orderProblem";
import type { PricedOrder } from "~/domain/pricing/priceOrder";
import { anchorDayOf, nextPaymentDate } from "~/domain/subscriptions/nextPaymentDate";
import type { Taxes } from "~/domain/taxes";
import { useZone } from "~/features/frame/useZone";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { recurrenceOf } from "./checkoutValues";
import { SummaryLines } from "./SummaryLines";

interface OrderSummaryProps {
  service: CheckoutService;
  priced: PricedOrder<CheckoutService["packages"][number]>;
  taxes: Taxes;
  /** The added taxes of a renewal, cents. */
  renewalTax: Cents;
  paymentType: ServicePaymentType;
  /** ms UTC. The renewal date is computed from it. */
  now: number;
  couponEntry: ReactNode;
  /** The code of the coupon included in the price. */
  coupon?: string;
  children: ReactNode;
}

/**
 * Shows the payment due today, the renewal amount and its date. The figures always equal what the server charges
 * (rules.md coupons/first-payment).
 */
export function OrderSummary(props: OrderSummaryProps) {
  const zone = useZone();
  const { service, priced, taxes, renewalTax, paymentType, now, couponEntry, coupon, children } = props;
  // The form may start empty, so an empty selection is only reported on submit.
  const isChosen = priced.lines.some(({ quantity }) => quantity > 0);
  const problem = isChosen ? orderProblem(priced, paymentType, { total: taxes.added, tieredTotal: renewalTax }) : null;
  return (
    <aside className="summary" aria-label="Order summary">
      <section className="card">
        <h2>Order summary</h2>
        {service.paymentTypes.length > 1 ? null : <input type="hidden" name="paymentType" value={paymentType} />}
        <p className="small muted">
          {paymentTypeLabel(paymentType)}
          {paymentType === "SUBSCRIPTION" ? ` · ${recurrenceOf(service)}` : null}
        </p>
        {couponEntry}
        <SummaryLines priced={priced} coupon={coupon} taxes={taxes} />
        {problem ? <p className="field-error">{problem}</p> : null}
      </section>
      <section className="card pay-bar" aria-label="Payment">
        <div aria-live="polite">
          <p className="summary-row summary-total">
            <span>Due today</span>
            <strong className="number" translate="no">
              {formatCents(priced.total + taxes.added)}
            </strong>
          </p>
          {paymentType === "SUBSCRIPTION" && priced.tieredTotal > 0 ? (
            <p className="small muted">
              Renews at {formatCents(priced.tieredTotal + renewalTax)} on{" "}
              {formatLongDate(nextPaymentDate(now, anchorDayOf(now), service), zone)}. {recurrenceOf(service)}.
            </p>
          ) : null}
        </div>
        {children}
      </section>
    </aside>
  );
}
