import { json, redirect, redirectDocument } from "@remix-run/cloudflare";
import { canSignUp } from "~/domain/accounts/canSignUp";
import { applyCoupon } from "~/domain/checkout/applyCoupon";
import { DRAFT_MS, keepCheckoutDraft } from "~/domain/checkout/checkoutDraft";
import { AGAIN } from "~/domain/checkout/checkoutQuery";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import { samePurchaseText } from "~/domain/checkout/purchaseText";
import { type RecentPurchase, recentPurchase } from "~/domain/checkout/recentPurchase";
import type { Context } from "~/domain/context";
import { couponCode } from "~/domain/coupons/couponCode";
import { ApplyCouponInput } from "~/domain/coupons/couponInput";
import { COUPON_APPLIED, COUPON_DESELECTED } from "~/domain/coupons/couponTexts";
import { couponFields, type FormCoupon, formCoupon, isDeselected, typedCoupon } from "~/domain/coupons/formCoupon";
import { Conflict, DomainError, type FieldErrors, Invalid, NotFound } from "~/domain/errors";
import { FORM_KEY } from "~/formNames";
import { assertOwnForm } from "~/http/assertOwnForm.server";
import { type PortalRequest, setPortalCookie } from "~/http/portalRequest.server";
import { asDocument, redirectWithToast } from "~/http/redirectWithToast.server";
import { type Refusal, refusalOf } from "~/http/refusalOf";
import { refuseForm } from "~/http/refuseForm.server";
import { submitForm } from "~/http/submitForm.server";
import { textEntries } from "~/http/textEntries";
import { paths } from "~/paths";
import type { CheckoutAnswer } from "./usePayment";

/** The form as flat text values. */
type Values = Record<string, string>;

/** Typed text only: files and per-page values stay out of a draft. */
function draftOf(form: FormData) {
  const draft: Record<string, string> = {};
  for (const [name, value] of textEntries(form))
    if (!["intent", "with", "step", "totalPrice", "discountedPrice", "serviceId", FORM_KEY].includes(name))
      draft[name] = value.slice(0, 1000);
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
  const before = /^\d{1,6}$/.test(String(form.get(name))) ? Number(form.get(name)) : 0;
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
  if (intent === "sign-in" || intent === "sign-up") {
    try {
      return await leaveToSignIn(portal, ctx, serviceId, form, intent);
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
  return await submitForm(portal, form, PlaceOrderInput, async (input) => {
    if (ctx.actor.kind === "anonymous") {
      const where = (await canSignUp(ctx, valuesOf(form))) ? "sign-up" : "sign-in";
      return withScript
        ? json<CheckoutAnswer>({ signIn: await keepDraft(portal, ctx, serviceId, form, where) })
        : await leaveToSignIn(portal, ctx, serviceId, form, where);
    }
    const known = String(form.get(AGAIN) ?? "");
    const purchase = await recentPurchase(ctx, { serviceId, known, selection: input.packageCounts });
    if (purchase && purchase.checkoutKey !== input.checkoutKey) return askToRepeat(ctx, form, purchase);
    const order = await placeOrder(ctx, input);
    // The draft's key now names this order; the next checkout needs a new one.
    setPortalCookie(portal, "checkout", "", 0);
    if (withScript) return json<CheckoutAnswer>({ order, leaving: true });
    if (order.mode === "settled")
      return asDocument(
        await redirectWithToast(portal, paths.checkoutSuccess(order.orderSystemId), "Order created successfully"),
      );
    const hosted = await payOrderHosted(ctx, order.orderSystemId);
    return redirectDocument(hosted.url, 303);
  });
}

/** The same was just bought, perhaps in another tab: the form returns, and sending it again orders again. */
function askToRepeat(ctx: Context, form: FormData, purchase: RecentPurchase) {
  form.set(AGAIN, purchase.id);
  const text = `${samePurchaseText(purchase, ctx.now)}. To order it once more, press Pay again.`;
  return typedSoFar(form, { again: purchase.id }, { "": [text] }, { status: 409 });
}

async function keepDraft(portal: PortalRequest, ctx: Context, serviceId: string, form: FormData, where: string) {
  setPortalCookie(portal, "checkout", await keepCheckoutDraft(ctx, serviceId, draftOf(form)), DRAFT_MS / 1000);
  return `${paths.checkout(serviceId)}/${where}`;
}

const leaveToSignIn = async (portal: PortalRequest, ctx: Context, serviceId: string, form: FormData, where: string) =>
  redirect(await keepDraft(portal, ctx, serviceId, form, where), 303);
