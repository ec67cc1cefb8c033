import type { commissions } from "~db/schema";
import { type Cents, shareOf } from "../money";
import type { OrderStatus } from "../orders/orderStates";
import { withoutAddedTax } from "../taxes";

/** An order as a change leaves it. */
export interface ChangedOrder {
  status: OrderStatus;
  total: Cents;
  /** The added taxes in the total. */
  tax: Cents;
  refunded: Cents;
}

export type CommissionLine = Pick<
  typeof commissions.$inferSelect,
  "id" | "kind" | "percent" | "amount" | "status" | "voidedAt"
>;

/**
 * What becomes of an order's commission. `set`: the earned line gets this amount; with a reason it is void. `add`: a
 * further line of this amount, negative when it takes back. `before` and `after` are what the commission is worth.
 */
export interface CommissionChange {
  kind: "set" | "add";
  amount: Cents;
  voidReason: string | null;
  action: string;
  before: Cents;
  after: Cents;
}

/**
 * Recalculates a commission after its order changed (rules.md commissions/amount, orders/cancel). An unpaid commission
 * is set to the agreed share of what remains paid, or voided. After payout, the difference becomes a line that the
 * next payout nets; an order's lines never sum below 0. Null when nothing changes.
 */
export function commissionAfter(order: ChangedOrder, lines: readonly CommissionLine[]): CommissionChange | null {
  const earned = lines.find(({ kind }) => kind === "earned");
  if (!earned) return null;
  const isCancelled = order.status === "Cancelled";
  const remaining = isCancelled ? 0 : withoutAddedTax(Math.max(0, order.total - order.refunded), order);
  const worth = shareOf(remaining, earned.percent);
  const reason = isCancelled ? "The order was cancelled" : "The order was refunded";

  if (earned.status === "PAID" || lines.some(({ kind }) => kind === "reversal")) {
    const before = lines.reduce((sum, line) => sum + (line.voidedAt === null ? line.amount : 0), 0);
    if (worth === before) return null;
    const action = worth < before ? "Commission taken back" : "Commission given back";
    return { kind: "add", amount: worth - before, voidReason: reason, action, before, after: worth };
  }

  const isVoid = earned.voidedAt !== null;
  const before = isVoid ? 0 : earned.amount;
  if (remaining === 0) {
    if (isVoid) return null;
    // A void commission keeps its previous amount.
    return {
      kind: "set",
      amount: earned.amount,
      voidReason: reason,
      action: "Commission voided",
      before,
      after: worth,
    };
  }
  if (!isVoid && worth === earned.amount) return null;
  const action = isVoid ? "Commission restored" : "Commission changed";
  return { kind: "set", amount: worth, voidReason: null, action, before, after: worth };
}
