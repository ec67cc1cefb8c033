import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { placementTemplate } from "~/domain/placements/placementTemplate";
import { spreadsheetResponse } from "~/exports/spreadsheet";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.edit");
  const sheet = await orNotFound(placementTemplate(ctx, idParam(args.params.orderId)));
  return await spreadsheetResponse(sheet, ctx.now);
}
