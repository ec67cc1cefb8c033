import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { couponDetails } from "~/domain/coupons/couponDetails";
import { COUPON_DELETED } from "~/domain/coupons/couponTexts";
import { deleteCoupon } from "~/domain/coupons/deleteCoupon";
import { DeleteCouponDialog } from "~/features/coupons/DeleteCouponDialog";
import { pageTitle } from "~/features/frame/pageTitle";
import { deleteAction } from "~/http/deleteAction.server";
import { listBehind } from "~/http/listBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete coupon");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  const { code, held, used } = await orNotFound(couponDetails(ctx, idParam(args.params.couponId)));
  return { coupon: { code, held, used }, back: listBehind(args.request, paths.coupons()) };
}

export const action = deleteAction(
  "coupons.manage",
  (ctx, { couponId }) => deleteCoupon(ctx, idParam(couponId)),
  ({ request }) => ({ path: listBehind(request, paths.coupons()), text: COUPON_DELETED }),
);

export default function DeleteCoupon() {
  const errors = formErrorsOf(useActionResult<FormAnswer>());
  return <DeleteCouponDialog {...useLoaderData<typeof loader>()} errors={errors} />;
}
