import { defineList, type KeyOf, type ListQuery, PAGE_SIZES } from "~/list/defineList";
import { couponListStates } from "./couponStates";

/** The default filter is status eq ACTIVE. */
export const couponList = defineList({
  name: "Coupons",
  filters: {
    status: { label: "Status", operations: ["eq"], options: couponListStates },
    code: { label: "Code", operations: ["like", "eq"] },
  },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  defaultFilters: { status: "ACTIVE" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type CouponQuery = ListQuery<KeyOf<typeof couponList>, "createdTime">;
