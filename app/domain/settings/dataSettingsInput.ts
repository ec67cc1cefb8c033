import { z } from "zod";

/** A whole number within bounds, from text. */
const between = (least: number, most: number, unit: string) => {
  const rule = `Enter a number of ${unit} between ${least} and ${most}`;
  return z
    .string({ error: rule })
    .trim()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most, rule)
    .transform(Number);
};

/** The page Data. Visits must outlive the 90 days in which a click counts, security events an inquiry. */
export const DataSettingsInput = z.object({
  version: z.number().int().min(0),
  securityDays: between(90, 730, "days"),
  visitMonths: between(4, 25, "months"),
  noticeDays: between(30, 365, "days"),
});
export type DataSettingsInput = z.output<typeof DataSettingsInput>;
