import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { couponChoices } from "~/domain/coupons/couponChoices";
import { couponDetails } from "~/domain/coupons/couponDetails";
import { couponOrders } from "~/domain/coupons/couponOrders";
import { CouponPage, type CouponPageAnswer } from "~/features/coupons/CouponPage";
import { answerCouponForm } from "~/features/coupons/couponForm.server";
import { pageTitle } from "~/features/frame/pageTitle";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { isIdText } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle<typeof loader>((data) => data.coupon.code);

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  const coupon = await orNotFound(couponDetails(ctx, idParam(args.params.couponId)));
  const asked = new URL(args.request.url).searchParams.get("before");
  const before = asked && isIdText(asked) ? asked : null;
  const [choices, used] = await Promise.all([
    couponChoices(ctx, {
      serviceIds: coupon.services.map(({ id }) => id),
      affiliateId: coupon.affiliate?.id,
    }),
    couponOrders(ctx, coupon.id, before),
  ]);
  return { coupon, choices, used: { ...used, later: before !== null }, siteUrl: ctx.siteUrl };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  return await answerCouponForm(args.context.portal, ctx, idParam(args.params.couponId));
}

export default function EditCoupon() {
  const data = useLoaderData<typeof loader>();
  return <CouponPage key={data.coupon.id} {...data} posted={useActionResult<CouponPageAnswer>()} />;
}
