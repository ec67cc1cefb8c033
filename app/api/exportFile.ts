import type { Context } from "~/domain/context";
import { DomainError } from "~/domain/errors";
import { exportableLists } from "~/domain/exports/exportableLists";
import { EXPORT_FAILED, type ExportKind } from "~/domain/exports/exportKinds";
import { spreadsheet, spreadsheetHeaders, spreadsheetName } from "~/exports/spreadsheet";
import { logFault } from "~/http/logFault.server";
import type { Sheet } from "~/list/defineSheet";
import type { PagedRequest } from "~/list/listFromBody";
import { BadFilter } from "~/list/readFilter";

/**
 * The file of an export, streamed when it is large: the API always answers the file (rules.md exports/complete). Throws
 * BadFilter.
 */
export const exportFile = (ctx: Context, kind: ExportKind, body: PagedRequest): Promise<Response> =>
  fileOf(ctx, () => exportableLists[kind].fromBody(ctx, body));

/** The same for a list that an address asks for. */
export const exportFileBy = (ctx: Context, kind: ExportKind, query: Record<string, string>): Promise<Response> =>
  fileOf(ctx, () => exportableLists[kind].fromSearch(ctx, new URLSearchParams(query)));

async function fileOf(ctx: Context, open: () => Promise<Sheet>): Promise<Response> {
  try {
    const sheet = await open();
    return new Response(await spreadsheet(sheet), {
      headers: spreadsheetHeaders(spreadsheetName(sheet.name, ctx.now)),
    });
  } catch (error) {
    if (error instanceof BadFilter || error instanceof DomainError) throw error;
    logFault(error);
    return Response.json({ message: EXPORT_FAILED }, { status: 500 });
  }
}
