import { z } from "zod";
import { type CommissionStatus, commissionStatuses, commissionStatusLabel } from "./commissionStates";

const STATUS_REQUIRED = "Please choose a new status";
const NONE_CHOSEN = "Please choose at least one commission";
/** As many as a page of the list holds, five times over. */
const MAX_COMMISSIONS_CHANGED = 500;

const newStatus = z.enum(commissionStatuses, { error: STATUS_REQUIRED });
const reason = z.string().trim().max(500, "Please use at most 500 characters").default("");
const ids = z
  .array(z.string().min(1).max(64), { error: NONE_CHOSEN })
  .min(1, NONE_CHOSEN)
  .max(MAX_COMMISSIONS_CHANGED, `At most ${MAX_COMMISSIONS_CHANGED} commissions at once`);

/** PUT /commissions (document 3 section 7); a reason is what a super admin gives to take a status back (decision A1). */
export const ChangeCommissionsInput = z.object({ commissionIds: ids, newStatus, reason });
export type ChangeCommissionsInput = z.infer<typeof ChangeCommissionsInput>;

/** The same as a list's form posts it: one `commission` a ticked row. */
export const ChangeCommissionsForm = z
  .object({ commission: ids, newStatus, reason })
  .transform(({ commission, ...input }): ChangeCommissionsInput => ({ commissionIds: commission, ...input }));

/** Why a commission's status stayed as it was. */
const skipReasons = ["missing", "voided", "same", "holding", "backward", "noReason"] as const;
export type SkipReason = (typeof skipReasons)[number];

const skipWords: Record<SkipReason, (count: number, status: CommissionStatus) => string> = {
  missing: (count) => `${count} not found`,
  voided: (count) => `${count} void`,
  same: (count, status) => `${count} already ${commissionStatusLabel(status)}`,
  holding: (count) => `${count} inside the holding period`,
  backward: (count) => `${count} further already, which only a super admin may take back`,
  noReason: (count) => `${count} further already, which takes a reason to take back`,
};

export interface ChangedCommissions {
  updated: number;
  skipped: Partial<Record<SkipReason, number>>;
}

/** 'Updated successfully' (document 3 section 8), with what was skipped counted (decision A1). */
export function changedMessage({ updated, skipped }: ChangedCommissions, status: CommissionStatus): string {
  const reasons = skipReasons.flatMap((reason) => {
    const count = skipped[reason] ?? 0;
    return count > 0 ? [{ count, words: skipWords[reason](count, status) }] : [];
  });
  if (reasons.length === 0) return "Updated successfully";
  const total = reasons.reduce((sum, { count }) => sum + count, 0);
  const told = `${updated} updated, ${total} skipped: ${reasons.map(({ words }) => words).join(", ")}`;
  return updated > 0 ? `Updated successfully. ${told}` : `Nothing was updated. ${told}`;
}
