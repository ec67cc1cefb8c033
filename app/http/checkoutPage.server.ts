import type { SubmissionResult } from "@conform-to/react";
import { json, redirect } from "@remix-run/cloudflare";
import { DRAFT_MS, keepCheckoutDraft } from "~/domain/checkout/checkoutDraft";
import { completeOrder } from "~/domain/checkout/completeOrder";
import { payOrderHosted } from "~/domain/checkout/payOrderHosted";
import { placeOrder } from "~/domain/checkout/placeOrder";
import { PlaceOrderInput } from "~/domain/checkout/placeOrderInput";
import type { Context } from "~/domain/context";
import { paths } from "~/paths";
import { type PortalRequest, setPortalCookie } from "./portalRequest.server";
import { redirectWithToast } from "./redirectWithToast.server";
import { submitForm } from "./submitForm.server";

/** Typed text only: files and what is made anew for every page stay out of a draft. */
function draftOf(form: FormData) {
  const draft: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === "string" && !["intent", "with", "step", "totalPrice", "serviceId"].includes(name))
      draft[name] = value.slice(0, 1000);
  return draft;
}

/** What was posted, back into the page, without complaints: the buyer has not finished. */
const typedSoFar = (form: FormData, error?: SubmissionResult["error"]) => {
  const initialValue = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  return json({ result: { initialValue, error } as SubmissionResult });
};

/** A stepper pressed without script: `packageCounts[0].count:-1`. Never below 0 (document 2 section 5). */
export function step(form: FormData, pressed: string) {
  const [, name, change] = /^(packageCounts\[\d{1,3}\]\.count):(-?\d{1,3})$/.exec(pressed) ?? [];
  if (!name) return;
  const before = /^\d{1,6}$/.test(String(form.get(name))) ? Number(form.get(name)) : 0;
  form.set(name, String(Math.min(100_000, Math.max(0, before + Number(change)))));
}

/** Answers the one form of the checkout page, sent with script (`with=script`) or without. */
export async function answerCheckout(portal: PortalRequest, ctx: Context, serviceId: string, form: FormData) {
  const intent = String(form.get("intent") ?? "");
  const withScript = form.get("with") === "script";
  const pressed = form.get("step");
  if (typeof pressed === "string") {
    step(form, pressed);
    return typedSoFar(form);
  }
  if (intent === "update") return typedSoFar(form);
  if (intent === "complete") {
    const done = await completeOrder(ctx, String(form.get("orderId") ?? ""));
    return json({ paid: done.paid, declined: done.declined });
  }
  if (intent === "sign-in" || intent === "sign-up") return await leaveToSignIn(portal, ctx, serviceId, form, intent);

  form.set("serviceId", serviceId);
  return await submitForm(form, PlaceOrderInput, async (input) => {
    if (ctx.actor.kind === "anonymous")
      return withScript
        ? json({ signIn: await keepDraft(portal, ctx, serviceId, form, "sign-in") })
        : await leaveToSignIn(portal, ctx, serviceId, form, "sign-in");
    const order = await placeOrder(ctx, input);
    // The draft's key now names this order: the next checkout starts anew.
    setPortalCookie(portal, "checkout", "", 0);
    if (withScript) return json({ order });
    if (order.mode === "settled")
      return await redirectWithToast(portal, paths.checkoutSuccess(order.orderSystemId), "Order created successfully");
    const hosted = await payOrderHosted(ctx, order.orderSystemId);
    return redirect(hosted.url, 303);
  });
}

async function keepDraft(portal: PortalRequest, ctx: Context, serviceId: string, form: FormData, where: string) {
  setPortalCookie(portal, "checkout", await keepCheckoutDraft(ctx, serviceId, draftOf(form)), DRAFT_MS / 1000);
  return `${paths.checkout(serviceId)}/${where}`;
}

const leaveToSignIn = async (portal: PortalRequest, ctx: Context, serviceId: string, form: FormData, where: string) =>
  redirect(await keepDraft(portal, ctx, serviceId, form, where), 303);
