import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { brand } from "~/brand";
import { deleteOrderEntry } from "~/domain/intake/deleteOrderEntry";
import { orderEntry } from "~/domain/intake/orderEntry";
import { DeleteEntryDialog } from "~/features/orders/DeleteEntryDialog";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { type FormAnswer, submitForm } from "~/http/submitForm.server";
import { paths, samePlace } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete project details | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.projectDetails");
  const entry = await orNotFound(orderEntry(ctx, idParam(args.params.orderId), idParam(args.params.entryId)));
  const { orderId, orderNumber, packageName, id, version, items, editable, last } = entry;
  return { entry: { orderId, orderNumber, packageName, id, version, answers: items.length, editable, last } };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.projectDetails");
  const orderId = idParam(args.params.orderId);
  const entryId = idParam(args.params.entryId);
  const form = await readForm(args.request);
  return await submitForm(args.context.portal, form, z.object({ version: z.number().int() }), async ({ version }) => {
    await orNotFound(deleteOrderEntry(ctx, { orderId, entryId, version }));
    return await redirectWithToast(
      args.context.portal,
      samePlace(paths.order(orderId), new URL(args.request.url).search),
      "Order updated successfully",
    );
  });
}

export default function DeleteEntry() {
  return <DeleteEntryDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
