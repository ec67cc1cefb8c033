import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { Context } from "~/domain/context";
import { deliverOrder } from "~/domain/delivery/deliverOrder";
import { DeliverOrderForm } from "~/domain/delivery/deliverOrderInput";
import { nextOwnOrder } from "~/domain/orders/nextOwnOrder";
import { orderDetails } from "~/domain/orders/orderDetails";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeliverOrderDialog } from "~/features/orders/DeliverOrderDialog";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { fromIn } from "~/features/orders/orderHref";
import { orderSteps } from "~/features/orders/orderSteps.server";
import { nullOnFault } from "~/http/nullOnFault.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths, safePath } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import type { ReceivedFile } from "~/ui/form/receivedFile";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Deliver order");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.manageReports");
  const order = await orNotFound(orderDetails(ctx, idParam(args.params.orderId)));
  if (order.view !== "staff") throw redirect(orderBehind(args.request, order.id), 303);
  const { id, number, version, status, subStatuses, links } = order;
  return { order: { id, number, version, status, subStatuses, openLinks: links?.open ?? 0 } };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.manageReports");
  const { portal } = args.context;
  const id = idParam(args.params.orderId);
  const files = { kind: "report", fields: "files", several: true, use: { attachedTo: `order:${id}` } } as const;
  return await submitFormWithFiles(portal, files, DeliverOrderForm, async ({ goTo, ...input }) => {
    await orNotFound(deliverOrder(ctx, { ...input, id }));
    const { searchParams } = new URL(args.request.url);
    const from = searchParams.get("from");
    const back = safePath(from, orderBehind(args.request, id));
    const next = goTo ? await orderAfter(ctx, id, fromIn(searchParams)) : null;
    if (next) return await redirectWithToast(portal, paths.order(next, from ?? undefined), "Order delivered");
    return await redirectWithToast(
      portal,
      back,
      goTo ? "Order delivered. It was your last open one." : "Order delivered",
    );
  });
}

/** The next order of the list or the queue that this one was opened from, else one's own that is due first. */
async function orderAfter(ctx: Context, id: string, from: string | null) {
  const steps = from ? await nullOnFault(orderDetails(ctx, id).then((order) => orderSteps(ctx, order, from))) : null;
  return steps?.next ?? (await nextOwnOrder(ctx, id));
}

export default function DeliverOrder() {
  const answer = useActionResult<FormAnswer<Record<string, unknown>, { files: ReceivedFile[] }>>();
  return <DeliverOrderDialog {...useLoaderData<typeof loader>()} answer={answer} />;
}
