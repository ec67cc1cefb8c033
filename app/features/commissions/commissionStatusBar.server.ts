import { changeCommissionStatuses } from "~/domain/commissions/changeCommissionStatuses";
import { ChangeCommissionsForm, changedMessage } from "~/domain/commissions/commissionInputs";
import type { Context } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";

/**
 * Answers the bar that sets the status of chosen commissions; `back` is the list that it stands on. `matching` finds
 * all of that list.
 */
export const answerStatusBar = (
  portal: PortalRequest,
  ctx: Context,
  form: FormData,
  back: string,
  matching?: () => Promise<string[]>,
) =>
  submitForm(portal, form, ChangeCommissionsForm, async ({ all, ...input }) => {
    const commissionIds = all && matching ? await matching() : input.commissionIds;
    const changed = await changeCommissionStatuses(ctx, { ...input, commissionIds });
    const message = changedMessage(changed, input.newStatus);
    // Keeps the selection while only the reason is missing.
    if (changed.updated === 0 && changed.skipped.noReason) throw new Invalid(message, "reason");
    return await redirectWithToast(portal, back, message, changed.updated > 0 ? "success" : "error");
  });
