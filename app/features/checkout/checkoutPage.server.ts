import { json, redirect, redirectDocument } from "@remix-run/cloudflare";
import { checkoutBuyer } from "~/domain/accounts/checkoutBuyer";
import { CHECKOUT_MS } from "~/domain/accounts/sessionLimits";
import { readProof, writeProof } from "~/domain/accounts/sessionSecret";
import { applyCoupon } from "~/domain/checkout/applyCoupon";
import { AGAIN_PARAM, REPLACES } from "~/domain/checkout/checkoutQuery";
import type { PayableOrder } from "~/domain/checkout/checkoutTypes";
import { discardOrder, REPLACED } from "~/domain/checkout/discardOrder";
import { FirstOrderInput } from "~/domain/checkout/firstOrderInput";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { payWithSavedCard } from "~/domain/checkout/payWithSavedCard";
import { placeFirstOrder } from "~/domain/checkout/placeFirstOrder";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { type PlaceOrderInput as PlacedOrder, PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import { samePurchaseText } from "~/domain/checkout/purchaseText";
import { type RecentPurchase, recentPurchase } from "~/domain/checkout/recentPurchase";
import { type Context, readerZone } from "~/domain/context";
import { couponCode } from "~/domain/coupons/couponCode";
import { ApplyCouponInput } from "~/domain/coupons/couponInput";
import { COUPON_APPLIED, COUPON_DESELECTED } from "~/domain/coupons/couponTexts";
import { couponFields, type FormCoupon, formCoupon, isDeselected, typedCoupon } from "~/domain/coupons/formCoupon";
import { Conflict, DomainError, type FieldErrors, GENERIC_ERROR, Invalid, NotFound } from "~/domain/errors";
import { readSheetText } from "~/domain/preflight/sheetText";
import { SHEET, SHEET_WARNINGS } from "~/features/preflight/sheetForm";
import { FORM_KEY } from "~/formNames";
import { assertOwnForm } from "~/http/assertOwnForm.server";
import { type PortalRequest, portalCookie, setPortalCookie } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { arrivalOf, forgetCampaign, forgetClick } from "~/http/referralCookies.server";
import { type Refusal, refusalOf } from "~/http/refusalOf";
import { refuseForm } from "~/http/refuseForm.server";
import { submitForm } from "~/http/submitForm.server";
import { textEntries } from "~/http/textEntries";
import { zoneOfVisitor } from "~/http/zoneOfVisitor.server";
import { isIdText, paths } from "~/paths";
import { asDocument } from "~/remixInternals";
import { foldText } from "~db/foldText";
import { asCardError } from "./asCardError.server";
import { quantityOf } from "./checkoutValues";
import { forgetDraft, keepDraft } from "./keptDraft.server";
import type { CheckoutAnswer } from "./usePayment";

/** The form as flat text values. */
type Values = Record<string, string>;

/** Typed text only: files and per-page values stay out of a draft. */
function draftOf(form: FormData) {
  const draft: Record<string, string> = {};
  for (const [name, value] of textEntries(form))
    if (
      ![
        "intent",
        "with",
        "step",
        "totalPrice",
        "discountedPrice",
        "tax",
        "serviceId",
        "savedCardId",
        REPLACES,
        FORM_KEY,
      ].includes(name)
    )
      draft[name] = name === SHEET ? value : value.slice(0, 1000);
  return draft;
}

/** Returns what was posted to the page without errors: the buyer has not finished. */
const typedSoFar = (form: FormData, answer: CheckoutAnswer = {}, error?: FieldErrors, init?: ResponseInit) =>
  json<CheckoutAnswer>({ ...answer, result: { initialValue: valuesOf(form), error } }, init);

const refuse = (portal: PortalRequest, error: unknown, form: FormData) =>
  refuseForm(portal, error, { result: { initialValue: valuesOf(form) } });

const valuesOf = (form: FormData): Values => Object.fromEntries(textEntries(form));

/** Removes a coupon whose code or payment type has changed from the form. Returns whether it did. */
function dropDeselected(form: FormData): boolean {
  const values = valuesOf(form);
  const coupon = formCoupon(values);
  if (!coupon || !isDeselected(coupon, typedCoupon(values), values.paymentType ?? "")) return false;
  takeOut(form);
  return true;
}

function takeOut(form: FormData) {
  for (const name of ["couponCode", "couponType", "couponDiscount", "couponPaymentType", "discountedPrice"])
    form.delete(name);
}

/** Checks the form's coupon. The page returns with it, or with an error at its field. */
async function answerApply(ctx: Context, serviceId: string, form: FormData) {
  const values = valuesOf(form);
  takeOut(form);
  const attempt = await tryCoupon(ctx, serviceId, values);
  if ("refusal" in attempt) return typedSoFar(form, {}, { coupon: [attempt.refusal.message] }, attempt.refusal);
  for (const [name, value] of Object.entries(couponFields(attempt.coupon))) form.set(name, value);
  return typedSoFar(form, { ...attempt, couponNote: COUPON_APPLIED });
}

/** The coupon, or why it is refused. */
async function tryCoupon(
  ctx: Context,
  serviceId: string,
  values: Values,
): Promise<{ coupon: FormCoupon } | { refusal: Refusal }> {
  const { paymentType } = values;
  const input = ApplyCouponInput.safeParse({ serviceId, couponCode: values.coupon ?? "", paymentType });
  if (!input.success) return { refusal: refusalOf(new Invalid(input.error.issues[0]?.message ?? "")) };
  try {
    const coupon = await applyCoupon(ctx, input.data);
    return { coupon: { ...coupon, paymentType: input.data.paymentType } };
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
    return { refusal: refusalOf(error) };
  }
}

/** Initial values of a checkout whose address has a coupon (`?coupon=CODE`): applied, or with the reason why not. */
export async function withLinkedCoupon(ctx: Context, serviceId: string, code: string, values: Values) {
  const coupon = couponCode(code).slice(0, 64);
  const attempt = await tryCoupon(ctx, serviceId, { ...values, coupon });
  const { couponCode: _, couponType: _1, couponDiscount: _2, couponPaymentType: _3, ...others } = values;
  if ("refusal" in attempt) return { values: { ...others, coupon }, couponError: attempt.refusal.message };
  return { values: { ...others, coupon, ...couponFields(attempt.coupon) }, couponNote: COUPON_APPLIED };
}

/** A stepper pressed without script: `packageCounts[0].count:-1`. Never below 0. */
export function step(form: FormData, pressed: string) {
  const [, name, change] = /^(packageCounts\[\d{1,3}\]\.count):(-?\d{1,3})$/.exec(pressed) ?? [];
  if (!name) return;
  const before = quantityOf(String(form.get(name)));
  form.set(name, String(Math.min(100_000, Math.max(0, before + Number(change)))));
}

/** Answers the checkout page's form, sent with script (`with=script`) or without. */
export async function answerCheckout(portal: PortalRequest, ctx: Context, serviceId: string, form: FormData) {
  const intent = String(form.get("intent") ?? "");
  try {
    assertOwnForm(portal, form);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return refuse(portal, error, form);
  }
  const withScript = form.get("with") === "script";
  const pressed = form.get("step");
  const note = dropDeselected(form) ? { couponNote: COUPON_DESELECTED } : {};
  if (typeof pressed === "string") {
    step(form, pressed);
    return typedSoFar(form, note);
  }
  if (intent === "update") return typedSoFar(form, note);
  if (intent === "sign-in" || intent === "sign-up" || intent === "sheet") {
    try {
      return await leaveForAccount(portal, ctx, serviceId, form, intent);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return refuse(portal, error, form);
    }
  }

  // Without script a typed code is applied before ordering, so that the buyer sees the price first.
  const applyFirst = intent === "order" && !withScript && !form.has("couponCode") && typedCoupon(valuesOf(form)) !== "";
  if (intent === "apply-coupon" || (applyFirst && !note.couponNote)) return await answerApply(ctx, serviceId, form);
  if (note.couponNote) return typedSoFar(form, note);

  form.set("serviceId", serviceId);
  if (ctx.actor.kind === "anonymous") return await answerVisitor(portal, ctx, serviceId, form);
  return await submitForm(portal, form, PlaceOrderInput, (input) => orderAs(portal, ctx, form, input));
}

const isFilled = (form: FormData, name: string) => String(form.get(name) ?? "").trim() !== "";

/**
 * A visitor's order makes their account; the owner of an address that has one signs in first (rules.md
 * checkout/new-account). A browser whose order made the account goes on with it.
 */
async function answerVisitor(portal: PortalRequest, ctx: Context, serviceId: string, form: FormData) {
  const leave = () => leaveForAccount(portal, ctx, serviceId, form, "sign-in");
  // Without any name the buyer may have an account.
  if (!["firstName", "lastName", "email"].some((name) => isFilled(form, name)))
    return await submitForm(portal, form, PlaceOrderInput, leave);
  return await submitForm(portal, form, FirstOrderInput, async ({ firstName, lastName, email, ...input }) => {
    const known = await checkoutBuyer(ctx, readProof(portalCookie(portal, "buyer")));
    if (known && foldText(known.found.user.email) === foldText(email))
      return await orderAs(portal, known.buyer, form, input, serviceId);
    const person = { firstName, lastName, email };
    const origin = { arrival: await arrivalOf(portal), timeZone: zoneOfVisitor(portal.request, form.get("timeZone")) };
    const first = await placeFirstOrder(ctx, { ...input, ...sheetOf(form) }, person, origin).catch(asCardError);
    if (!first) return await leave();
    forgetClick(portal);
    setPortalCookie(portal, "buyer", writeProof(first.proof), CHECKOUT_MS / 1000);
    return await answerPlaced(portal, first.buyer, form, first.order, serviceId);
  });
}

/** `visited`: the service whose checkout the buyer sees without being signed in. */
async function orderAs(portal: PortalRequest, ctx: Context, form: FormData, input: PlacedOrder, visited?: string) {
  const { serviceId, packageCounts, checkoutKey } = input;
  const known = String(form.get(AGAIN_PARAM) ?? "");
  const purchase = await recentPurchase(ctx, { serviceId, known, selection: packageCounts });
  if (purchase && purchase.checkoutKey !== checkoutKey) return askToRepeat(ctx, form, purchase);
  const replaced = String(form.get(REPLACES) ?? "");
  // First, because it may hold the coupon.
  if (isIdText(replaced)) await discardOrder(ctx, replaced, REPLACED).catch(asCardError);
  const order = await placeOrder(ctx, { ...input, ...sheetOf(form) }).catch(asCardError);
  return await answerPlaced(portal, ctx, form, order, visited);
}

/** Leads to the payment of a placed order. */
async function answerPlaced(
  portal: PortalRequest,
  ctx: Context,
  form: FormData,
  order: PayableOrder,
  visited: string | undefined,
) {
  // The draft's key now names this order; the next checkout needs a new one.
  forgetDraft(portal, String(form.get("serviceId")));
  forgetCampaign(portal);
  if (form.get("with") === "script") return json<CheckoutAnswer>({ order, leaving: true });
  if (order.mode === "settled")
    return asDocument(
      await redirectWithToast(portal, paths.checkoutSuccess(order.orderSystemId), "Order created successfully"),
    );
  const savedCardId = String(form.get("savedCardId") ?? "");
  if (savedCardId) return await payByCard(portal, ctx, form, order.orderSystemId, savedCardId);
  const keepCard = form.has("keepCard");
  if (visited === undefined)
    return redirectDocument((await payOrderHosted(ctx, order.orderSystemId, { keepCard })).url, 303);
  const page = await payOrderHosted(ctx, order.orderSystemId, { keepCard, cancelPath: paths.checkout(visited) });
  // A buyer who comes back without paying finds the form as it was, and may change the order.
  form.delete("checkoutKey");
  await keepDraft(portal, portal.ctx, visited, draftOf(form));
  return redirectDocument(page.url, 303);
}

/** Without script the server confirms the card: the order, the bank's page, or the form with what the bank said. */
export async function payByCard(
  portal: PortalRequest,
  ctx: Context,
  form: FormData,
  orderId: string,
  savedCardId: string,
) {
  const { paid, pending, bankUrl, declined } = await payWithSavedCard(ctx, orderId, savedCardId).catch(asCardError);
  // A form of ours may not be led to the bank's host (Content-Security-Policy), so it is a link.
  if (bankUrl) return typedSoFar(form, { bankUrl });
  if (!paid && !pending) return typedSoFar(form, {}, { savedCardId: [declined ?? GENERIC_ERROR] }, { status: 402 });
  return asDocument(
    await redirectWithToast(
      portal,
      paths.checkoutSuccess(orderId),
      paid ? "Order created successfully" : "Your payment is being confirmed",
    ),
  );
}

/** The rows of an order by list, and the warnings that were on the screen. */
function sheetOf(form: FormData) {
  const text = String(form.get(SHEET) ?? "");
  if (text === "") return {};
  return { placements: readSheetText(text), acknowledged: String(form.get(SHEET_WARNINGS) ?? "").split(" ") };
}

/** The same was just bought, perhaps in another tab: the form returns, and sending it again orders again. */
function askToRepeat(ctx: Context, form: FormData, purchase: RecentPurchase) {
  form.set(AGAIN_PARAM, purchase.id);
  const text = `${samePurchaseText(purchase, ctx.now, readerZone(ctx))}. To order it once more, press Pay again.`;
  return typedSoFar(form, { again: purchase.id }, { "": [text] }, { status: 409 });
}

/** Opens a dialog over the checkout, which keeps what was typed. */
async function leaveForAccount(portal: PortalRequest, ctx: Context, serviceId: string, form: FormData, where: string) {
  await keepDraft(portal, ctx, serviceId, draftOf(form));
  const address = `${paths.checkout(serviceId)}/${where}`;
  return form.get("with") === "script" ? json<CheckoutAnswer>({ signIn: address }) : redirect(address, 303);
}
