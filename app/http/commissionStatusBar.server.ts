import { changeCommissionStatuses } from "~/domain/commissions/changeCommissionStatuses";
import { ChangeCommissionsForm, changedMessage } from "~/domain/commissions/commissionInputs";
import type { Context } from "~/domain/context";
import type { PortalRequest } from "./portalRequest.server";
import { redirectWithToast } from "./redirectWithToast.server";
import { submitForm } from "./submitForm.server";

/** Answers the bar that sets the status of chosen commissions; `back` is the list that it stands on. */
export const answerStatusBar = (portal: PortalRequest, ctx: Context, form: FormData, back: string) =>
  submitForm(form, ChangeCommissionsForm, async (input) => {
    const changed = await changeCommissionStatuses(ctx, input);
    return await redirectWithToast(
      portal,
      back,
      changedMessage(changed, input.newStatus),
      changed.updated > 0 ? "success" : "error",
    );
  });
