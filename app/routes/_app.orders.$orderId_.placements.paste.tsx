import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orderOfLinks } from "~/domain/placements/orderOfLinks";
import { pageTitle } from "~/features/frame/pageTitle";
import { PasteRowsView } from "~/features/placements/PasteRowsView";
import type { PasteRowsAnswer } from "~/features/placements/pasteRows";
import { answerPasteRows } from "~/features/placements/pasteRows.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Paste rows");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "placements.edit");
  return { order: await orNotFound(orderOfLinks(ctx, idParam(args.params.orderId))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "placements.edit");
  return await answerPasteRows(args.context.portal, ctx, idParam(args.params.orderId));
}

export default function PasteRows() {
  const { order } = useLoaderData<typeof loader>();
  return <PasteRowsView order={order} posted={useActionResult<PasteRowsAnswer>()} />;
}
