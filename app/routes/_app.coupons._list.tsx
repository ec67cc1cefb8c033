import { Outlet, useLoaderData } from "@remix-run/react";
import { couponList } from "~/domain/coupons/couponList";
import { couponListStateLabel, couponListStates } from "~/domain/coupons/couponStates";
import { findCoupons } from "~/domain/coupons/findCoupons";
import { CouponBadges } from "~/features/coupons/CouponBadges";
import { discountLabel } from "~/features/coupons/couponLabels";
import { pageTitle } from "~/features/frame/pageTitle";
import { useAgencyZone } from "~/features/frame/useZone";
import { RecordListPage } from "~/features/records/RecordListPage";
import { formatDay } from "~/format/dates";
import { formatNumber } from "~/format/numbers";
import { listLoader } from "~/http/listLoader.server";
import { paths } from "~/paths";
import type { Column } from "~/ui/list/DataTable";

export { shouldRevalidate } from "~/ui/form/keepFormOnFailure";

export const meta = pageTitle("Coupons");

export const loader = listLoader(couponList, "coupons.manage", async (ctx, query) => {
  const page = await findCoupons(ctx, query);
  return { ...page, content: page.content.map((coupon) => ({ ...coupon, name: coupon.code })) };
});

const columns: Column[] = [
  { key: "code", label: "Code" },
  { key: "discount", label: "Discount" },
  { key: "services", label: "Services", card: "hidden" },
  { key: "usage", label: "Uses", align: "right" },
  { key: "held", label: "Held", align: "right", card: "hidden" },
  { key: "used", label: "Used", align: "right", card: "hidden" },
  { key: "released", label: "Released", align: "right", card: "hidden" },
  { key: "expiry", label: "Expiry", nowrap: true },
];
const choices = [
  ...couponListStates.map((value) => ({ value, label: couponListStateLabel(value) })),
  { value: "ALL", label: "All" },
];

export default function Coupons() {
  const { query, page } = useLoaderData<typeof loader>();
  const zone = useAgencyZone();
  return (
    <>
      <RecordListPage
        list={couponList}
        query={query}
        page={page}
        href={paths.coupons()}
        filter={{ key: "status", choices }}
        textFilter="code"
        filtered={query.filters.some(({ key }) => key === "code")}
        create={{ href: paths.couponNew(), label: "Add Coupon" }}
        empty={{ title: "No coupons yet", text: "A code customers enter at checkout for a discount." }}
        columns={columns}
        cells={({ id, code, services, held, used, released, usageLimit, expiresAt, ...coupon }) => ({
          code: (
            <>
              {code} <CouponBadges coupon={coupon} />
            </>
          ),
          discount: discountLabel(coupon),
          services: services.length === 1 ? services[0]?.name : `${formatNumber(services.length)} services`,
          usage: (
            <a className="cell-link" href={`${paths.coupon(id)}#orders`}>
              {usageLimit === null ? held + used : `${held + used} of ${usageLimit}`}
              <span className="visually-hidden"> orders with {code}</span>
            </a>
          ),
          held,
          used,
          released,
          expiry: expiresAt === null ? "Never" : formatDay(expiresAt - 1, zone),
        })}
        hrefOf={paths.coupon}
        deleteHrefOf={paths.couponDelete}
      />
      <Outlet />
    </>
  );
}
