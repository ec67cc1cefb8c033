import { z } from "zod";
import { wholeField } from "../numberFields";
import { statementProblem } from "../settings/statementText";

const MAX_RETRIES = 5;
const MAX_RETRY_DAY = 14;
const RETRY_RULE = `Enter up to ${MAX_RETRIES} days between 1 and ${MAX_RETRY_DAY}, each later than the one before, such as 1, 3, 6`;
const NOTICE_RULE = "Enter a number of days between 1 and 14";

/** What a card statement shows after the account's prefix; empty for nothing. */
const statementField = z
  .string()
  .trim()
  .optional()
  .transform((text = "") => text)
  .superRefine((text, refinement) => {
    const message = statementProblem(text);
    if (message) refinement.addIssue({ code: "custom", message });
  });

/** The page Payments. The bounds keep retries within a renewal's month and what card schemes accept. */
export const PaymentSettingsInput = z.object({
  version: z.number().int().min(0),
  retryDays: z
    .string({ error: RETRY_RULE })
    .trim()
    .refine((text) => isAscending(daysOf(text)), RETRY_RULE)
    .transform(daysOf),
  noticeDays: wholeField(1, 14, NOTICE_RULE),
  askToCancel: z.boolean().default(false),
  statementRegular: statementField,
  statementCustom: statementField,
});
export type PaymentSettingsInput = z.output<typeof PaymentSettingsInput>;

function daysOf(text: string): number[] {
  return text.split(/[\s,;]+/).map((day) => (/^\d{1,2}$/.test(day) ? Number(day) : Number.NaN));
}

const isAscending = (days: readonly number[]) =>
  days.length <= MAX_RETRIES && days.every((day, index) => day > (days[index - 1] ?? 0) && day <= MAX_RETRY_DAY);
