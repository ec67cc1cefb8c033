import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { orderCredit } from "~/domain/commissions/commissionDetails";
import { readerZone } from "~/domain/context";
import { orderDisputes } from "~/domain/disputes/orderDisputes";
import { orderDetails } from "~/domain/orders/orderDetails";
import { orderFileNames } from "~/domain/orders/orderFileNames";
import { OrderFormInput } from "~/domain/orders/orderInputs";
import { orderInvoice } from "~/domain/orders/orderInvoice";
import { orderMeta } from "~/domain/orders/orderMeta";
import { updateOrder } from "~/domain/orders/updateOrder";
import { orderRefunds, type RefundOfOrder } from "~/domain/refunds/orderRefunds";
import { type AssigneeOption, assigneeOptions } from "~/domain/team/assigneeOptions";
import { fileAddressOrNull } from "~/domain/uploads/fileAddress";
import { creditView } from "~/features/commissions/creditView.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { disputeAlert } from "~/features/orders/disputeAlert.server";
import { loadOrderEditForm } from "~/features/orders/LazyOrderEditForm";
import { type OrderTab, OrderView } from "~/features/orders/OrderView";
import type { OrderFormAnswer } from "~/features/orders/orderForms";
import { answerOrderForm, orderIntentOf, partOf, threadAndReports } from "~/features/orders/orderForms.server";
import { fromIn } from "~/features/orders/orderHref";
import { orderRights } from "~/features/orders/orderRights.server";
import { orderSteps } from "~/features/orders/orderSteps.server";
import { historyPage, linksPage } from "~/features/orders/orderTabs.server";
import { sourceView } from "~/features/orders/sourceView.server";
import { loadPlacementsTab } from "~/features/placements/LazyPlacementsTab";
import { nullOnFault } from "~/http/nullOnFault.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { logFault } from "~/integrations/log.server";
import { paths, samePlace } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => data.title);

const tabs: readonly OrderTab[] = ["details", "reports", "placements", "history"];

const titles: Record<string, string> = {
  reports: "Reports of order",
  placements: "Placements of order",
  history: "History of order",
};

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
  const from = order.view === "staff" ? fromIn(url.searchParams) : null;
  const showsLinks = tab === "placements" && order.links;
  const [invoice, assignees, refunds, history, work, credit, disputes, fileNames, placements, neighbors] =
    await Promise.all([
      order.invoiceId ? orNotFound(orderInvoice(ctx, { invoiceId: order.invoiceId })) : null,
      order.view === "staff" ? assigneeOptions(ctx) : ([] as AssigneeOption[]),
      order.payState === "unpaid" ? ([] as RefundOfOrder[]) : orderRefunds(ctx, order.id),
      tab === "history" && order.view === "staff" ? historyPage(ctx, order.id, url.searchParams.get("page")) : null,
      orNotFound(threadAndReports(ctx, order, url)),
      order.view === "staff" && order.payState !== "unpaid" ? orderCredit(ctx, order.id) : null,
      order.view === "staff" && order.paymentIntentId ? orderDisputes(ctx, order.id) : [],
      tab === "details" ? orderFileNames(ctx, order) : {},
      showsLinks ? linksPage(ctx, order.id, url.searchParams.get("page")) : null,
      from ? nullOnFault(orderSteps(ctx, order, from)) : null,
      showsLinks ? loadPlacementsTab() : null,
      order.view === "staff" ? loadOrderEditForm() : null,
    ]);
  return {
    title: `${titles[tab] ?? "Order"} ${order.number}`,
    order,
    invoice,
    assignees,
    now: ctx.now,
    uploadUrl: fileAddressOrNull(order.uploadKey),
    fileNames,
    history,
    placements,
    neighbors,
    from,
    refunds,
    disputes: disputes.map((dispute) => disputeAlert(ctx, order.id, dispute, readerZone(ctx))),
    credit: credit && creditView(credit),
    source: order.view === "staff" ? sourceView(order, readerZone(ctx)) : [],
    paymentPending: payment?.pending ?? false,
    payUrl: order.view === "staff" && order.payable && order.requested ? ctx.siteUrl + paths.orderPay(order.id) : null,
    overdue: order.view === "staff" && order.dueAt !== null && order.dueAt < ctx.now,
    tab:
      (tab === "history" && !history) || (tab === "placements" && !placements)
        ? null
        : (tabs.find((one) => one === tab) ?? null),
    work,
    may: orderRights(ctx, order),
  };
}

const nullLogged = (error: unknown) => {
  logFault(error);
  return null;
};

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
