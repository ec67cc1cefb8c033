import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { couponList } from "~/domain/coupons/couponList";
import { findCoupons } from "~/domain/coupons/findCoupons";
import { CouponListView } from "~/features/coupons/CouponListView";
import { nullOnFault } from "~/http/nullOnFault.server";
import { pageContext } from "~/http/pageContext.server";
import { withStatus } from "~/http/withStatus.server";
import { listFromUrl } from "~/list/listFromUrl";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = () => [{ title: `Coupons | ${brand.name}` }];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await pageContext(args, "coupons.manage");
  const query = listFromUrl(couponList, args.request.url);
  const page = await nullOnFault(findCoupons(ctx, query));
  return withStatus({ query, page }, page ? 200 : 500);
}

export default function Coupons() {
  return (
    <CouponListView {...useLoaderData<typeof loader>()}>
      <Outlet />
    </CouponListView>
  );
}
