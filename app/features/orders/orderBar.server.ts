import { z } from "zod";
import { agencyZone, type Context } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import { changeOrders } from "~/domain/orders/changeOrders";
import { ChangeOrdersForm, changesOf } from "~/domain/orders/changeOrdersForm";
import { undoOrderChange } from "~/domain/orders/undoOrderChange";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";

/** The button 'Undo' of the toast. */
const UNDO = "undo";

const UndoForm = z.object({ [UNDO]: z.string().min(1).max(64) });

/** The bar's names of what the operation refuses. */
const fieldNames: Record<string, string> = {
  assignedToId: "assignTo",
  dueAt: "dueOn",
  snoozedUntil: "snoozeUntil",
};

function atField(error: unknown): never {
  if (!(error instanceof Invalid) || !error.fieldErrors) throw error;
  const named = Object.entries(error.fieldErrors).map(([field, said]) => [fieldNames[field] ?? field, said]);
  throw new Invalid(error.message, Object.fromEntries(named));
}

/**
 * Answers the bar that changes chosen orders, and the undo of its toast. `back` is the list that it stands on;
 * `matching` finds all of that list.
 */
export async function answerOrderBar(
  portal: PortalRequest,
  ctx: Context,
  form: FormData,
  back: string,
  matching: () => Promise<string[]>,
) {
  if (form.has(UNDO))
    return await submitForm(portal, form, UndoForm, async ({ undo }) => {
      const { changed, message } = await undoOrderChange(ctx, undo!);
      return await redirectWithToast(portal, back, message, changed > 0 ? "success" : "error");
    });
  return await submitForm(portal, form, ChangeOrdersForm, async (input) => {
    const ids = input.all ? await matching() : (input.order ?? []);
    const set = changesOf(input, agencyZone(ctx));
    const { changed, message, undoId } = await changeOrders(ctx, { ids, set, reason: input.reason }).catch(atField);
    const undo = undoId ? { label: "Undo", action: back, name: UNDO, value: undoId } : undefined;
    return await redirectWithToast(portal, back, message, changed > 0 ? "success" : "error", undo);
  });
}
