import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { creditNotePdf } from "~/domain/invoices/creditNote";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { pdfResponse } from "~/http/pdfResponse";

/** The credit note of a refund as a PDF, for the customer of its invoice and staff; 404 for anyone else. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.invoice");
  const [orderId, refundId] = [idParam(args.params.orderId), idParam(args.params.refundId)];
  return pdfResponse(await orNotFound(creditNotePdf(ctx, { orderId, refundId })));
}
