import { z } from "zod";
import { MAX_CHARGE } from "../money";
import { systemId, versionNumber, wholeNumber } from "./serviceInput";

/** An add-on; price in cents, whole dollars (decision C11: digits only). */
const AddOnInput = z.object({
  value: z.string({ error: "Name is required" }).trim().min(1, "Name is required").max(100),
  price: z
    .number({ error: "Price takes digits only" })
    .int("Price takes digits only")
    .min(0, "Price takes digits only")
    .max(MAX_CHARGE, "Price is too high")
    .multipleOf(100, "Price takes digits only")
    .default(0),
  defaultOption: z.boolean().default(false),
});

const DiscountInput = z.object({
  count: wholeNumber("Quantity is required", "Quantity takes digits only")
    .min(1, "Minimum quantity should be 1")
    .max(1_000_000, "Quantity is too high"),
  percent: wholeNumber("Discount is required", "Discount should be between 1 and 100")
    .min(1, "Discount should be between 1 and 100")
    .max(100, "Discount should be between 1 and 100"),
});

const repeated = (values: readonly unknown[]) => values.findIndex((value, index) => values.indexOf(value) !== index);

/** A package ('service option') with its add-ons and discount tiers; money in cents (document 1 section 5). */
export const PackageInput = z.object({
  /** Absent: a new package. */
  id: systemId.optional(),
  serviceId: systemId,
  version: versionNumber.optional(),
  name: z
    .string({ error: "Domain authority name is required" })
    .trim()
    .min(1, "Domain authority name is required")
    .max(200, "Domain authority name is at most 200 characters"),
  description: z.string().trim().max(2000).default(""),
  /** At least one dollar. */
  price: z
    .number({ error: "Charge is required" })
    .int("Charge is required")
    .min(100, "Charge is required")
    .max(MAX_CHARGE, "Charge is too high"),
  addOns: z
    .array(AddOnInput)
    .max(50)
    .default([])
    .superRefine((addOns, ctx) => {
      const second = addOns.flatMap((addOn, index) => (addOn.defaultOption ? [index] : []))[1];
      if (second !== undefined)
        ctx.addIssue({
          code: "custom",
          path: [second, "defaultOption"],
          message: "Only one add-on can be the default",
        });
      // The name is what an order says it bought (decision O19).
      const twice = repeated(addOns.map((addOn) => addOn.value));
      if (twice >= 0) ctx.addIssue({ code: "custom", path: [twice, "value"], message: "Names should be different" });
    }),
  discounts: z
    .array(DiscountInput)
    .max(50)
    .default([])
    .superRefine((tiers, ctx) => {
      const twice = repeated(tiers.map((tier) => tier.count));
      if (twice >= 0)
        ctx.addIssue({ code: "custom", path: [twice, "count"], message: "Quantities should be different" });
    }),
});
export type PackageInput = z.output<typeof PackageInput>;

/** What new rows start with, money in cents (document 1 section 9). */
export const newPackage = { price: 1_00, addOns: [], discounts: [] } as const;
export const newAddOn = { value: "500 Words", price: 0, defaultOption: false } as const;
export const newDiscount = { count: 10, percent: 1 } as const;
