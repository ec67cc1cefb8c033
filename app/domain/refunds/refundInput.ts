import { z } from "zod";
import { MAX_PLACEMENTS } from "../catalogue/tracking";
import { dollarsField } from "../numberFields";
import { Reason } from "../orders/orderInputs";

export const REFUND_AMOUNT = "Please enter an amount in dollars, for example 25.00";

/** The form's idempotency key, here and at the provider. */
const RefundKey = z.string().regex(/^[0-9A-Za-z_-]{8,64}$/, "Please reload the page and try again");

/** A full or partial refund of an order (rules.md refunds/recorded). `amount` in cents. */
export const RefundInput = z.object({
  id: z.string().min(1).max(64),
  /** Checked when present, and only for a new refund. */
  version: z.number().int().min(1).optional(),
  amount: z.number({ error: REFUND_AMOUNT }).int(REFUND_AMOUNT).min(1, REFUND_AMOUNT),
  reason: Reason,
  /** The links that it is for. Without any: the latest that have not started (rules.md refunds/links). */
  placementIds: z.array(z.string().min(1).max(64)).max(MAX_PLACEMENTS).optional(),
  requestKey: RefundKey,
});
export type RefundInput = z.output<typeof RefundInput>;

/** The same with the amount typed in dollars. */
export const RefundForm = RefundInput.omit({ id: true }).extend({
  amount: dollarsField(REFUND_AMOUNT).pipe(RefundInput.shape.amount),
});
