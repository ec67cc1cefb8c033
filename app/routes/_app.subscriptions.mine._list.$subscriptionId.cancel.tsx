import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { askToCancel } from "~/domain/subscriptions/askToCancel";
import { ownSubscription } from "~/domain/subscriptions/ownSubscriptions";
import { AskToCancelInput } from "~/domain/subscriptions/subscriptionInputs";
import { pageTitle } from "~/features/frame/pageTitle";
import { AskToCancelDialog } from "~/features/subscriptions/AskToCancelDialog";
import { listBehind } from "~/http/listBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Ask to cancel");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.own");
  const subscription = await orNotFound(ownSubscription(ctx, idParam(args.params.subscriptionId)));
  return { subscription, back: listBehind(args.request, paths.ownSubscriptions()) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.own");
  const id = idParam(args.params.subscriptionId);
  return await submitForm(
    args.context.portal,
    args.request,
    AskToCancelInput.omit({ id: true }),
    async ({ reason }) => {
      await orNotFound(askToCancel(ctx, { id, reason }));
      return await redirectWithToast(
        args.context.portal,
        listBehind(args.request, paths.ownSubscriptions()),
        "We received your request and will reply soon.",
      );
    },
  );
}

export default function AskToCancel() {
  return <AskToCancelDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
