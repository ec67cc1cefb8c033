import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { reopenCancelledOrder, statusBeforeCancel } from "~/domain/cancellations/reopenCancelledOrder";
import { orderDetails } from "~/domain/orders/orderDetails";
import { ReopenCancelledOrderInput } from "~/domain/orders/orderInputs";
import { pageTitle } from "~/features/frame/pageTitle";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { ReopenOrderDialog } from "~/features/orders/ReopenOrderDialog";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Reopen order");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.reopenCancelled");
  const order = await orNotFound(orderDetails(ctx, idParam(args.params.orderId)));
  if (order.view !== "staff" || order.status !== "Cancelled") throw redirect(orderBehind(args.request, order.id), 303);
  const { id, number, version } = order;
  return { order: { id, number, version }, status: statusBeforeCancel(order) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.reopenCancelled");
  const id = idParam(args.params.orderId);
  return await submitForm(
    args.context.portal,
    args.request,
    ReopenCancelledOrderInput.omit({ id: true }),
    async (input) => {
      await orNotFound(reopenCancelledOrder(ctx, { ...input, id }));
      return await redirectWithToast(args.context.portal, orderBehind(args.request, id), "Order updated successfully");
    },
  );
}

export default function ReopenOrder() {
  return <ReopenOrderDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
