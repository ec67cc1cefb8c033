import { useSearchParams } from "@remix-run/react";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { type CouponQuery, couponList } from "~/domain/coupons/couponList";
import type { Coupon } from "~/domain/coupons/storedCoupon";
import { formatLongDate } from "~/format/dates";
import { formatNumber } from "~/format/numbers";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { SelectField } from "~/ui/form/SelectField";
import { TextField } from "~/ui/form/TextField";
import { ActiveFilters } from "~/ui/list/ActiveFilters";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { Pagination } from "~/ui/list/Pagination";
import { RowMenu } from "~/ui/list/RowMenu";
import { RowMenuLink } from "~/ui/list/RowMenuLink";
import { CouponBadges } from "./CouponBadges";
import { discountWords } from "./couponWords";

export interface CouponListViewProps {
  query: CouponQuery;
  /** Null when the coupons could not be read. */
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

/** The coupons as staff see them (document 3 section 2): the state of the list is its address. */
export function CouponListView({ query, page, children }: CouponListViewProps) {
  const [search] = useSearchParams();
  const chosen = (key: "status" | "code") => {
    const filter = query.filters.find((one) => one.key === key);
    return filter && "value" in filter ? String(filter.value) : "";
  };
  const [status, code] = [chosen("status"), chosen("code")];
  const size = search.get("size");
  const chips = [
    ...(status === "" ? [{ label: "Status: All", removeHref: list + listToSearch(search, { status: null }) }] : []),
    ...(code ? [{ label: `Code: ${code}`, removeHref: list + listToSearch(search, { code: null }) }] : []),
  ];
  const addCoupon = (
    <LinkButton to={paths.couponNew()} variant="solid" icon={<Plus className="icon" size={16} />}>
      Add Coupon
    </LinkButton>
  );
  const behind = search.size > 0 ? `?${search}` : "";
  return (
    <>
      <ListPage
        title="Coupons"
        action={addCoupon}
        filters={
          <FilterBar action={list} clearHref={list} keep={size ? [{ name: "size", value: size }] : []}>
            <SelectField
              label="Status"
              name="status"
              options={[
                { value: "ACTIVE", label: "Active" },
                { value: "ALL", label: "All" },
              ]}
              defaultValue={status || "ALL"}
            />
            <TextField label="Code" name="code" type="search" autoComplete="off" defaultValue={code} />
          </FilterBar>
        }
        chips={<ActiveFilters filters={chips} clearHref={list} />}
        table={
          page === null ? (
            <Alert tone="danger">An error occurred. Please try again.</Alert>
          ) : page.content.length > 0 ? (
            <DataTable
              caption="Coupons"
              columns={columns}
              rows={page.content.map((coupon) => ({
                key: coupon.id,
                href: paths.coupon(coupon.id),
                cells: cellsOf(coupon),
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
          ) : (
            <NoCoupons filtered={code !== ""} total={page.totalElements} action={addCoupon} />
          )
        }
        pagination={
          page && page.totalElements > 0 ? (
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={page.totalElements}
              sizes={couponList.pageSizes}
              sizeName="size"
              hrefFor={pageHref(list, search, couponList)}
            />
          ) : undefined
        }
      />
      {children}
    </>
  );
}

const cellsOf = (coupon: Coupon) => ({
  code: (
    <>
      {coupon.code} <CouponBadges coupon={coupon} />
    </>
  ),
  discount: discountWords(coupon),
  services:
    coupon.services.length === 1 ? coupon.services[0]?.name : `${formatNumber(coupon.services.length)} services`,
  usage:
    coupon.usageLimit === null ? coupon.held + coupon.used : `${coupon.held + coupon.used} of ${coupon.usageLimit}`,
  held: coupon.held,
  used: coupon.used,
  released: coupon.released,
  expiry: coupon.expiresAt === null ? "Never" : formatLongDate(coupon.expiresAt),
});

function NoCoupons({ filtered, total, action }: { filtered: boolean; total: number; action: ReactNode }) {
  if (total > 0)
    return <EmptyState title="Nothing on this page" action={<LinkButton to={list}>Go to the first page</LinkButton>} />;
  if (filtered)
    return (
      <EmptyState
        title="No coupons match"
        text="Change the filters, or start over."
        action={<LinkButton to={list}>Reset Filters</LinkButton>}
      />
    );
  return <EmptyState title="No coupons yet" text="A code that takes something off at the checkout." action={action} />;
}
