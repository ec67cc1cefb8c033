import { z } from "zod";
import { wholeField } from "../numberFields";

const between = (least: number, most: number, unit: string) =>
  wholeField(least, most, `Enter a number of ${unit} between ${least} and ${most}`);

/** The page Data. Visits must outlive the 90 days in which a click counts, security events an inquiry. */
export const DataSettingsInput = z.object({
  version: z.number().int().min(0),
  securityDays: between(90, 730, "days"),
  visitMonths: between(4, 25, "months"),
  noticeDays: between(30, 365, "days"),
});
export type DataSettingsInput = z.output<typeof DataSettingsInput>;
