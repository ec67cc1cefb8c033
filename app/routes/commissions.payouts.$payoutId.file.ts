import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { payoutFile, payoutFileFormats, payoutSheet } from "~/domain/payouts/payoutFile";
import { spreadsheetResponse } from "~/exports/spreadsheet";
import { contentDisposition } from "~/http/contentDisposition";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

/** A payout for staff: a CSV for the bank or for PayPal, or a spreadsheet for people. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payouts.manage");
  const asked = new URL(args.request.url).searchParams.get("format");
  if (asked === "xlsx") {
    const { sheet, createdAt } = await orNotFound(payoutSheet(ctx, idParam(args.params.payoutId)));
    return await spreadsheetResponse(sheet, createdAt);
  }
  const format = payoutFileFormats.find((one) => one === asked) ?? "bank";
  const { name, text } = await orNotFound(payoutFile(ctx, idParam(args.params.payoutId), format));
  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": contentDisposition("attachment", name),
      "Cache-Control": "private, no-store",
    },
  });
}
