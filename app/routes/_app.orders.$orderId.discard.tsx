import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import { discardOrder } from "~/domain/checkout/discardOrder";
import { pageTitle } from "~/features/frame/pageTitle";
import { DiscardOrderDialog } from "~/features/orders/DiscardOrderDialog";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Discard order");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.order");
  const { id, number, serviceName, total, status, payState } = await orNotFound(
    checkoutOrder(ctx, idParam(args.params.orderId)),
  );
  return { id, number, serviceName, total, open: payState === "unpaid" && status !== "Cancelled" };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "checkout.order");
  return await orNotFound(
    submitForm(args.context.portal, args.request, z.object({}), async () => {
      await discardOrder(ctx, idParam(args.params.orderId));
      return await redirectWithToast(args.context.portal, paths.orders(), "Order discarded");
    }),
  );
}

export default function DiscardOrder() {
  const errors = useActionResult<FormAnswer>()?.result?.error;
  return <DiscardOrderDialog order={useLoaderData<typeof loader>()} errors={errors?.[""] ?? undefined} />;
}
