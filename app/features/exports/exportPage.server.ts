import { json, redirect } from "@remix-run/cloudflare";
import type { Context } from "~/domain/context";
import { exportableLists } from "~/domain/exports/exportableLists";
import { EXPORT_FAILED, type ExportKind, exportListPath } from "~/domain/exports/exportKinds";
import { requestExport } from "~/domain/exports/requestExport";
import { recordSecurityEvent } from "~/domain/securityEvents/recordSecurityEvent";
import { SMALL_EXPORT_ROWS, spreadsheetResponse } from "~/exports/spreadsheet";
import type { PortalRequest } from "~/http/portalRequest.server";
import { postedSearch } from "~/http/postedSearch.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { refusalOf } from "~/http/refusalOf";
import { paths } from "~/paths";

/** The response to a script when it is not the file. */
export interface ExportAnswer {
  /** The export's progress page. */
  href?: string;
  message?: string;
}

/**
 * Handles a list's Export button: returns a small file directly, else redirects to the export's progress page. With
 * `with=script` it returns JSON instead of a redirect.
 */
export async function answerExport(portal: PortalRequest, ctx: Context, kind: ExportKind): Promise<Response> {
  const searchParams = await postedSearch(portal.request);
  const withScript = searchParams.get("with") === "script";
  searchParams.delete("with");
  try {
    const sheet = await exportableLists[kind].fromSearch(ctx, searchParams);
    recordSecurityEvent(ctx, { kind: "exported", detail: `${sheet.name}, ${sheet.total} rows` });
    if (sheet.total <= SMALL_EXPORT_ROWS) return await spreadsheetResponse(sheet, ctx.now);
    const search: Record<string, string[]> = {};
    for (const name of new Set(searchParams.keys())) search[name] = searchParams.getAll(name);
    const href = paths.export(await requestExport(ctx, { kind, search, rowsTotal: sheet.total }));
    return withScript ? json<ExportAnswer>({ href }) : redirect(href, 303);
  } catch (error) {
    const { message, status } = refusalOf(error, EXPORT_FAILED);
    if (withScript) return json<ExportAnswer>({ message }, status);
    const list = exportListPath[kind] + (searchParams.size ? `?${searchParams}` : "");
    return await redirectWithToast(portal, list, message, "error");
  }
}
