import { z } from "zod";

const PERCENT_RULE = "Percent should be between 0 and 100, with at most two decimals";

/** '12.5' or 12.5 becomes hundredths of a percent. 0 to 100, at most two decimals (rules.md commissions/agreements). */
export const percentField = z
  .union([z.string(), z.number()], { error: "Percent is required" })
  .transform((value) => String(value).trim())
  .refine((text) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= 100, PERCENT_RULE)
  .transform((text) => Math.round(Number(text) * 100));
