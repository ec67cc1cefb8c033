import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { brand } from "~/brand";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { ResumePayment } from "~/features/checkout/ResumePayment";
import type { CheckoutAnswer } from "~/features/checkout/usePayment";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Resume payment | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const orderId = idParam(args.params.orderId);
  // Paid a moment ago, perhaps: the provider is asked before a card is.
  const { pending } = await orNotFound(checkPayment(ctx, orderId));
  const order = await orNotFound(checkoutOrder(ctx, orderId));
  if (order.payState !== "unpaid" || order.status === "Cancelled") throw redirect(paths.order(order.id), 303);
  return {
    order,
    pending,
    card: {
      scriptUrl: ctx.payments.scriptUrl,
      publishableKey: ctx.payments.publishableKey(order.account),
      sandbox: ctx.payments.sandbox,
    },
  };
}

/** With script: the payment to confirm in the page. Without: the provider's own page. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const orderId = idParam(args.params.orderId);
  const form = await readForm(args.request);
  return await submitForm(args.context.portal, form, z.object({}), async () =>
    form.get("with") === "script"
      ? json<CheckoutAnswer>({ order: await orNotFound(resumeOrder(ctx, orderId)), leaving: true })
      : redirectDocument((await orNotFound(payOrderHosted(ctx, orderId))).url, 303),
  );
}

export default function Pay() {
  return <ResumePayment {...useLoaderData<typeof loader>()} posted={useActionData<CheckoutAnswer>()} />;
}
