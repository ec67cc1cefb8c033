import type { BatchStatement } from "~db/client.server";
import type { Context } from "../context";
import type { OrderStatus } from "../orders/orderStates";
import type { Renewal } from "../subscriptions/billingCycle";
import type { OrderRow } from "./ownOrder";

/** What every contributor to a settlement is told of the order that was just paid. */
export interface Settlement {
  /** As it stood when it was read; its version is guarded in the batch. */
  order: OrderRow;
  client: { email: string; firstName: string };
  /** When the card was charged, which may be before now; ms UTC. */
  paidAt: number;
  /** Where the order goes by the intake rule (rules.md orders/states); a cancelled one stays Cancelled. */
  nextStatus: OrderStatus;
  /** Paid although it had been cancelled meanwhile. */
  wasCancelled: boolean;
  /** What stands on the invoice: the provider's id, or the words of a manual payment. */
  transactionId: string;
  paymentIntentId: string | null;
  setupIntentId: string | null;
  /** Who and what the provider charges again; null when nothing may be charged again. */
  customerId: string | null;
  paymentMethodId: string | null;
  /** The billing cycle that a renewal's order was paid for; absent for every other order. */
  renewal?: Renewal;
}

/** One noun's part of a settlement: statements for its batch, harmless when repeated. */
export type OrderPaidHandler = (ctx: Context, settlement: Settlement) => BatchStatement[];
