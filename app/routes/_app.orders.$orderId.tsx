import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { can } from "~/domain/access";
import { orderDetails } from "~/domain/orders/orderDetails";
import { OrderFormInput } from "~/domain/orders/orderInputs";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import { orderMeta } from "~/domain/orders/orderMeta";
import { updateOrder } from "~/domain/orders/updateOrder";
import { type AssigneeOption, assigneeOptions } from "~/domain/team/assigneeOptions";
import { fileAddressOrNull } from "~/domain/uploads/fileAddress";
import { OrderView } from "~/features/orders/OrderView";
import { pageOpens } from "~/http/menu.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { type FormAnswer, submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import "~/features/orders/orders.css";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Order ${data.order.number} | ${brand.name}` : brand.name },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.read");
  const order = await orNotFound(orderDetails(ctx, idParam(args.params.orderId)));
  const [invoice, assignees] = await Promise.all([
    order.invoiceId ? orNotFound(orderInvoice(ctx, { invoiceId: order.invoiceId })) : null,
    order.view === "staff" ? assigneeOptions(ctx) : ([] as AssigneeOption[]),
  ]);
  const tab = new URL(args.request.url).searchParams.get("tab") ?? "details";
  return json({
    order,
    invoice,
    assignees,
    uploadUrl: fileAddressOrNull(order.uploadKey),
    tab: tab === "details" ? ("details" as const) : null,
    may: {
      reopen: can(ctx.actor, "orders.reopenCancelled"),
      openClient: pageOpens(ctx.actor, "/clients/:clientId"),
    },
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.edit");
  const id = idParam(args.params.orderId);
  return await orNotFound(
    submitForm(await args.request.formData(), OrderFormInput, async ({ status, ...input }) => {
      const cancels = status === "Cancelled" && (await orderMeta(ctx, id)).status !== "Cancelled";
      await updateOrder(ctx, { id, ...input, status: cancels ? undefined : status });
      // Without script 'Cancelled' is chosen like any status: the rest is saved, its dialog asks for the reason.
      if (cancels) return redirect(paths.orderCancel(id), 303);
      return await redirectWithToast(args.context.portal, paths.order(id), "Order updated successfully");
    }),
  );
}

export default function Order() {
  return (
    <OrderView {...useLoaderData<typeof loader>()} lastResult={useActionData<FormAnswer>()?.result}>
      <Outlet />
    </OrderView>
  );
}
