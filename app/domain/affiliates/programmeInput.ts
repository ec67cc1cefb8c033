import { z } from "zod";
import { parseDollars } from "../money";

const HOLDING_RULE = "Enter a holding period between 0 and 365 days";
export const MINIMUM_RULE = "Enter a minimum with at most two decimals";

/** The programme form. The minimum payout is in dollars on the form and in cents afterwards. */
export const ProgrammeInput = z.object({
  version: z.number().int().min(1),
  holdingDays: z
    .string({ error: HOLDING_RULE })
    .trim()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) <= 365, HOLDING_RULE)
    .transform(Number),
  autoApprove: z.boolean().default(false),
  minimumPayout: z
    .string()
    .trim()
    .default("0")
    .refine((text) => text === "" || parseDollars(text) !== null, MINIMUM_RULE)
    .transform((text) => parseDollars(text) ?? 0),
});
export type ProgrammeInput = z.output<typeof ProgrammeInput>;
