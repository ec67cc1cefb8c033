import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";

export const ownCommissionList = defineList({
  name: "Commissions",
  filters: { createdTime: { label: "Created", operations: ["btn"], kind: "time" } },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type OwnCommissionFilterKey = KeyOf<typeof ownCommissionList>;
export type OwnCommissionQuery = ListQuery<OwnCommissionFilterKey, SortOf<typeof ownCommissionList>>;
