import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { couponChoices } from "~/domain/coupons/couponChoices";
import { CouponPage, type CouponPageAnswer } from "~/features/coupons/CouponPage";
import { answerCouponForm } from "~/features/coupons/couponForm.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { pageContext } from "~/http/pageContext.server";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Add Coupon");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  return { choices: await couponChoices(ctx, {}) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  return await answerCouponForm(args.context.portal, ctx);
}

export default function NewCoupon() {
  const { choices } = useLoaderData<typeof loader>();
  return <CouponPage coupon={null} choices={choices} posted={useActionResult<CouponPageAnswer>()} />;
}
