import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { dripOrder } from "~/domain/orders/dripOrder";
import { orderDrip } from "~/domain/orders/orderDrip";
import { DripOrderInput } from "~/domain/placements/dripInput";
import { pageTitle } from "~/features/frame/pageTitle";
import { DripDialog } from "~/features/orders/DripDialog";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Start links gradually");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.edit");
  return { order: await orNotFound(orderDrip(ctx, idParam(args.params.orderId))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "placements.edit");
  const id = idParam(args.params.orderId);
  return await submitForm(args.context.portal, args.request, DripOrderInput.omit({ id: true }), async (input) => {
    await orNotFound(dripOrder(ctx, { ...input, id }));
    return await redirectWithToast(args.context.portal, orderBehind(args.request, id), "Order updated successfully");
  });
}

export default function StartGradually() {
  return <DripDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
