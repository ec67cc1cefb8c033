import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/cloudflare";
import { Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { isWithheld } from "~/domain/access";
import { addressOrders, countryNames, countryOfCode } from "~/domain/accounts/countries";
import { claimDraft, ownCart } from "~/domain/carts/ownCart";
import { checkoutService } from "~/domain/catalogue/checkoutService";
import { buyerDetails } from "~/domain/checkout/buyerDetails";
import { offeredCards } from "~/domain/checkout/checkoutCards";
import { readCheckoutDraft } from "~/domain/checkout/checkoutDraft";
import { AGAIN_PARAM, DETAILS_OF, KEPT_CART, LIKE_ORDER_PARAM, PAID_HERE } from "~/domain/checkout/checkoutQuery";
import { earlierSelection } from "~/domain/checkout/earlierSelection";
import { recentPurchase } from "~/domain/checkout/recentPurchase";
import { earlierAnswers } from "~/domain/intake/earlierAnswers";
import { CheckoutForm } from "~/features/checkout/CheckoutForm";
import { answerCheckout, withLinkedCoupon } from "~/features/checkout/checkoutPage.server";
import { choicesAtPlace, paymentTypeOf, postedValues, valuesOfSelection } from "~/features/checkout/checkoutValues";
import { keptDraftId } from "~/features/checkout/keptDraft.server";
import { ignoredText, linkedChoices, proposedQuantity } from "~/features/checkout/linkedChoices";
import { NothingToOrder } from "~/features/checkout/NothingToOrder";
import { PaidCheckout } from "~/features/checkout/PaidCheckout";
import { StaffNotice } from "~/features/checkout/StaffNotice";
import { startingValues } from "~/features/checkout/startingValues";
import { unknownReferral } from "~/features/checkout/unknownReferral.server";
import type { CheckoutAnswer } from "~/features/checkout/usePayment";
import { pageTitle } from "~/features/frame/pageTitle";
import { SHEET } from "~/features/preflight/sheetForm";
import { sheetOfDraft } from "~/features/preflight/shownSheet.server";
import { answerProjectDetails } from "~/features/projectDetails/projectDetailsForm.server";
import { FORM_OWNER } from "~/formNames";
import { isOwnForm } from "~/http/assertOwnForm.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { readForm } from "~/http/readForm.server";
import { campaignOfVisit } from "~/http/referralCookies.server";
import { sanitizeStored } from "~/richtext/renderRichText";
import { Alert } from "~/ui/feedback/Alert";
import { PageHeader } from "~/ui/layout/PageHeader";
import { newId } from "~db/ids";

export { ServiceFetchError as ErrorBoundary } from "~/features/catalogue/ServiceFetchError";
export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => `Checkout: ${data.service.name}`);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "checkout.view");
  const service = await orNotFound(checkoutService(ctx, idParam(args.params.serviceId)));
  // The provider answers while the rest is read.
  const savedCards = offeredCards(ctx, service.account);
  const buyer = await buyerDetails(ctx);
  const draftId = keptDraftId(args.context.portal, service.id);
  const search = new URL(args.request.url).searchParams;
  const byCookie = draftId ? await readCheckoutDraft(ctx, draftId, service.id) : null;
  const stored = byCookie ?? (search.has(KEPT_CART) ? await ownCart(ctx, service.id) : null);
  // What one customer typed is not shown to another one who signs in after it.
  const draft = stored && isOwnForm(ctx.actor, stored[FORM_OWNER]) ? stored : null;
  if (draftId && draft && byCookie) ctx.after(() => claimDraft(ctx, draftId));
  const like = search.get(LIKE_ORDER_PARAM);
  const earlier = like ? await earlierSelection(ctx, { orderId: like, serviceId: service.id }) : null;
  const { values: linked, ignored } = linkedChoices(service, search, earlier?.items);
  ignored.push(...(await unknownReferral(ctx, args.request)));
  const purchaseId = search.get(AGAIN_PARAM);
  const purchase = await recentPurchase(ctx, {
    serviceId: service.id,
    paidHere: search.get(PAID_HERE),
    known: purchaseId,
  });
  const source = { formName: search.get("Form-Name"), campaign: campaignOfVisit(args.context.portal, search) };
  const started = startingValues(source, buyer, draft && choicesAtPlace(service, draft), newId(ctx.now), {
    ...(earlier ? valuesOfSelection(service, earlier) : proposedQuantity(service)),
    "billingAddress.country": countryOfCode(args.request.headers.get("CF-IPCountry")),
  });
  Object.assign(started, linked);
  if (purchaseId) started[AGAIN_PARAM] = purchaseId.slice(0, 64);
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
    addressOrders,
    card: {
      scriptUrl: ctx.payments.scriptUrl,
      publishableKey: ctx.payments.publishableKey(service.account),
      sandbox: ctx.payments.sandbox,
    },
    savedCards: await savedCards,
    mayKeepCard: !isWithheld(ctx.actor, "checkout.cards"),
    initial,
    sheet: await sheetOfDraft(ctx, service.id, draft?.[SHEET]),
    answers: earlier && like ? await earlierAnswers(ctx, like) : null,
    ...coupon,
    ignored: ignoredText(ignored),
    now: ctx.now,
    ...(ctx.settings.company.taxes && { taxes: ctx.settings.company.taxes }),
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
      {data.ignored ? <Alert tone="info">{data.ignored}</Alert> : null}
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
  return <CheckoutForm {...data} initial={initial} posted={posted} />;
}
