import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orderInvoicePdf } from "~/domain/invoices/orderInvoicePdf";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { pdfResponse } from "~/http/pdfResponse";

/** The issued invoice of an order as a PDF, for its customer and staff; 404 for anyone else. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.invoice");
  return pdfResponse(await orNotFound(orderInvoicePdf(ctx, idParam(args.params.orderId))));
}
