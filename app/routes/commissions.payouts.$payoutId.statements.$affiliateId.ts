import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { payoutStatement, statementFileName, statementSheet } from "~/domain/payouts/payoutStatement";
import { spreadsheetResponse } from "~/exports/spreadsheet";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { pdfResponse } from "~/http/pdfResponse";

/** An affiliate's payout statement as a PDF or spreadsheet, for the affiliate and staff; 404 for anyone else. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payouts.statement");
  const { params, request } = args;
  const ids = { payoutId: idParam(params.payoutId), affiliateId: idParam(params.affiliateId) };
  const statement = await orNotFound(payoutStatement(ctx, ids));
  if (new URL(request.url).searchParams.get("format") !== "xlsx")
    return pdfResponse({ name: statementFileName(statement), body: await ctx.printer.payoutStatement(statement) });
  return await spreadsheetResponse(statementSheet(statement), statement.paidAt);
}
