import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orderRefund } from "~/domain/refunds/orderRefund";
import { RefundForm } from "~/domain/refunds/refundInput";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { pageTitle } from "~/features/frame/pageTitle";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { RefundOrderDialog } from "~/features/orders/RefundOrderDialog";
import { formatCents } from "~/format/money";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Refund order");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.refund");
  const order = await orNotFound(orderRefund(ctx, idParam(args.params.orderId)));
  return { order, requestKey: crypto.randomUUID() };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.refund");
  const id = idParam(args.params.orderId);
  return await submitForm(args.context.portal, args.request, RefundForm, async (input) => {
    const { amount, state } = await orNotFound(refundOrder(ctx, { ...input, id }));
    const text =
      state === "pending" ? `The refund of ${formatCents(amount)} is on its way` : `${formatCents(amount)} refunded`;
    return await redirectWithToast(args.context.portal, orderBehind(args.request, id), text);
  });
}

export default function RefundOrder() {
  return <RefundOrderDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
