import { json, redirect } from "@remix-run/cloudflare";
import type { Context } from "~/domain/context";
import { exportableLists } from "~/domain/exports/exportableLists";
import { EXPORT_FAILED, type ExportKind, exportListPath } from "~/domain/exports/exportKinds";
import { requestExport } from "~/domain/exports/requestExport";
import { recordSecurityEvent } from "~/domain/securityEvents/recordSecurityEvent";
import { SMALL_EXPORT_ROWS, spreadsheetResponse } from "~/exports/spreadsheet";
import type { PortalRequest } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { refusalOf } from "~/http/refusalOf";
import { textEntries } from "~/http/textEntries";
import { paths } from "~/paths";

/** The response to a script when it is not the file. */
export interface ExportAnswer {
  /** The export's progress page. */
  href?: string;
  message?: string;
}

const isReport = (kind: ExportKind) => kind.startsWith("report-");

/**
 * Handles a list's Export button: returns a small file directly, else redirects to the export's progress page. With
 * `with=script` it returns JSON instead of a redirect.
 */
export async function answerExport(portal: PortalRequest, ctx: Context, kind: ExportKind): Promise<Response> {
  const { searchParams } = new URL(portal.request.url);
  // A report's Export button posts its form: what the pickers show, also before it was applied.
  if (isReport(kind))
    for (const [name, value] of textEntries(await readForm(portal.request))) searchParams.set(name, value);
  searchParams.delete("_data");
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
