import type { Frequency } from "../catalogue/serviceTypes";
import type { Cents } from "../money";
import type { BillingAddress } from "../orders/orderParts";
import type { OrderPaymentType, OrderStatus, PayState } from "../orders/orderStates";
import type { PaymentAccount } from "../ports/payments";
import type { TaxLine } from "../taxes";

/**
 * An order and what the browser needs to pay it. In mode `payment` or `setup` it confirms `clientSecret` with the
 * card. In mode `settled` nothing is due and `clientSecret` is null (rules.md checkout/zero-on-wire).
 */
export interface PayableOrder {
  mode: "payment" | "setup" | "settled";
  clientSecret: string | null;
  publishableKey: string;
  account: PaymentAccount;
  /** The order number that people see. */
  orderId: number;
  orderSystemId: string;
  status: OrderStatus;
  amount: Cents;
}

export interface CompletedOrder {
  orderId: number;
  orderSystemId: string;
  status: OrderStatus;
  paid: boolean;
  /** The provider's message when the card was declined. */
  declined: string | null;
  /** Undecided: the bank is still processing, or the payment does not match the order and staff review it. */
  pending: boolean;
}

/** The order on the success page. Money in cents, times in ms UTC. */
export interface CheckoutOrder {
  id: string;
  number: number;
  serviceId: string;
  serviceName: string;
  status: OrderStatus;
  payState: PayState;
  account: PaymentAccount;
  paymentType: OrderPaymentType;
  orderDuration: number;
  frequency: Frequency;
  billing: BillingAddress;
  subtotal: Cents;
  tieredTotal: Cents;
  total: Cents;
  /** The added taxes in the total, and all that apply; null without a tax. */
  tax: Cents;
  taxLines: TaxLine[] | null;
  couponCode: string | null;
  createdAt: number;
  paidAt: number | null;
  /** Null while the clock stands still, and when the service does not show it (rules.md orders/due). */
  dueAt: number | null;
  /** The next charge (at: ms UTC). Set for a subscription's first order until the subscription is cancelled. */
  renewal: { amount: Cents; at: number } | null;
  items: {
    packageId: string;
    packageName: string;
    addOn: string | null;
    quantity: number;
    unitPrice: Cents;
    tierPercent: number;
    lineTotal: Cents;
  }[];
}
