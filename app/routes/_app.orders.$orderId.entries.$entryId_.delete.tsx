import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { deleteOrderEntry } from "~/domain/intake/deleteOrderEntry";
import { orderEntry } from "~/domain/intake/orderEntry";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteEntryDialog } from "~/features/orders/DeleteEntryDialog";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { deleteAction } from "~/http/deleteAction.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete project details");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.projectDetails");
  const entry = await orNotFound(orderEntry(ctx, idParam(args.params.orderId), idParam(args.params.entryId)));
  const { orderId, orderNumber, packageName, id, version, items, closed, last } = entry;
  return { entry: { orderId, orderNumber, packageName, id, version, answers: items.length, closed, last } };
}

export const action = deleteAction(
  "orders.projectDetails",
  (ctx, { orderId, entryId }, { version }) =>
    deleteOrderEntry(ctx, { orderId: idParam(orderId), entryId: idParam(entryId), version }),
  ({ request, params }) => ({
    path: orderBehind(request, idParam(params.orderId)),
    text: "Order updated successfully",
  }),
  z.object({ version: z.number().int() }),
);

export default function DeleteEntry() {
  return <DeleteEntryDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
