import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LinkRulesInput } from "~/domain/catalogue/linkRulesInput";
import { linkRulesForm, saveLinkRules } from "~/domain/catalogue/saveLinkRules";
import { pageTitle } from "~/features/frame/pageTitle";
import { LinkRulesDialog } from "~/features/services/LinkRulesDialog";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Rules of orders by list");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const serviceId = idParam(args.params.serviceId);
  return { serviceId, rules: await orNotFound(linkRulesForm(ctx, serviceId)) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "services.manage");
  const serviceId = idParam(args.params.serviceId);
  return await orNotFound(
    submitForm(args.context.portal, args.request, LinkRulesInput, async (input) => {
      await saveLinkRules(ctx, serviceId, input);
      return await redirectWithToast(args.context.portal, paths.servicePackages(serviceId), "Rules saved");
    }),
  );
}

export default function LinkRules() {
  return <LinkRulesDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
