import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { pageTitle } from "~/features/frame/pageTitle";
import { SheetDialog } from "~/features/preflight/SheetDialog";
import { SHEET, type SheetAnswer } from "~/features/preflight/sheetForm";
import { answerSheet, ownDraft } from "~/features/preflight/sheetPage.server";
import { sheetOfDraft } from "~/features/preflight/shownSheet.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Order by list");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.view");
  const service = await orNotFound(checkoutService(ctx, idParam(args.params.serviceId)));
  const packages = service.packages.filter(({ tracking }) => tracking.tracked).map(({ name }) => name);
  if (packages.length === 0) throw new Response(null, { status: 404 });
  const draft = await ownDraft(args.context.portal, ctx, service.id);
  const sheet = await sheetOfDraft(ctx, service.id, draft?.[SHEET]);
  return { checkout: paths.checkout(service.id), packages, sheet };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "checkout.view");
  return await orNotFound(answerSheet(args.context.portal, ctx, idParam(args.params.serviceId)));
}

export default function CheckoutSheet() {
  return <SheetDialog {...useLoaderData<typeof loader>()} posted={useActionResult<SheetAnswer>()} />;
}
