import { z } from "zod";
import { line } from "../textFields";
import { MAX_QUANTITY } from "./priceOrder";

export const PackageCount = z.object({
  packageId: z.string().min(1).max(64),
  /** Empty counts as 0. Only packages above 0 are ordered. */
  count: z
    .number("Quantity must be a whole number")
    .int("Quantity must be a whole number")
    .min(0, "Quantity must be a whole number")
    .max(MAX_QUANTITY, `Quantity must be at most ${MAX_QUANTITY}`)
    .default(0),
  /** The `value` of one of the package's add-ons. Absent means the package price alone (rules.md catalogue/add-ons). */
  addOn: line(200).nullish(),
});
export type PackageCount = z.infer<typeof PackageCount>;
