import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { creativeDetails } from "~/domain/creatives/creativeDetails";
import { CREATIVE_DELETED } from "~/domain/creatives/creativeTexts";
import { deleteCreative } from "~/domain/creatives/deleteCreative";
import { DeleteCreativeDialog } from "~/features/creatives/DeleteCreativeDialog";
import { pageTitle } from "~/features/frame/pageTitle";
import { deleteAction } from "~/http/deleteAction.server";
import { listBehind } from "~/http/listBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete creative");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "creatives.manage");
  const { name } = await orNotFound(creativeDetails(ctx, idParam(args.params.creativeId)));
  return { name, back: listBehind(args.request, paths.creatives()) };
}

export const action = deleteAction(
  "creatives.manage",
  (ctx, { creativeId }) => deleteCreative(ctx, idParam(creativeId)),
  ({ request }) => ({ path: listBehind(request, paths.creatives()), text: CREATIVE_DELETED }),
);

export default function DeleteCreative() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return <DeleteCreativeDialog {...useLoaderData<typeof loader>()} errors={errors} />;
}
