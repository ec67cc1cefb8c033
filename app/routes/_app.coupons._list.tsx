import { Outlet, useLoaderData } from "@remix-run/react";
import { couponList } from "~/domain/coupons/couponList";
import { findCoupons } from "~/domain/coupons/findCoupons";
import { CouponListView } from "~/features/coupons/CouponListView";
import { pageTitle } from "~/features/frame/pageTitle";
import { listLoader } from "~/http/listLoader.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Coupons");

export const loader = listLoader(couponList, "coupons.manage", findCoupons);

export default function Coupons() {
  return (
    <CouponListView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </CouponListView>
  );
}
