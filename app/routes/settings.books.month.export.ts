import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { bookMonthFrom } from "~/domain/books/bookMonth";
import { monthSheet } from "~/domain/books/monthSheet";
import { recordSecurityEvent } from "~/domain/securityEvents/recordSecurityEvent";
import { csvResponse } from "~/exports/csv";
import { spreadsheetResponse } from "~/exports/spreadsheet";
import { pageContext } from "~/http/pageContext.server";
import { postedSearch } from "~/http/postedSearch.server";
import { paths } from "~/paths";

/** Only the buttons post here. A GET redirects to the statement. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "books.read");
  return redirect(paths.booksMonth(), 303);
}

/** Exports the month of the form, as CSV or XLSX. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "books.read");
  const searchParams = await postedSearch(args.request);
  const sheet = await monthSheet(ctx, bookMonthFrom(searchParams, ctx.now));
  recordSecurityEvent(ctx, { kind: "exported", detail: `${sheet.name}, ${sheet.total} rows` });
  return searchParams.get("format") === "csv" ? await csvResponse(sheet) : await spreadsheetResponse(sheet, ctx.now);
}
