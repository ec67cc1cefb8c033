import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { brand } from "~/brand";
import { deleteReport } from "~/domain/orderReports/deleteReport";
import { reportToDelete } from "~/domain/orderReports/reportToDelete";
import { DeleteReportDialog } from "~/features/orders/DeleteReportDialog";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { type FormAnswer, submitForm } from "~/http/submitForm.server";
import { paths, samePlace } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete report | ${brand.name}` }];

const idsOf = ({ orderId, reportId }: LoaderFunctionArgs["params"]) => ({
  orderId: idParam(orderId),
  reportId: idParam(reportId),
});

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.manageReports");
  const { uploadKey: _, ...report } = await orNotFound(reportToDelete(ctx, idsOf(args.params)));
  return { report };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.manageReports");
  const ids = idsOf(args.params);
  return await submitForm(args.context.portal, args.request, z.object({}), async () => {
    await orNotFound(deleteReport(ctx, ids));
    return await redirectWithToast(
      args.context.portal,
      samePlace(paths.order(ids.orderId), new URL(args.request.url).search),
      "Report deleted successfully",
    );
  });
}

export default function DeleteReport() {
  return <DeleteReportDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
