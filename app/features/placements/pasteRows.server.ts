import { json } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Context } from "~/domain/context";
import { Invalid } from "~/domain/errors";
import { importPlacements } from "~/domain/intake/importPlacements";
import { pastedText } from "~/domain/placements/pastedText";
import { readPastedRows } from "~/domain/placements/placementRows";
import { readSheet } from "~/domain/placements/readSheet";
import { readMultipart } from "~/files/readMultipart";
import { takeSheet } from "~/files/takeSheet";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { refuseForm } from "~/http/refuseForm.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { PasteRowsAnswer } from "./pasteRows";

const Form = z.object({
  rows: z.string({ error: "Paste at least one row, or upload a sheet" }).max(1_000_000, "Paste fewer rows"),
  /** Absent while the rows are only compared. */
  apply: z.string().optional(),
});

/** The fields of a form of links. */
export const LINK_SHEET = { kind: "placementSheet", from: "sheet", to: "rows" } as const;

/** Compares pasted or uploaded rows with the order's links, or fills in those that fit. */
export async function answerPasteRows(portal: PortalRequest, ctx: Context, orderId: string): Promise<Response> {
  let form: FormData;
  try {
    form = await readMultipart(portal.request);
  } catch (error) {
    return refuseForm(portal, error);
  }
  try {
    await takeSheet(form, LINK_SHEET, async (file) => pastedText(await readSheet(file)));
  } catch (error) {
    const rows = String(form.get("rows") ?? "");
    return refuseForm(portal, error, { result: { initialValue: { rows } } });
  }
  return await orNotFound(
    submitForm(portal, form, Form, async ({ rows: text, apply }) => {
      const { rows, applied } = await importPlacements(ctx, { orderId, rows: rowsOf(text), dryRun: !apply });
      if (apply) {
        const done = applied === 1 ? "1 link filled in" : `${applied} links filled in`;
        return await redirectWithToast(portal, paths.orderPlacements(orderId), done);
      }
      return json<PasteRowsAnswer>({
        result: { initialValue: { rows: text } },
        applies: applied,
        rows: rows.map(({ line, number, status, errors, warnings, written }) => ({
          line,
          number,
          status,
          errors,
          warnings,
          targetUrl: written.targetUrl,
          anchorText: written.anchorText,
          clientReference: written.clientReference ?? "",
        })),
      });
    }),
  );
}

function rowsOf(text: string) {
  try {
    return readPastedRows(text);
  } catch (error) {
    throw error instanceof Invalid ? new Invalid(error.message, "rows") : error;
  }
}
