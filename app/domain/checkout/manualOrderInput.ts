import { z } from "zod";
import { momentField } from "../days";
import { DripField } from "../placements/dripInput";
import { PackageCount } from "../pricing/packageCount";
import { CheckoutKey } from "./placeOrderInput";

/** Fixed messages (rules.md texts/fixed). */
export const CLIENT_REQUIRED = "Select a client";
export const SERVICE_REQUIRED = "Select a service";
const PAID_DATE_REQUIRED = "Paid date is required";
const PAID_DATE_WRONG = "Enter a valid paid date";
const DETAILS_REQUIRED = "Transaction details are required";
const DETAILS_TOO_LONG = "Use 500 characters or fewer for the transaction details";

const chosen = (message: string) => z.string({ error: message }).trim().min(1, message).max(64, message);

/** The earliest valid paid date. Anything before is a mistyped year. */
const EARLIEST = Date.UTC(2000, 0, 1);

const paidDate = momentField(PAID_DATE_REQUIRED, PAID_DATE_WRONG).refine((ms) => ms >= EARLIEST, PAID_DATE_WRONG);

/**
 * POST /order/manual, amounts in cents, with the form's idempotency key (rules.md checkout/one-order,
 * catalogue/add-ons).
 */
export const ManualOrderInput = z.object({
  checkoutKey: CheckoutKey,
  clientId: chosen(CLIENT_REQUIRED),
  serviceId: chosen(SERVICE_REQUIRED),
  packageCounts: z.array(PackageCount).max(100).default([]),
  paidDate,
  transactionDetails: z.string({ error: DETAILS_REQUIRED }).trim().min(1, DETAILS_REQUIRED).max(500, DETAILS_TOO_LONG),
  /** For tracked packages (rules.md placements/drip). */
  drip: DripField,
  /** The total the form showed, in cents. */
  totalPrice: z.number().int().min(0),
  /** The added taxes that the form showed, in cents. Absent: none. */
  tax: z.number().int().min(0).optional(),
});
export type ManualOrderInput = z.infer<typeof ManualOrderInput>;

/** An order that its client pays: the same without the payment. */
export const UnpaidOrderInput = ManualOrderInput.omit({ paidDate: true, transactionDetails: true });
export type UnpaidOrderInput = z.infer<typeof UnpaidOrderInput>;
