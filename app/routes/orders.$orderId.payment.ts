import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { projectDetails } from "~/domain/intake/projectDetails";
import type { PaymentStanding } from "~/features/checkout/fetchPayment";
import { nullOnFault } from "~/http/nullOnFault.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

/**
 * The payment state of an order, which the paying page polls until the provider has decided, then its project details.
 */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const orderId = idParam(args.params.orderId);
  const { paid, pending } = await orNotFound(checkPayment(ctx, orderId));
  // The payment is known even when its project details fail to load.
  const details = paid ? await nullOnFault(projectDetails(ctx, orderId)) : null;
  return { paid, pending, details } satisfies PaymentStanding;
}
