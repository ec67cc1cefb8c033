import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { brand } from "~/brand";
import { countryNames, countryOfCode } from "~/domain/accounts/countries";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { buyerDetails } from "~/domain/checkout/buyerDetails";
import { readCheckoutDraft } from "~/domain/checkout/checkoutDraft";
import { AGAIN, DETAILS_OF, LIKE_ORDER, PAID_HERE } from "~/domain/checkout/checkoutQuery";
import { earlierSelection } from "~/domain/checkout/earlierSelection";
import { recentPurchase } from "~/domain/checkout/recentPurchase";
import { earlierAnswers } from "~/domain/intake/earlierAnswers";
import { CheckoutForm } from "~/features/checkout/CheckoutForm";
import { answerCheckout, withLinkedCoupon } from "~/features/checkout/checkoutPage.server";
import { choicesAtPlace, paymentTypeOf, postedValues, valuesOfSelection } from "~/features/checkout/checkoutValues";
import { NothingToOrder } from "~/features/checkout/NothingToOrder";
import { PaidCheckout } from "~/features/checkout/PaidCheckout";
import { StaffNotice } from "~/features/checkout/StaffNotice";
import { startingValues } from "~/features/checkout/startingValues";
import type { CheckoutAnswer } from "~/features/checkout/usePayment";
import { answerProjectDetails } from "~/features/projectDetails/projectDetailsForm.server";
import { FORM_OWNER } from "~/formNames";
import { isOwnForm } from "~/http/assertOwnForm.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { portalCookie } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { sanitizeStored } from "~/richtext/renderRichText";
import { PageHeader } from "~/ui/layout/PageHeader";
import { newId } from "~db/ids";

export { ServiceFetchError as ErrorBoundary } from "~/features/catalogue/ServiceFetchError";
export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Checkout: ${data.service.name} | ${brand.name}` : brand.name },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.view");
  const service = await orNotFound(checkoutService(ctx, idParam(args.params.serviceId)));
  const buyer = await buyerDetails(ctx);
  const draftId = portalCookie(args.context.portal, "checkout");
  const stored = draftId ? await readCheckoutDraft(ctx, draftId, service.id) : null;
  // What one customer typed is not shown to another one who signs in after it.
  const draft = stored && isOwnForm(ctx.actor, stored[FORM_OWNER]) ? stored : null;
  const search = new URL(args.request.url).searchParams;
  const purchaseId = search.get(AGAIN);
  const purchase = await recentPurchase(ctx, {
    serviceId: service.id,
    paidHere: search.get(PAID_HERE),
    known: purchaseId,
  });
  const like = search.get(LIKE_ORDER);
  const earlier = like ? await earlierSelection(ctx, { orderId: like, serviceId: service.id }) : null;
  const started = startingValues(search, buyer, draft && choicesAtPlace(service, draft), newId(ctx.now), {
    ...(earlier ? valuesOfSelection(service, earlier) : {}),
    "billingAddress.country": countryOfCode(args.request.headers.get("CF-IPCountry")),
  });
  if (purchaseId) started[AGAIN] = purchaseId.slice(0, 64);
  const code = search.get("coupon");
  const { values: initial, ...coupon } = code
    ? await withLinkedCoupon(ctx, service.id, code, { ...started, paymentType: paymentTypeOf(service, started) })
    : { values: started };
  return {
    service,
    purchase,
    checkoutDescription: sanitizeStored(service.checkoutDescription),
    buyer,
    countries: countryNames,
    card: {
      scriptUrl: ctx.payments.scriptUrl,
      publishableKey: ctx.payments.publishableKey(service.account),
      sandbox: ctx.payments.sandbox,
    },
    initial,
    answers: earlier && like ? await earlierAnswers(ctx, like) : null,
    ...coupon,
    now: ctx.now,
  };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "checkout.view");
  const serviceId = idParam(args.params.serviceId);
  const paidOrder = new URL(args.request.url).searchParams.get(DETAILS_OF);
  if (paidOrder)
    return await orNotFound(
      answerProjectDetails(args.context.portal, ctx, idParam(paidOrder), undefined, "projectStepFile"),
    );
  return await orNotFound(answerCheckout(args.context.portal, ctx, serviceId, await readForm(args.request)));
}

export default function Checkout() {
  const data = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={data.service.name} help="Checkout" />
      {data.buyer?.staff ? (
        <StaffNotice />
      ) : data.service.packages.length === 0 ? (
        <NothingToOrder />
      ) : (
        <CustomerCheckout key={data.service.id} {...data} />
      )}
      <Outlet />
    </>
  );
}

function CustomerCheckout({ purchase, ...data }: SerializeFrom<typeof loader>) {
  const posted = useActionData<CheckoutAnswer>();
  // A form that was opened stays: it may hold a card by the time its buyer signs in, or buys in another tab.
  const [paid] = useState(posted ? null : purchase);
  if (paid) return <PaidCheckout purchase={paid} now={data.now} />;
  const typed = posted?.result?.initialValue;
  const initial = typed ? postedValues(data.service, typed) : data.initial;
  return <CheckoutForm {...data} initial={initial} posted={posted} brandName={brand.name} />;
}
