import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { DomainError, GENERIC_ERROR } from "~/domain/errors";
import { findUnmatchedPayment } from "~/domain/recovery/findUnmatchedPayments";
import { refundUnmatchedPayment } from "~/domain/refunds/refundUnmatchedPayment";
import { RefundUnmatchedDialog } from "~/features/subscriptions/RefundUnmatchedDialog";
import { formatCents } from "~/format/money";
import { logFault } from "~/http/logFault.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { statusOf } from "~/http/statusOf";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Refund payment | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "payments.unmatched");
  return { payment: await orNotFound(findUnmatchedPayment(ctx, idParam(args.params.paymentId))) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "payments.unmatched");
  try {
    const { amount, state } = await orNotFound(refundUnmatchedPayment(ctx, idParam(args.params.paymentId)));
    const text =
      state === "refunded" ? `${formatCents(amount)} refunded` : `The refund of ${formatCents(amount)} is on its way`;
    return await redirectWithToast(args.context.portal, paths.billingHealth(), text);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (error instanceof DomainError) return json({ errors: [error.message] }, statusOf(error));
    logFault(error);
    return json({ errors: [GENERIC_ERROR] }, 500);
  }
}

export default function RefundUnmatched() {
  return (
    <RefundUnmatchedDialog {...useLoaderData<typeof loader>()} errors={useActionResult<typeof action>()?.errors} />
  );
}
