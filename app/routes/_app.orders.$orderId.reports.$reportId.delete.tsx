import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { deleteReport } from "~/domain/orderReports/deleteReport";
import { reportToDelete } from "~/domain/orderReports/reportToDelete";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteReportDialog } from "~/features/orders/DeleteReportDialog";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete report");

const idsOf = ({ orderId, reportId }: LoaderFunctionArgs["params"]) => ({
  orderId: idParam(orderId),
  reportId: idParam(reportId),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.manageReports");
  const { uploadKey: _, ...report } = await orNotFound(reportToDelete(ctx, idsOf(args.params)));
  return { report };
}

export const action = deleteAction(
  "orders.manageReports",
  (ctx, params) => deleteReport(ctx, idsOf(params)),
  ({ request, params }) => ({
    path: orderBehind(request, idsOf(params).orderId),
    text: "Report deleted successfully",
  }),
);

export default function DeleteReport() {
  return <DeleteReportDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
