import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { payoutFile, payoutFileFormats } from "~/domain/payouts/payoutFile";
import { contentDisposition } from "~/http/contentDisposition";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

/** A payout as a CSV for the bank or for PayPal, for staff. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payouts.manage");
  const asked = new URL(args.request.url).searchParams.get("format");
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
