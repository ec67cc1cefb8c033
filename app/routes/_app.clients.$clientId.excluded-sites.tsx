import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ExcludedSitesInput } from "~/domain/clients/excludedSitesInput";
import { excludedSitesForm, saveExcludedSites } from "~/domain/clients/saveExcludedSites";
import { ExcludedSitesDialog } from "~/features/clients/ExcludedSitesDialog";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Excluded sites");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  return { client: await orNotFound(excludedSitesForm(ctx, idParam(args.params.clientId))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "clients.edit");
  const id = idParam(args.params.clientId);
  return await orNotFound(
    submitForm(args.context.portal, args.request, ExcludedSitesInput, async (input) => {
      await saveExcludedSites(ctx, id, input);
      return await redirectWithToast(args.context.portal, paths.client(id), "Updated successfully");
    }),
  );
}

export default function ExcludedSites() {
  return <ExcludedSitesDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
