import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { projectDetails } from "~/domain/checkout/projectDetails";
import { InvalidOrder } from "~/features/checkout/InvalidOrder";
import { type Answer, SuccessPage } from "~/features/checkout/SuccessPage";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { answerProjectDetails } from "~/http/projectDetailsForm.server";
import { decodeId } from "~/paths";

export { clientAction, shouldRevalidate } from "~/ui/form/unreachable";

export const meta = () => [{ title: `Your order | ${brand.name}` }];

/** Without an order of one's own the page says 'Invalid Order' (rules.md checkout/success-page). */
function orderParam(request: Request) {
  const id = decodeId(new URL(request.url).searchParams.get("orderId") ?? undefined);
  if (!id) throw new Response(null, { status: 404 });
  return id;
}

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const orderId = orderParam(args.request);
  // Repeats the provider's word, and settles when nobody else has: the one state change a GET may make (S7).
  const completed = await orNotFound(completeOrder(ctx, orderId));
  const order = await orNotFound(checkoutOrder(ctx, orderId));
  const details = await orNotFound(projectDetails(ctx, orderId));
  const choice = new URL(args.request.url).searchParams.get("details") ?? "none";
  return { completed, order, details, choice };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  return await orNotFound(answerProjectDetails(args.context.portal, ctx, orderParam(args.request)));
}

export default function Success() {
  return <SuccessPage {...useLoaderData<typeof loader>()} posted={useActionData<Answer>()} />;
}

export { InvalidOrder as ErrorBoundary };
