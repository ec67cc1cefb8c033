import { json } from "@remix-run/cloudflare";
import type { Context } from "~/domain/context";
import { couponChoices } from "~/domain/coupons/couponChoices";
import { CouponInput } from "~/domain/coupons/couponInput";
import { COUPON_CREATED, COUPON_UPDATED } from "~/domain/coupons/couponTexts";
import { expiryThroughDay, saveCoupon } from "~/domain/coupons/saveCoupon";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { replyTo, submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { parseForm } from "~/ui/form/parseForm";
import type { CouponPageAnswer } from "./CouponPage";

const text = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** '10%' is no fixed amount, and '$10' no percentage: the number alone would be another discount. */
const signFits = (type: string, discount: string) =>
  !(type === "FIXED" ? "%" : "$").includes(/[$%]/.exec(discount)?.[0] ?? " ");
const WrongSign = CouponInput.refine(() => false, {
  path: ["discount"],
  error: "The sign does not match the type of the discount",
  when: () => true,
});

/** Creates a coupon, or changes the named one. A search step returns the page with its results and all input. */
export async function answerCouponForm(portal: PortalRequest, ctx: Context, id?: string) {
  const form = await readForm(portal.request);
  if (id) form.set("id", id);
  else form.delete("id");
  const search = { service: text(form, "serviceSearch"), affiliate: text(form, "affiliateSearch") };
  const choices = await couponChoices(ctx, {
    ...search,
    serviceIds: form.getAll("serviceIds").map(String),
    affiliateId: text(form, "affiliateId"),
  });
  const answer = { choices, search };
  if (form.get("intent") === "find") {
    // Nothing was submitted yet, so missing fields are not errors.
    const { error: _, ...result } = replyTo(parseForm(form, CouponInput), CouponInput);
    return json<CouponPageAnswer>({ ...answer, result });
  }
  return await submitForm(
    portal,
    form,
    signFits(text(form, "type"), text(form, "discount")) ? CouponInput : WrongSign,
    async (input) => {
      await orNotFound(saveCoupon(ctx, input, expiryThroughDay));
      return await redirectWithToast(portal, paths.coupons(), id ? COUPON_UPDATED : COUPON_CREATED);
    },
    // The switch hides the field, and a page without script posts it anyway.
    { answer, ...(form.get("setExpiry") ? { laterDay: "expiryDate" } : {}) },
  );
}
