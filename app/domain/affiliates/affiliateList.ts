import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";

export const affiliateList = defineList({
  name: "Affiliates",
  filters: {
    name: { label: "Name", operations: ["like"] },
    email: { label: "Email", operations: ["like"] },
    code: { label: "Code", operations: ["like", "eq"] },
    signedUpDate: { label: "Sign-up Date", operations: ["btn"], kind: "time" },
    latestRevenueDate: { label: "Latest Revenue Date", operations: ["btn"], kind: "time" },
  },
  sorts: ["signedUpDate", "totalRevenue", "latestRevenueDate"],
  defaultSort: { by: "signedUpDate", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type AffiliateFilterKey = KeyOf<typeof affiliateList>;
export type AffiliateSort = SortOf<typeof affiliateList>;
export type AffiliateQuery = ListQuery<AffiliateFilterKey, AffiliateSort>;
