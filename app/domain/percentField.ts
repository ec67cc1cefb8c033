import { z } from "zod";
import { numberOf } from "~/format/readNumber";

const PERCENT_RULE = "Percent should be between 0 and 100, with at most two decimals";

/** '12.5', '12,5 %' or 12.5 becomes hundredths of a percent (rules.md commissions/agreements). */
export const percentField = z
  .union([z.string(), z.number()], { error: "Percent is required" })
  .transform((value) => numberOf(String(value), "percent") ?? Number.NaN)
  .refine((percent) => percent >= 0 && percent <= 100 && isHundredths(percent), PERCENT_RULE)
  .transform((percent) => Math.round(percent * 100));

const isHundredths = (percent: number) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6;
