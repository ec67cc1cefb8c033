import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { couponDetails } from "~/domain/coupons/couponDetails";
import { COUPON_DELETED } from "~/domain/coupons/couponTexts";
import { deleteCoupon } from "~/domain/coupons/deleteCoupon";
import { GENERIC_ERROR } from "~/domain/errors";
import { DeleteCouponDialog } from "~/features/coupons/DeleteCouponDialog";
import { logFault } from "~/http/logFault.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext, pagePath } from "~/http/pageContext.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { paths } from "~/paths";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Delete coupon | ${brand.name}` }];

/** The list behind the dialog, whose URL carries its filters and page. */
function listBehind(request: Request) {
  const search = pagePath(request).split("?")[1];
  return search ? `${paths.coupons()}?${search}` : paths.coupons();
}

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  const { code, held, used } = await orNotFound(couponDetails(ctx, idParam(args.params.couponId)));
  return { coupon: { code, held, used }, back: listBehind(args.request) };
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  try {
    await orNotFound(deleteCoupon(ctx, idParam(args.params.couponId)));
  } catch (error) {
    if (error instanceof Response) throw error;
    logFault(error);
    return json({ errors: [GENERIC_ERROR] }, 500);
  }
  return await redirectWithToast(args.context.portal, listBehind(args.request), COUPON_DELETED);
}

export default function DeleteCoupon() {
  return <DeleteCouponDialog {...useLoaderData<typeof loader>()} errors={useActionResult<typeof action>()?.errors} />;
}
