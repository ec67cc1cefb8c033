import { json } from "@remix-run/cloudflare";
import type { Context } from "~/domain/context";
import { exportableLists } from "~/domain/exports/exportableLists";
import { EXPORT_FAILED, type ExportKind, exportListPath } from "~/domain/exports/exportKinds";
import { recordSecurityEvent } from "~/domain/securityEvents/recordSecurityEvent";
import { spreadsheetResponse } from "~/exports/spreadsheet";
import type { PortalRequest } from "~/http/portalRequest.server";
import { postedSearch } from "~/http/postedSearch.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { refusalOf } from "~/http/refusalOf";

/** The response to a script when it is not the file. */
export interface ExportAnswer {
  message: string;
}

/** Handles a list's Export button. With `with=script` it refuses with JSON instead of a redirect. */
export async function answerExport(portal: PortalRequest, ctx: Context, kind: ExportKind): Promise<Response> {
  const searchParams = await postedSearch(portal.request);
  const withScript = searchParams.get("with") === "script";
  searchParams.delete("with");
  try {
    const sheet = await exportableLists[kind].fromSearch(ctx, searchParams);
    const response = await spreadsheetResponse(sheet, ctx.now);
    recordSecurityEvent(ctx, { kind: "exported", detail: `${sheet.name}, ${sheet.total} rows` });
    return response;
  } catch (error) {
    const { message, status } = refusalOf(error, EXPORT_FAILED);
    if (withScript) return json<ExportAnswer>({ message }, status);
    const list = exportListPath[kind] + (searchParams.size ? `?${searchParams}` : "");
    return await redirectWithToast(portal, list, message, "error");
  }
}
