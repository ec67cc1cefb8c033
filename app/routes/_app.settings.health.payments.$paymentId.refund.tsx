import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { findUnmatchedPayment } from "~/domain/recovery/findUnmatchedPayments";
import { refundUnmatchedPayment } from "~/domain/refunds/refundUnmatchedPayment";
import { pageTitle } from "~/features/frame/pageTitle";
import { RefundUnmatchedDialog } from "~/features/health/RefundUnmatchedDialog";
import { formatCents } from "~/format/money";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Refund payment");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payments.unmatched");
  return { payment: await orNotFound(findUnmatchedPayment(ctx, idParam(args.params.paymentId))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "payments.unmatched");
  const paymentId = idParam(args.params.paymentId);
  return await submitForm(args.context.portal, args.request, z.object({}), async () => {
    const { amount, state } = await orNotFound(refundUnmatchedPayment(ctx, paymentId));
    const text =
      state === "refunded" ? `${formatCents(amount)} refunded` : `The refund of ${formatCents(amount)} is on its way`;
    return await redirectWithToast(args.context.portal, paths.health(), text);
  });
}

export default function RefundUnmatched() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return <RefundUnmatchedDialog {...useLoaderData<typeof loader>()} errors={errors} />;
}
