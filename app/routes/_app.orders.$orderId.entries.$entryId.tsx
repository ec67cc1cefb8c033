import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orderEntry } from "~/domain/intake/orderEntry";
import { pageTitle } from "~/features/frame/pageTitle";
import { OrderEntryDialog } from "~/features/orders/OrderEntryDialog";
import { answerProjectDetails, type ProjectDetailsAnswer } from "~/features/projectDetails/projectDetailsForm.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Edit project details");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.projectDetails");
  return { entry: await orNotFound(orderEntry(ctx, idParam(args.params.orderId), idParam(args.params.entryId))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.projectDetails");
  const orderId = idParam(args.params.orderId);
  const { packageId, id: entryId } = await orNotFound(orderEntry(ctx, orderId, idParam(args.params.entryId)));
  return await orNotFound(answerProjectDetails(args.context.portal, ctx, orderId, { packageId, entryId }));
}

export default function EditEntry() {
  const { entry } = useLoaderData<typeof loader>();
  return (
    <OrderEntryDialog
      title={`Edit ${entry.packageName}`}
      action={paths.orderEntry(entry.orderId, entry.id)}
      details={entry.details}
      entry={entry}
      closed={entry.closed}
      answer={useActionResult<ProjectDetailsAnswer>()}
    />
  );
}
