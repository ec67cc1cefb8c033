import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { couponList } from "~/domain/coupons/couponList";
import { findCoupons } from "~/domain/coupons/findCoupons";
import { CouponListView } from "~/features/coupons/CouponListView";
import { listLoader } from "~/http/listLoader.server";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Coupons | ${brand.name}` }];

export const loader = listLoader(couponList, "coupons.manage", findCoupons);

export default function Coupons() {
  return (
    <CouponListView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </CouponListView>
  );
}
