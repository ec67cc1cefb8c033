import type { Context } from "~/domain/context";
import { DomainError } from "~/domain/errors";
import { exportableLists } from "~/domain/exports/exportableLists";
import { EXPORT_FAILED, type ExportKind } from "~/domain/exports/exportKinds";
import { recordSecurityEvent } from "~/domain/securityEvents/recordSecurityEvent";
import { spreadsheetResponse } from "~/exports/spreadsheet";
import { UTC } from "~/format/zones";
import { logFault } from "~/integrations/log.server";
import type { Sheet } from "~/list/defineSheet";
import type { PagedRequest } from "~/list/listFromBody";
import { BadFilter } from "~/list/readFilter";

/** Returns the export as a file, streamed when it is large. Throws BadFilter and Invalid. */
export const exportFile = (ctx: Context, kind: ExportKind, body: PagedRequest): Promise<Response> =>
  fileOf(ctx, () => exportableLists[kind].fromBody(ctx, body));

/** Like `exportFile`, with the list query taken from the address. Throws BadFilter and Invalid. */
export const exportFileBy = (ctx: Context, kind: ExportKind, query: Record<string, string>): Promise<Response> =>
  fileOf(ctx, () => exportableLists[kind].fromSearch(ctx, new URLSearchParams(query), UTC));

async function fileOf(ctx: Context, open: () => Promise<Sheet>): Promise<Response> {
  try {
    const sheet = await open();
    const response = await spreadsheetResponse(sheet, ctx.now);
    recordSecurityEvent(ctx, { kind: "exported", detail: `${sheet.name}, ${sheet.total} rows, API` });
    return response;
  } catch (error) {
    if (error instanceof BadFilter || error instanceof DomainError) throw error;
    logFault(error);
    return Response.json({ message: EXPORT_FAILED }, { status: 500 });
  }
}
