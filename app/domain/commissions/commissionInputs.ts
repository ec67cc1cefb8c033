import { z } from "zod";
import { text } from "../textFields";
import { type CommissionStatus, commissionStatuses, commissionStatusLabel } from "./commissionStates";

const STATUS_REQUIRED = "Choose a new status";
const NONE_CHOSEN = "Choose at least one commission";
/** Five of the largest pages. */
const MAX_COMMISSIONS_CHANGED = 500;

const newStatus = z.enum(commissionStatuses, { error: STATUS_REQUIRED });
const reason = text(500, "Use 500 characters or fewer").default("");
const ids = z
  .array(z.string().min(1).max(64), { error: NONE_CHOSEN })
  .min(1, NONE_CHOSEN)
  .max(MAX_COMMISSIONS_CHANGED, `Choose at most ${MAX_COMMISSIONS_CHANGED} commissions at a time`);

/** PUT /commissions. A super admin must give a reason to move a status back (rules.md commissions/statuses). */
export const ChangeCommissionsInput = z.object({ commissionIds: ids, newStatus, reason });
export type ChangeCommissionsInput = z.infer<typeof ChangeCommissionsInput>;

/** The list's form: one `commission` field per ticked row, or all that the list's filter matches. */
export const ChangeCommissionsForm = z
  .object({ commission: ids.optional(), all: z.boolean().default(false), newStatus, reason })
  .superRefine(({ commission, all }, context) => {
    if (!commission && !all) context.addIssue({ code: "custom", path: ["commission"], message: NONE_CHOSEN });
  })
  .transform(({ commission = [], ...input }) => ({ commissionIds: commission, ...input }));

/** Why a commission was skipped. */
const skipReasons = ["missing", "voided", "same", "holding", "backward", "noReason"] as const;
export type SkipReason = (typeof skipReasons)[number];

const skipTexts: Record<SkipReason, (count: number, status: CommissionStatus) => string> = {
  missing: (count) => `${count} not found`,
  voided: (count) => `${count} void`,
  same: (count, status) => `${count} already ${commissionStatusLabel(status)}`,
  holding: (count) => `${count} still in the holding period`,
  backward: (count) => `${count} already further along, which only a super admin can reverse`,
  noReason: (count) => `${count} already further along, which needs a reason to reverse`,
};

export interface ChangedCommissions {
  updated: number;
  skipped: Partial<Record<SkipReason, number>>;
}

/** Builds 'Updated successfully' with the number skipped (rules.md commissions/statuses). */
export function changedMessage({ updated, skipped }: ChangedCommissions, status: CommissionStatus): string {
  const reasons = skipReasons.flatMap((reason) => {
    const count = skipped[reason] ?? 0;
    return count > 0 ? [{ count, words: skipTexts[reason](count, status) }] : [];
  });
  if (reasons.length === 0) return "Updated successfully";
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  const counts = `${updated} updated, ${total} skipped: ${reasons.map(({ words }) => words).join(", ")}`;
  return updated > 0 ? `Updated successfully. ${counts}` : `Nothing was updated. ${counts}`;
}
