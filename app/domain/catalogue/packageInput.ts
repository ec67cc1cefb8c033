import { z } from "zod";
import { numberProblem } from "~/format/readNumber";
import { fromDollars, MAX_CHARGE } from "../money";
import { requiredLine, text } from "../textFields";
import { isMissing, systemId, versionNumber, wholeNumber } from "./serviceInput";
import { GUARANTEE, SILENCE, TURNAROUND, trackingFields } from "./trackingInput";

const DIGITS_ONLY = "Enter the price as a number, such as 90.00";

/** At least one dollar, to the cent (rules.md catalogue/prices). */
const charge = z
  .number({ error: "Charge is required" })
  .int("Charge is required")
  .min(100, "Charge is required")
  .max(MAX_CHARGE, "Charge is too high");

/** Whole dollars (rules.md catalogue/prices). */
const addOnPrice = z
  .number({ error: DIGITS_ONLY })
  .int(DIGITS_ONLY)
  .min(0, DIGITS_ONLY)
  .max(MAX_CHARGE, "Price is too high")
  .multipleOf(100, DIGITS_ONLY);

/** The same amounts parsed from dollars to cents. */
const chargeInDollars = z
  .number({
    error: ({ input }) =>
      typeof input === "string" ? numberProblem(input, "money", DIGITS_ONLY) : "Charge is required",
  })
  .min(0, "Charge is required")
  .refine((dollars) => dollars < 0 || fromDollars(dollars) !== null, "Use at most two decimals in the price")
  .transform((dollars) => Math.round(dollars * 100))
  .pipe(charge);
const addOnPriceInDollars = z
  .number({ error: DIGITS_ONLY })
  .int(DIGITS_ONLY)
  .transform((dollars) => dollars * 100)
  .pipe(addOnPrice);

const repeated = (values: readonly unknown[]) => values.findIndex((value, index) => values.indexOf(value) !== index);

const addOnsOf = (price: z.ZodType<number, number>) =>
  z
    .array(
      z.object({
        value: requiredLine("Name is required", 100),
        price: price.default(0),
        defaultOption: z.boolean().default(false),
      }),
    )
    .max(50, "At most 50 add-ons")
    .default([])
    .superRefine((addOns, ctx) => {
      const second = addOns.flatMap((addOn, index) => (addOn.defaultOption ? [index] : []))[1];
      if (second !== undefined)
        ctx.addIssue({
          code: "custom",
          path: [second, "defaultOption"],
          message: "Only one add-on can be the default",
        });
      // Orders identify add-ons by name (rules.md catalogue/add-ons).
      const twice = repeated(addOns.map((addOn) => addOn.value));
      if (twice >= 0)
        ctx.addIssue({ code: "custom", path: [twice, "value"], message: "Use a different name for each one" });
    });

const BETWEEN = "Discount should be between 1 and 100";
const discounts = z
  .array(
    z.object({
      count: wholeNumber("Quantity is required", "Enter a whole number")
        .min(1, "Minimum quantity should be 1")
        .max(1_000_000, "Quantity is too high"),
      percent: z
        .number({ error: ({ input }) => (isMissing(input) ? "Discount is required" : BETWEEN) })
        .int("Discount should be a whole number")
        .min(1, BETWEEN)
        .max(100, BETWEEN),
    }),
  )
  .max(50, "At most 50 discounts")
  .default([])
  .superRefine((tiers, ctx) => {
    const twice = repeated(tiers.map((tier) => tier.count));
    if (twice >= 0)
      ctx.addIssue({ code: "custom", path: [twice, "count"], message: "Use a different quantity for each one" });
  });

/** A package ('service option') with add-ons and discount tiers. Amounts in cents. */
export const PackageInput = z.object({
  /** Absent for a new package. */
  id: systemId.optional(),
  serviceId: systemId,
  version: versionNumber.optional(),
  name: requiredLine("Domain authority name is required", 200),
  description: text(2000, "Description is at most 2000 characters").default(""),
  price: charge,
  addOns: addOnsOf(addOnPrice),
  discounts,
  ...trackingFields,
});
export type PackageInput = z.output<typeof PackageInput>;

/** A PackageInput with amounts in dollars, from a form or the API. Its output is in cents. */
export const PackageInDollars = PackageInput.extend({ price: chargeInDollars, addOns: addOnsOf(addOnPriceInDollars) });

const missingTexts = { turnaroundDays: TURNAROUND, guaranteeDays: GUARANTEE, silentApprovalHours: SILENCE } as const;

/** What the dialog posts; ids come from its address. A box without its tick is posted as nothing. */
export const PackageFormInput = PackageInDollars.omit({ id: true, serviceId: true })
  .extend({
    tracked: z.boolean().default(false),
    approveSite: z.boolean().default(false),
    approveContent: z.boolean().default(false),
    minDr: trackingFields.minDr.default(null),
  })
  .superRefine((input, ctx) => {
    for (const [field, message] of Object.entries(missingTexts))
      if (input.tracked && input[field as keyof typeof missingTexts] === undefined)
        ctx.addIssue({ code: "custom", path: [field], message });
  });

export const DeletePackageInput = z.object({ id: systemId, serviceId: systemId, version: versionNumber.optional() });
export type DeletePackageInput = z.output<typeof DeletePackageInput>;

/** Defaults of new rows. Amounts in cents (rules.md catalogue/defaults). */
export const newPackage = { price: 1_00, addOns: [], discounts: [] } as const;
export const newAddOn = { value: "500 Words", price: 0, defaultOption: false } as const;
export const newDiscount = { count: 10, percent: 1 } as const;
