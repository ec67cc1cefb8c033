import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { agencyZone } from "~/domain/context";
import { dayOf, throughDay } from "~/domain/days";
import { changeDeadline } from "~/domain/orders/changeDeadline";
import { DeadlineFormInput } from "~/domain/orders/deadlineInput";
import { orderDeadline } from "~/domain/orders/orderDeadline";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeadlineDialog } from "~/features/orders/DeadlineDialog";
import { orderBehind } from "~/features/orders/orderBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Change deadline");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "orders.edit");
  const order = await orNotFound(orderDeadline(ctx, idParam(args.params.orderId)));
  return { order, today: dayOf(ctx.now, agencyZone(ctx)) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "orders.edit");
  const id = idParam(args.params.orderId);
  return await submitForm(args.context.portal, args.request, DeadlineFormInput, async ({ dueAt, ...input }) => {
    await orNotFound(changeDeadline(ctx, { ...input, id, dueAt: throughDay(dueAt, agencyZone(ctx)) }));
    return await redirectWithToast(args.context.portal, orderBehind(args.request, id), "Deadline changed");
  });
}

export default function ChangeDeadline() {
  return <DeadlineDialog {...useLoaderData<typeof loader>()} lastResult={useActionResult<FormAnswer>()?.result} />;
}
