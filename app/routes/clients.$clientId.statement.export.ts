import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { exportStatement } from "~/domain/clients/clientStatement";
import { statementRange } from "~/domain/clients/statementRange";
import { spreadsheet, spreadsheetHeaders, spreadsheetName } from "~/exports/spreadsheet";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** The address is that of a button: opened by hand, it leads to the statement. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "clients.export");
  return redirect(paths.clientStatement(idParam(args.params.clientId)), 303);
}

/** The statement of the address's range as a file. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.export");
  const range = statementRange(new URL(args.request.url).searchParams);
  const sheet = await orNotFound(exportStatement(ctx, idParam(args.params.clientId), range));
  return new Response(await spreadsheet(sheet), { headers: spreadsheetHeaders(spreadsheetName(sheet.name, ctx.now)) });
}
