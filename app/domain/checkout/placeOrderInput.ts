import { z } from "zod";
import { addressLine, companyFields, requiredAddressLine } from "../addressFields";
import { servicePaymentTypes } from "../catalogue/serviceTypes";
import { couponCode } from "../coupons/couponCode";
import { ProjectPackages } from "../intake/projectDetailsInput";
import { SavedCardId } from "../payments/savedCardInput";
import { DripField } from "../placements/dripInput";
import { Acknowledged, SheetRows } from "../preflight/sheetRow";
import { NOTHING_CHOSEN } from "../pricing/orderProblem";
import { PackageCount } from "../pricing/packageCount";
import { line } from "../textFields";
import { requiredBilling } from "./requiredBilling";

const id = z.string().min(1).max(64);
/** utm_* and Form-Name come from an address that anyone can write: truncated, never rejected. */
const sourceText = z
  .string()
  .transform((text) => text.trim().slice(0, 200))
  .optional();

/** Also returned for a coupon check with a payment type that the service does not offer. */
export const PAYMENT_TYPE_REFUSED = "This payment type is not available for the service";

/**
 * Identifies one filled-in checkout form. The same key returns the same order and payment (rules.md
 * checkout/one-order).
 */
export const CheckoutKey = z.string().regex(/^[0-9A-Za-z_-]{8,64}$/, "Please reload the page and try again");

/** Copied to the order (rules.md checkout/billing-address). The messages are fixed. */
export const BillingAddressInput = z.object({
  address: requiredAddressLine("address", requiredBilling.address),
  city: requiredAddressLine("city", requiredBilling.city),
  state: addressLine("state").default(""),
  country: requiredAddressLine("country", requiredBilling.country),
  zipCode: requiredAddressLine("zipCode", requiredBilling.zipCode),
});

/** The order form. Amounts in cents. */
export const PlaceOrderInput = z.object({
  serviceId: id,
  /** Checked here too, so it appears with the other errors. orderProblem makes the final check. */
  packageCounts: z
    .array(PackageCount)
    .max(100)
    .refine((counts) => counts.some(({ count }) => count > 0), NOTHING_CHOSEN),
  couponCode: z.string().overwrite(couponCode).max(64).optional(),
  checkoutKey: CheckoutKey,
  paymentType: z.enum(servicePaymentTypes),
  /** Turns a missing address into an error on each of its fields. */
  billingAddress: z.preprocess((sent) => sent ?? {}, BillingAddressInput),
  phoneNo: addressLine("phoneNo").default(""),
  company: companyFields.company.default(""),
  taxId: companyFields.taxId.default(""),
  savedCardId: SavedCardId,
  /** URL of the filled-in template, `/files/{key}`. */
  fileUploadUrl: line(300).optional(),
  projectPackageData: ProjectPackages.default([]),
  /** An order by sheet: the links of the tracked packages (rules.md preflight/order). */
  placements: SheetRows.optional(),
  /** The warnings that the buyer has seen. */
  acknowledged: z.array(Acknowledged).max(5_000).optional(),
  /** For tracked packages (rules.md placements/drip). */
  drip: DripField,
  /**
   * The totals that the buyer saw, in cents: after tier discounts, and after the coupon if there is one (rules.md
   * checkout/quoted-total, pricing/amount-names).
   */
  totalPrice: z.number().int().min(0),
  discountedPrice: z.number().int().min(0).optional(),
  /** The added taxes that the buyer saw, in cents. Absent: none. */
  tax: z.number().int().min(0).optional(),
  /** The renewal interval as the buyer saw it. Absent when none was shown. */
  recurrence: line(200).optional(),
  utmSource: sourceText,
  utmCampaign: sourceText,
  utmMedium: sourceText,
  utmContent: sourceText,
  utmTerm: sourceText,
  utmChannel: sourceText,
  formName: sourceText,
});

export type PlaceOrderInput = z.infer<typeof PlaceOrderInput>;
