import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { checkoutOrder } from "~/domain/checkout/checkoutOrder";
import { AGAIN_PARAM, LIKE_ORDER_PARAM } from "~/domain/checkout/checkoutQuery";
import { checkPayment } from "~/domain/checkout/checkPayment";
import { paidCard } from "~/domain/checkout/paidCard";
import { userOf } from "~/domain/context";
import { earlierAnswers } from "~/domain/intake/earlierAnswers";
import { lastAnswers } from "~/domain/intake/lastAnswers";
import { projectDetails } from "~/domain/intake/projectDetails";
import type { PaymentOfError } from "~/features/checkout/FailedSuccess";
import { SuccessError } from "~/features/checkout/SuccessError";
import { SuccessPage } from "~/features/checkout/SuccessPage";
import { pageTitle } from "~/features/frame/pageTitle";
import { answerProjectDetails, type ProjectDetailsAnswer } from "~/features/projectDetails/projectDetailsForm.server";
import { orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { logFault } from "~/integrations/log.server";
import { decodeId } from "~/paths";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Your order");

/** Without an order of the viewer the page shows 'Invalid Order' (rules.md checkout/success-page). */
function orderParam(request: Request) {
  const id = decodeId(new URL(request.url).searchParams.get("orderId") ?? undefined);
  if (!id) throw new Response(null, { status: 404 });
  return id;
}

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  const orderId = orderParam(args.request);
  // Asks the provider, and settles the order if nothing else has: the only state change that a GET makes.
  const completed = await orNotFound(checkPayment(ctx, orderId));
  try {
    const [order, details, card] = await Promise.all([
      orNotFound(checkoutOrder(ctx, orderId)),
      orNotFound(projectDetails(ctx, orderId)),
      completed.paid ? orNotFound(paidCard(ctx, orderId)) : null,
    ]);
    const search = new URL(args.request.url).searchParams;
    const email = userOf(ctx.actor)?.email;
    const choice = search.get("details") ?? "none";
    const like = search.get(LIKE_ORDER_PARAM);
    const offers = choice === "none" && details.intake.length > 0 && !details.complete;
    const earlier = like ? await earlierAnswers(ctx, like) : offers ? await lastAnswers(ctx, orderId) : null;
    return { completed, order, email, card, details, choice, again: search.has(AGAIN_PARAM), earlier };
  } catch (error) {
    if (error instanceof Response) throw error;
    logFault(error);
    // The payment is known even when the rest of the page failed to load.
    throw json<PaymentOfError>({ number: completed.orderId, paid: completed.paid }, 500);
  }
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "checkout.complete");
  return await orNotFound(answerProjectDetails(args.context.portal, ctx, orderParam(args.request)));
}

export default function Success() {
  return <SuccessPage {...useLoaderData<typeof loader>()} posted={useActionData<ProjectDetailsAnswer>()} />;
}

export { SuccessError as ErrorBoundary };
