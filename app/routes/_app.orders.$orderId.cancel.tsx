import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CancelOrderForm, cancelWithRefund } from "~/domain/cancellations/cancelWithRefund";
import { orderToCancel } from "~/domain/cancellations/orderToCancel";
import { pageTitle } from "~/features/frame/pageTitle";
import { CancelOrderDialog } from "~/features/orders/CancelOrderDialog";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Cancel order");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.edit");
  return { order: await orNotFound(orderToCancel(ctx, idParam(args.params.orderId))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.edit");
  const id = idParam(args.params.orderId);
  return await submitForm(args.context.portal, args.request, CancelOrderForm, async (input) => {
    await orNotFound(cancelWithRefund(ctx, { ...input, id }));
    return await redirectWithToast(args.context.portal, orderBehind(args.request, id), "Order updated successfully");
  });
}

export default function CancelOrder() {
  return <CancelOrderDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
