import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { chargeNow } from "~/domain/billing/chargeNow";
import { cancelSubscription } from "~/domain/cancellations/cancelSubscription";
import { keepSubscription } from "~/domain/subscriptions/keepSubscription";
import {
  CancelSubscriptionInput,
  ChargeNowInput,
  KeepSubscriptionInput,
  SUBSCRIPTION_CANCELED,
  UNKNOWN_OPERATION,
} from "~/domain/subscriptions/subscriptionInputs";
import { subscriptionToChange } from "~/domain/subscriptions/subscriptionToChange";
import { pageTitle } from "~/features/frame/pageTitle";
import { CancelSubscriptionDialog } from "~/features/subscriptions/CancelSubscriptionDialog";
import { ChargeNowDialog } from "~/features/subscriptions/ChargeNowDialog";
import { KeepSubscriptionDialog } from "~/features/subscriptions/KeepSubscriptionDialog";
import { subscriptionListPath } from "~/features/subscriptions/subscriptionListPath.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Subscription");

/** What can be done with a row. */
const operations = ["charge-now", "cancel", "keep"] as const;
const isOperation = (text = ""): text is (typeof operations)[number] => operations.some((one) => one === text);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.manage");
  const { subscriptionId, operation } = args.params;
  const id = idParam(subscriptionId);
  const back = subscriptionListPath(args.request);
  if (!isOperation(operation)) return await redirectWithToast(args.context.portal, back, UNKNOWN_OPERATION, "error");
  return { operation, subscription: await orNotFound(subscriptionToChange(ctx, id)), back };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "subscriptions.manage");
  const { portal } = args.context;
  const id = idParam(args.params.subscriptionId);
  const back = subscriptionListPath(args.request);
  const form = await readForm(args.request);
  if (args.params.operation === "charge-now")
    return await submitForm(args.context.portal, form, ChargeNowInput.omit({ id: true }), async ({ cycle }) => {
      const { outcome, message } = await orNotFound(chargeNow(ctx, { id, cycle }));
      const tone = outcome === "charged" ? "success" : outcome === "failed" ? "error" : "info";
      return await redirectWithToast(portal, back, message, tone);
    });
  if (args.params.operation === "cancel")
    return await submitForm(
      args.context.portal,
      form,
      CancelSubscriptionInput.omit({ id: true }),
      async ({ reason }) => {
        await orNotFound(cancelSubscription(ctx, { id, reason }));
        return await redirectWithToast(portal, back, SUBSCRIPTION_CANCELED);
      },
    );
  if (args.params.operation === "keep")
    return await submitForm(args.context.portal, form, KeepSubscriptionInput.omit({ id: true }), async ({ reason }) => {
      await orNotFound(keepSubscription(ctx, { id, reason }));
      return await redirectWithToast(portal, back, "The subscription continues");
    });
  return await redirectWithToast(portal, back, UNKNOWN_OPERATION, "error");
}

export default function ChangeSubscription() {
  const { operation, ...props } = useLoaderData<typeof loader>();
  const { error, initialValue } = useActionResult<FormAnswer>()?.result ?? {};
  if (operation === "charge-now") return <ChargeNowDialog {...props} errors={error?.[""] ?? undefined} />;
  const reason = typeof initialValue?.reason === "string" ? initialValue.reason : undefined;
  if (operation === "keep") return <KeepSubscriptionDialog {...props} errors={error ?? undefined} reason={reason} />;
  return <CancelSubscriptionDialog {...props} errors={error ?? undefined} reason={reason} />;
}
