import { z } from "zod";
import { dollarsField, wholeField } from "../numberFields";
import { percentField } from "../percentField";

const HOLDING_RULE = "Enter a holding period between 0 and 365 days";
export const MINIMUM_RULE = "Enter a minimum with at most two decimals";

export const earnsOn = ["perpetual", "firstTime"] as const;
export type EarnsOn = (typeof earnsOn)[number];
export const earnsOnLabels: Record<EarnsOn, string> = {
  perpetual: "Every paid order, including renewals",
  firstTime: "A client's first paid order of each service",
};

/** The rate of services for which an affiliate has none of their own (rules.md commissions/agreements). */
const defaultRate = {
  defaultPercent: percentField.default(0),
  defaultEarnsOn: z.enum(earnsOn).default("perpetual"),
};

/** The programme form. The minimum payout is in dollars on the form and in cents afterwards. */
export const ProgrammeInput = z.object({
  version: z.number().int().min(1),
  holdingDays: wholeField(0, 365, HOLDING_RULE),
  autoApprove: z.boolean().default(false),
  minimumPayout: dollarsField(MINIMUM_RULE, 0).default(0),
  ...defaultRate,
});
export type ProgrammeInput = z.output<typeof ProgrammeInput>;
