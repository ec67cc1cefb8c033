import { json, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import type { DraftForm } from "~/domain/checkout/checkoutDraft";
import { actorId, type Context } from "~/domain/context";
import { LINKS_TO_ORDER } from "~/domain/placements/placementRows";
import { readSheet } from "~/domain/placements/readSheet";
import { sheetRows, sheetText } from "~/domain/preflight/sheetText";
import { choicesAtPlace, countName, packageName } from "~/features/checkout/checkoutValues";
import { keepDraft, keptDraft } from "~/features/checkout/keptDraft.server";
import { LINK_SHEET } from "~/features/placements/pasteRows.server";
import { readMultipart } from "~/files/readMultipart";
import { takeSheet } from "~/files/takeSheet";
import { FORM_OWNER } from "~/formNames";
import { isOwnForm } from "~/http/assertOwnForm.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { refuseForm } from "~/http/refuseForm.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { SHEET, type SheetAnswer } from "./sheetForm";
import { shownSheet } from "./shownSheet.server";

const Form = z.object({
  rows: z.string({ error: "Paste at least one row, or upload a sheet" }).max(300_000, "Paste fewer rows"),
  /** Absent while the rows are only checked. */
  use: z.string().optional(),
});

/** The checkout's draft of this browser, if it is this person's. */
export async function ownDraft(portal: PortalRequest, ctx: Context, serviceId: string): Promise<DraftForm | null> {
  const draft = await keptDraft(portal, ctx, serviceId);
  return draft && isOwnForm(ctx.actor, draft[FORM_OWNER]) ? draft : null;
}

/** Checks pasted or uploaded rows, or takes them over to the checkout, which they leave or come back to. */
export async function answerSheet(portal: PortalRequest, ctx: Context, serviceId: string): Promise<Response> {
  let form: FormData;
  try {
    form = await readMultipart(portal.request);
  } catch (error) {
    return refuseForm(portal, error);
  }
  if (form.get("use") === "none") return await toCheckout(portal, ctx, serviceId, null);
  try {
    await takeSheet(form, LINK_SHEET, async (file) => sheetText(sheetRows(await readSheet(file, LINKS_TO_ORDER))));
  } catch (error) {
    return refuseForm(portal, error, { result: { initialValue: { rows: String(form.get("rows") ?? "") } } });
  }
  return await submitForm(portal, form, Form, async ({ rows: text, use }) => {
    const { counts, ...sheet } = await shownSheet(ctx, { serviceId, text }, { look: !use });
    if (use && sheet.refused === 0) return await toCheckout(portal, ctx, serviceId, { text: sheet.text, counts });
    return json<SheetAnswer>({ result: { initialValue: { rows: text } }, sheet });
  });
}

type Taken = { text: string; counts: { packageId: string; count: number }[] } | null;

/** Stores the rows and their quantities in the draft that the checkout starts from. */
async function toCheckout(portal: PortalRequest, ctx: Context, serviceId: string, taken: Taken) {
  const service = await checkoutService(ctx, serviceId);
  const { [SHEET]: _, ...draft } = choicesAtPlace(service, (await ownDraft(portal, ctx, serviceId)) ?? {});
  for (const [index, { id, tracking }] of service.packages.entries()) {
    draft[packageName(index)] = id;
    if (tracking.tracked)
      draft[countName(index)] = String(taken?.counts.find(({ packageId }) => packageId === id)?.count ?? 0);
  }
  const owner = actorId(ctx);
  if (owner) draft[FORM_OWNER] = owner;
  if (taken) draft[SHEET] = taken.text;
  await keepDraft(portal, ctx, serviceId, draft);
  return redirect(paths.checkout(serviceId), 303);
}
