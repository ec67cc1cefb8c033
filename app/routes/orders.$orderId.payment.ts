import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { checkPayment } from "~/domain/checkout/checkPayment";
import type { PaymentStanding } from "~/features/checkout/fetchPayment";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";

/** The payment state of an order. The paying page polls it until the provider has decided. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const { paid, pending } = await orNotFound(checkPayment(ctx, idParam(args.params.orderId)));
  return { paid, pending } satisfies PaymentStanding;
}
