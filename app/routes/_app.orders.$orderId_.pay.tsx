import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isWithheld } from "~/domain/access";
import { boughtSince } from "~/domain/checkout/boughtSince";
import { offeredCards } from "~/domain/checkout/checkoutCards";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { PayOrderInput } from "~/domain/payments/savedCardInput";
import { asCardError } from "~/features/checkout/asCardError.server";
import { payByCard } from "~/features/checkout/checkoutPage.server";
import { ResumePayment } from "~/features/checkout/ResumePayment";
import type { CheckoutAnswer } from "~/features/checkout/usePayment";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Resume payment");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const orderId = idParam(args.params.orderId);
  // Paid a moment ago, perhaps: the provider is asked before a card is.
  const { pending } = await orNotFound(checkPayment(ctx, orderId));
  const order = await orNotFound(checkoutOrder(ctx, orderId));
  if (order.payState !== "unpaid" || order.status === "Cancelled") throw redirect(paths.order(order.id), 303);
  return {
    order,
    boughtSince: await boughtSince(ctx, order),
    pending,
    card: {
      scriptUrl: ctx.payments.scriptUrl,
      publishableKey: ctx.payments.publishableKey(order.account),
      sandbox: ctx.payments.sandbox,
    },
    savedCards: await offeredCards(ctx, order.account),
    mayKeepCard: order.paymentType === "DIRECT" && !isWithheld(ctx.actor, "checkout.cards"),
  };
}

/** With script: the payment to confirm in the page. Without: the saved card, or the provider's own page. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const { portal } = args.context;
  const orderId = idParam(args.params.orderId);
  const form = await readForm(args.request);
  const pay = async (savedCardId: string | undefined) => {
    if (form.get("with") === "script") {
      const order = await resumeOrder(ctx, orderId, { savedCardId }).catch(asCardError);
      return json<CheckoutAnswer>({ order, leaving: true });
    }
    if (savedCardId) return await payByCard(portal, ctx, form, orderId, savedCardId);
    return redirectDocument((await payOrderHosted(ctx, orderId, { keepCard: form.has("keepCard") })).url, 303);
  };
  return await submitForm(portal, form, PayOrderInput, ({ savedCardId }) => orNotFound(pay(savedCardId)));
}

export default function Pay() {
  return <ResumePayment {...useLoaderData<typeof loader>()} posted={useActionData<CheckoutAnswer>()} />;
}
