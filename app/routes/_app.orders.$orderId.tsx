import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { can } from "~/domain/access";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { orderCredit } from "~/domain/commissions/commissionDetails";
import type { Context } from "~/domain/context";
import { orderDisputes } from "~/domain/disputes/orderDisputes";
import { historyFiles } from "~/domain/orders/historyFiles";
import { orderDetails } from "~/domain/orders/orderDetails";
import { orderFileNames } from "~/domain/orders/orderFileNames";
import { orderHistory } from "~/domain/orders/orderHistory";
import { OrderFormInput } from "~/domain/orders/orderInputs";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import { orderMeta } from "~/domain/orders/orderMeta";
import { updateOrder } from "~/domain/orders/updateOrder";
import { orderRefunds, type RefundOfOrder } from "~/domain/refunds/orderRefunds";
import { type AssigneeOption, assigneeOptions } from "~/domain/team/assigneeOptions";
import { fileAddressOrNull } from "~/domain/uploads/fileAddress";
import { pageOpens } from "~/features/frame/menu.server";
import { disputeAlert } from "~/features/orders/disputeAlert.server";
import { type OrderTab, OrderView } from "~/features/orders/OrderView";
import type { OrderFormAnswer } from "~/features/orders/orderForms";
import { answerOrderForm, orderIntentOf, partOf, threadAndReports } from "~/features/orders/orderForms.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { logFault } from "~/integrations/log.server";
import { paths, samePlace } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data ? data.title : brand.name }];

const tabs: readonly OrderTab[] = ["details", "reports", "history"];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.read");
  const url = new URL(args.request.url);
  const tab = url.searchParams.get("tab") ?? "details";
  const id = idParam(args.params.orderId);
  const entries = { before: partOf(url, "entries") };
  let order = await orNotFound(orderDetails(ctx, id, entries));
  const isOwnUnpaid = order.view === "customer" && order.payable;
  // The order stays readable whatever is wrong with the provider.
  const payment = isOwnUnpaid ? await checkPayment(ctx, id).catch(nullLogged) : null;
  if (payment && payment.status !== order.status) order = await orNotFound(orderDetails(ctx, id, entries));
  const [invoice, assignees, refunds, history, work, credit, disputes, fileNames] = await Promise.all([
    order.invoiceId ? orNotFound(orderInvoice(ctx, { invoiceId: order.invoiceId })) : null,
    order.view === "staff" ? assigneeOptions(ctx) : ([] as AssigneeOption[]),
    order.payState === "unpaid" ? ([] as RefundOfOrder[]) : orderRefunds(ctx, order.id),
    tab === "history" && order.view === "staff" ? historyPage(ctx, order.id, url.searchParams.get("page")) : null,
    orNotFound(threadAndReports(ctx, order, url)),
    order.view === "staff" && order.payState !== "unpaid" ? orderCredit(ctx, order.id) : null,
    order.view === "staff" && order.paymentIntentId ? orderDisputes(ctx, order.id) : [],
    tab === "details" ? orderFileNames(ctx, order) : {},
  ]);
  const title = `${tab === "reports" ? "Reports of order" : tab === "history" ? "History of order" : "Order"} ${order.number}`;
  return {
    title: `${title} | ${brand.name}`,
    order,
    invoice,
    assignees,
    uploadUrl: fileAddressOrNull(order.uploadKey),
    fileNames,
    history,
    refunds,
    disputes: disputes.map(disputeAlert),
    credit,
    paymentPending: payment?.pending ?? false,
    tab: tab === "history" && !history ? null : (tabs.find((one) => one === tab) ?? null),
    work,
    may: {
      refund:
        can(ctx.actor, "orders.refund") &&
        order.payState !== "unpaid" &&
        order.refunded < order.total &&
        // The provider refuses it while a dispute holds the money.
        order.view === "staff" &&
        order.disputed <= 0,
      reopen: can(ctx.actor, "orders.reopenCancelled"),
      openClient: pageOpens(ctx.actor, "/clients/:clientId"),
    },
  };
}

const nullLogged = (error: unknown) => {
  logFault(error);
  return null;
};

const HISTORY_PAGE = 25;

/** One page of the history, and whether there is another. */
async function historyPage(ctx: Context, id: string, pageText: string | null) {
  const page = /^\d{1,4}$/.test(pageText ?? "") ? Number(pageText) : 0;
  const entries = await orderHistory(ctx, id, { limit: HISTORY_PAGE + 1, offset: page * HISTORY_PAGE });
  const shown = entries.slice(0, HISTORY_PAGE);
  return { entries: shown, files: await historyFiles(ctx, shown), page, more: entries.length > HISTORY_PAGE };
}

export async function action(args: ActionFunctionArgs) {
  const intent = orderIntentOf(args.request);
  const ctx = await pageContext(args, intent ? "orders.messages" : "orders.edit");
  const id = idParam(args.params.orderId);
  if (intent) return await answerOrderForm(args.context.portal, ctx, id, intent);
  const { search } = new URL(args.request.url);
  return await orNotFound(
    submitForm(args.context.portal, args.request, OrderFormInput, async ({ status, ...input }) => {
      const cancels = status === "Cancelled" && (await orderMeta(ctx, id)).status !== "Cancelled";
      await updateOrder(ctx, { id, ...input, status: cancels ? undefined : status });
      // Without script 'Cancelled' is chosen like any status: the rest is saved, its dialog asks for the reason.
      if (cancels) return redirect(samePlace(paths.orderCancel(id), search), 303);
      return await redirectWithToast(
        args.context.portal,
        samePlace(paths.order(id), search),
        "Order updated successfully",
      );
    }),
  );
}

export default function Order() {
  const posted = useActionResult<OrderFormAnswer>();
  const loaded = useLoaderData<typeof loader>();
  return (
    // Another order, from a notification, keeps nothing that was typed for this one.
    <OrderView key={loaded.order.id} {...loaded} posted={posted}>
      <Outlet />
    </OrderView>
  );
}
