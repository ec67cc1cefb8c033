import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { cancelOwnSubscription } from "~/domain/cancellations/cancelOwnSubscription";
import { readerZone } from "~/domain/context";
import { askToCancel } from "~/domain/subscriptions/askToCancel";
import { keepOwnSubscription } from "~/domain/subscriptions/keepSubscription";
import { ownSubscription } from "~/domain/subscriptions/ownSubscriptions";
import {
  AskToCancelInput,
  CancelOwnSubscriptionInput,
  KeepOwnSubscriptionForm,
} from "~/domain/subscriptions/subscriptionInputs";
import { pageTitle } from "~/features/frame/pageTitle";
import { AskToCancelDialog } from "~/features/subscriptions/AskToCancelDialog";
import { CancelOwnDialog } from "~/features/subscriptions/CancelOwnDialog";
import { formatLongDate } from "~/format/dates";
import { listBehind } from "~/http/listBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Cancel subscription");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.own");
  const subscription = await orNotFound(ownSubscription(ctx, idParam(args.params.subscriptionId)));
  const { askToCancel: asks } = ctx.settings.payments;
  return { asks, subscription, back: listBehind(args.request, paths.ownSubscriptions()) };
}

/** A request, a cancellation, or `intent=keep`, which takes either back. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.own");
  const { portal } = args.context;
  const id = idParam(args.params.subscriptionId);
  const form = await readForm(args.request);
  const done = (message: string) =>
    redirectWithToast(portal, listBehind(args.request, paths.ownSubscriptions()), message);
  if (form.get("intent") === "keep")
    return await submitForm(portal, form, KeepOwnSubscriptionForm, async () => {
      await orNotFound(keepOwnSubscription(ctx, id));
      return await done("Your subscription continues.");
    });
  if (ctx.settings.payments.askToCancel)
    return await submitForm(portal, form, AskToCancelInput.omit({ id: true }), async ({ reason }) => {
      await orNotFound(askToCancel(ctx, { id, reason }));
      return await done("We received your request and will reply soon.");
    });
  return await submitForm(portal, form, CancelOwnSubscriptionInput.omit({ id: true }), async ({ reason }) => {
    const { endsAt } = await orNotFound(cancelOwnSubscription(ctx, { id, reason }));
    return await done(
      endsAt > ctx.now
        ? `Your subscription ends on ${formatLongDate(endsAt, readerZone(ctx))}.`
        : "Your subscription has ended.",
    );
  });
}

export default function CancelOwn() {
  const { asks, ...props } = useLoaderData<typeof loader>();
  const lastResult = useActionResult<FormAnswer>()?.result;
  return asks ? (
    <AskToCancelDialog {...props} lastResult={lastResult} />
  ) : (
    <CancelOwnDialog {...props} lastResult={lastResult} />
  );
}
