import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { brand } from "~/brand";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { resumeOrder } from "~/domain/checkout/resumeOrder";
import { ResumePayment } from "~/features/checkout/ResumePayment";
import type { PlaceAnswer } from "~/features/checkout/usePayment";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";

export { clientAction, shouldRevalidate } from "~/ui/form/unreachable";

export const meta = () => [{ title: `Resume payment | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const order = await orNotFound(checkoutOrder(ctx, idParam(args.params.orderId)));
  if (order.payState !== "unpaid" || order.status === "Cancelled") throw redirect(paths.order(order.id), 303);
  return {
    order,
    card: {
      scriptUrl: ctx.payments.scriptUrl,
      publishableKey: ctx.payments.publishableKey(order.account),
      sandbox: ctx.payments.sandbox,
    },
  };
}

/** With script: the payment to confirm in the page, and what came of it. Without: the provider's own page. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const orderId = idParam(args.params.orderId);
  const form = await readForm(args.request);
  return await submitForm(args.context.portal, form, z.object({}), async () => {
    if (form.get("intent") === "complete") {
      const { paid, declined } = await orNotFound(completeOrder(ctx, orderId));
      return json({ paid, declined });
    }
    if (form.get("with") === "script") return json({ order: await orNotFound(resumeOrder(ctx, orderId)) });
    return redirect((await orNotFound(payOrderHosted(ctx, orderId))).url, 303);
  });
}

export default function Pay() {
  return <ResumePayment {...useLoaderData<typeof loader>()} posted={useActionData<PlaceAnswer>()} />;
}
