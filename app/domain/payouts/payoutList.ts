import { defineList, type ListQuery, PAGE_SIZES } from "~/list/defineList";

export const payoutList = defineList({
  name: "Payouts",
  filters: {},
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type PayoutQuery = ListQuery<never, "createdTime">;
