import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { type CouponQuery, couponList } from "~/domain/coupons/couponList";
import { couponListStateLabel, couponListStates } from "~/domain/coupons/couponStates";
import type { Coupon } from "~/domain/coupons/storedCoupon";
import { useAgencyZone } from "~/features/frame/useZone";
import { ListViews } from "~/features/views/ListViews";
import { formatDay } from "~/format/dates";
import { formatNumber } from "~/format/numbers";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuLink } from "~/ui/list/RowMenuLink";
import { CouponBadges } from "./CouponBadges";
import { discountLabel } from "./couponLabels";

export interface CouponListViewProps {
  query: CouponQuery;
  /** Null when the query failed. */
  page: Page<Coupon> | null;
  /** A dialog over the list. */
  children?: ReactNode;
}

const list = paths.coupons();
const columns = [
  { key: "code", label: "Code" },
  { key: "discount", label: "Discount" },
  { key: "services", label: "Services", card: "hidden" },
  { key: "usage", label: "Uses", align: "right" },
  { key: "held", label: "Held", align: "right", card: "hidden" },
  { key: "used", label: "Used", align: "right", card: "hidden" },
  { key: "released", label: "Released", align: "right", card: "hidden" },
  { key: "expiry", label: "Expiry", nowrap: true },
] as const;

export function CouponListView({ query, page, children }: CouponListViewProps) {
  const zone = useAgencyZone();
  const [search] = useSearchParams();
  const chosen = (key: "status" | "code") => {
    const filter = query.filters.find((one) => one.key === key);
    return filter && "value" in filter ? String(filter.value) : "";
  };
  const [status, code] = [chosen("status"), chosen("code")];
  const chips = filterChips({ list: couponList, filters: query.filters, href: list, search });
  const addCoupon = (
    <LinkButton to={paths.couponNew()} variant="solid" icon={<Icon name="plus" />}>
      Add Coupon
    </LinkButton>
  );
  const behind = search.size > 0 ? `?${search}` : "";
  return (
    <>
      <ListPage
        title="Coupons"
        views={<ListViews list={list} />}
        action={addCoupon}
        filters={
          <FilterBar action={list} clearHref={list}>
            <SelectField
              label="Status"
              name="status"
              options={[
                ...couponListStates.map((value) => ({ value, label: couponListStateLabel(value) })),
                { value: "ALL", label: "All" },
              ]}
              defaultValue={status || "ALL"}
            />
            <TextField label="Code" name="code" type="search" autoComplete="off" defaultValue={code} />
          </FilterBar>
        }
        chips={chips}
        href={list}
        list={couponList}
        query={query}
        page={page}
        noun="coupons"
        filtered={code !== ""}
        empty={{
          title: "No coupons yet",
          text: "A code customers enter at checkout for a discount.",
          action: addCoupon,
        }}
        table={(coupons) => (
          <DataTable
            caption="Coupons"
            columns={columns}
            rows={coupons.map((coupon) => ({
              key: coupon.id,
              href: paths.coupon(coupon.id),
              cells: cellsOf(coupon, zone),
              actions: (
                <RowMenu label={`Actions for ${coupon.code}`}>
                  <RowMenuLink to={paths.coupon(coupon.id)}>Edit</RowMenuLink>
                  <RowMenuLink to={paths.couponDelete(coupon.id) + behind} preventScrollReset danger>
                    Delete
                  </RowMenuLink>
                </RowMenu>
              ),
            }))}
          />
        )}
      />
      {children}
    </>
  );
}

const cellsOf = (coupon: Coupon, zone: string) => ({
  code: (
    <>
      {coupon.code} <CouponBadges coupon={coupon} />
    </>
  ),
  discount: discountLabel(coupon),
  services:
    coupon.services.length === 1 ? coupon.services[0]?.name : `${formatNumber(coupon.services.length)} services`,
  usage: (
    <a className="cell-link" href={`${paths.coupon(coupon.id)}#orders`}>
      {coupon.usageLimit === null ? coupon.held + coupon.used : `${coupon.held + coupon.used} of ${coupon.usageLimit}`}
      <span className="visually-hidden"> orders with {coupon.code}</span>
    </a>
  ),
  held: coupon.held,
  used: coupon.used,
  released: coupon.released,
  expiry: coupon.expiresAt === null ? "Never" : formatDay(coupon.expiresAt - 1, zone),
});
