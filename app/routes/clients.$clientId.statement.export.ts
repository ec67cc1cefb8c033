import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { exportStatement } from "~/domain/clients/clientStatement";
import { statementRange } from "~/domain/clients/statementRange";
import { readerZone } from "~/domain/context";
import { spreadsheetResponse } from "~/exports/spreadsheet";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { postedSearch } from "~/http/postedSearch.server";
import { paths } from "~/paths";

/** Only the button posts here. A GET redirects to the statement. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "clients.export");
  return redirect(paths.clientStatement(idParam(args.params.clientId)), 303);
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.export");
  const range = statementRange(await postedSearch(args.request), readerZone(ctx));
  const sheet = await orNotFound(exportStatement(ctx, idParam(args.params.clientId), range));
  return await spreadsheetResponse(sheet, ctx.now);
}
