import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { brand } from "~/brand";
import { creativeDetails } from "~/domain/creatives/creativeDetails";
import { CREATIVE_DELETED } from "~/domain/creatives/creativeTexts";
import { deleteCreative } from "~/domain/creatives/deleteCreative";
import { DeleteCreativeDialog } from "~/features/creatives/DeleteCreativeDialog";
import { listBehind } from "~/http/listBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { type FormAnswer, submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete creative | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "creatives.manage");
  const { name } = await orNotFound(creativeDetails(ctx, idParam(args.params.creativeId)));
  return { name, back: listBehind(args.request, paths.creatives()) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "creatives.manage");
  return await submitForm(args.context.portal, args.request, z.object({}), async () => {
    await orNotFound(deleteCreative(ctx, idParam(args.params.creativeId)));
    return await redirectWithToast(args.context.portal, listBehind(args.request, paths.creatives()), CREATIVE_DELETED);
  });
}

export default function DeleteCreative() {
  const errors = useActionResult<FormAnswer>()?.result.error?.[""] ?? undefined;
  return <DeleteCreativeDialog {...useLoaderData<typeof loader>()} errors={errors} />;
}
