import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { couponDetails } from "~/domain/coupons/couponDetails";
import { COUPON_DELETED } from "~/domain/coupons/couponTexts";
import { deleteCoupon } from "~/domain/coupons/deleteCoupon";
import { pageTitle } from "~/features/frame/pageTitle";
import { DeleteDialog } from "~/features/records/DeleteDialog";
import { deleteListedAction } from "~/http/deleteListed.server";
import { listBehind } from "~/http/listBehind.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { useActionResult } from "~/ui/form/useActionResult";

export { clientAction, shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Delete coupon");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  const { code, held, used } = await orNotFound(couponDetails(ctx, idParam(args.params.couponId)));
  return { code, held, used, back: listBehind(args.request, paths.coupons()) };
}

export const action = deleteListedAction(
  "coupons.manage",
  { list: paths.coupons(), deleted: COUPON_DELETED },
  deleteCoupon,
);

const orders = (count: number) => `${count} ${count === 1 ? "order" : "orders"}`;

/** States the consequences in figures (rules.md coupons/badges). */
export default function DeleteCoupon() {
  const { code, held, used, back } = useLoaderData<typeof loader>();
  return (
    <DeleteDialog
      noun="coupon"
      text={`Are you sure you want to delete this coupon: ${code}?`}
      consequences={[
        "Customers can no longer apply it.",
        ...(used > 0 ? [`${orders(used)} paid with it will not change.`] : []),
        ...(held > 0 ? [`${orders(held)} not paid yet keep the discounted price.`] : []),
      ]}
      back={back}
      posted={useActionResult<FormAnswer>()}
    />
  );
}
