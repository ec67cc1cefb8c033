import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { projectDetails } from "~/domain/intake/projectDetails";
import { pageTitle } from "~/features/frame/pageTitle";
import { OrderEntryDialog } from "~/features/orders/OrderEntryDialog";
import { answerProjectDetails, type ProjectDetailsAnswer } from "~/features/projectDetails/projectDetailsForm.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Add project details");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.projectDetails");
  const details = await orNotFound(projectDetails(ctx, idParam(args.params.orderId)));
  const packageId = idParam(args.params.packageId);
  // A new entry needs none of the others.
  const packages = details.packages
    .filter((one) => one.packageId === packageId)
    .map((one) => ({ ...one, values: [] as typeof one.values }));
  if (packages.length === 0) throw new Response(null, { status: 404 });
  return { details: { ...details, packages }, open: details.status !== "Cancelled" && details.intake.length > 0 };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.projectDetails");
  const orderId = idParam(args.params.orderId);
  const packageId = idParam(args.params.packageId);
  return await orNotFound(answerProjectDetails(args.context.portal, ctx, orderId, { packageId }));
}

export default function NewEntry() {
  const { details, open } = useLoaderData<typeof loader>();
  return (
    <OrderEntryDialog
      title={`Add to ${details.packages[0]?.packageName}`}
      action={paths.orderEntryNew(details.orderId, details.packages[0]?.packageId ?? "")}
      details={details}
      closed={open ? null : "You can no longer add project details to this order."}
      answer={useActionResult<ProjectDetailsAnswer>()}
    />
  );
}
