import type { Cents } from "../money";
import type { PayState } from "./orderStates";

/** The order's columns derived from its refunds and disputes. */
export const refundedColumns = (total: Cents, refunded: Cents): { refunded: Cents; payState: PayState } => ({
  refunded,
  payState: refunded >= total ? "refunded" : refunded > 0 ? "partly_refunded" : "paid",
});
