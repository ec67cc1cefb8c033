import type { BatchStatement } from "~db/client.server";
import type { billingCycles, orders, placements, subscriptions } from "~db/schema";
import type { Context } from "./context";

export type OrderRow = typeof orders.$inferSelect;
export type CycleRow = typeof billingCycles.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A cycle with its subscription and the client who pays. */
export interface Renewal {
  cycle: CycleRow;
  subscription: SubscriptionRow;
  client: { email: string; firstName: string; lastName: string; timeZone?: string | null };
  /** The newest order, which notifications link to. */
  latestOrder: { id: string; number: number };
}

/** A one-time order with nothing to pay. Its stored total is the proof (rules.md pricing/zero-total). */
export interface FreeOrder {
  kind: "free";
  orderId: string;
}

/** The paid order, as every handler receives it. */
export interface Settlement {
  /** As read; the batch guards its version. */
  order: OrderRow;
  client: { email: string; firstName: string; lastName: string; timeZone?: string | null };
  /** When the card was charged, in ms UTC. May be before now. */
  paidAt: number;
  /** The status by the intake rule (rules.md orders/states). A cancelled order stays Cancelled. */
  nextStatus: OrderRow["status"];
  /** The order was cancelled before the payment succeeded. */
  wasCancelled: boolean;
  /** Printed on the invoice: the provider's id, or the note of a manual payment. */
  transactionId: string;
  paymentIntentId: string | null;
  setupIntentId: string | null;
  /** Customer and card for renewals; null when nothing may be charged again. */
  customerId: string | null;
  paymentMethodId: string | null;
  /** The links that this payment bought, one per unit of a tracked package. */
  placements: readonly (typeof placements.$inferInsert)[];
  /** The billing cycle that this order renews. Absent for all other orders. */
  renewal?: Renewal;
}

/** One noun's statements for the settlement batch. Must be idempotent. May read first, and then guards what it read. */
export type OrderPaidHandler = (ctx: Context, settlement: Settlement) => BatchStatement[] | Promise<BatchStatement[]>;
