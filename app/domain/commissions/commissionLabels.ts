import type { OrderCreditReason } from "../attribution/attributionReasons";
import { type Cents, shareOf } from "../money";
import type { CommissionKind } from "./commissionStates";

/**
 * The reasons in words, for staff and affiliate (rules.md commissions/agreements, affiliates/attribution,
 * commissions/detail).
 */
export const creditReasonLabels: Record<OrderCreditReason, string> = {
  perpetual: "Every paid order for this service earns a commission",
  firstTime: "This is the customer's first paid order for this service",
  notTheFirst:
    "No commission: only a customer's first paid order for this service earns one, and this is a later order",
  neitherChosen: "No commission: neither first-time nor perpetual commissions are set for this service",
  noSetting: "No commission: this affiliate has no rate for this service",
  notAnAffiliate: "No commission: the affiliate was not in the program when the order was paid",
  nothingPaid: "No commission: the order total was $0",
};

/** The label of a reversal: negative for refunds and cancellations, positive when one is undone. Cents. */
export const reversalLabel = (amount: Cents) => (amount < 0 ? "Taken back" : "Given back");

/** Cents and hundredths of a percent. */
interface Share {
  kind: CommissionKind;
  orderAmount: Cents;
  percent: number;
  amount: Cents;
}

/** The percentage of a commission, with a note when a refund before payout reduced it. */
export const shareLabel = ({ kind, orderAmount, percent, amount }: Share) =>
  `${percent / 100}%${kind === "earned" && amount < shareOf(orderAmount, percent) ? ", less what was refunded" : ""}`;
