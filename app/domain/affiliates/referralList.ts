import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";

/** The people that an affiliate referred. Whose they are is never asked. */
export const referralList = defineList({
  name: "Referrals",
  filters: {
    /** Part of the documented call. The caller's own id always replaces it. */
    referrerClientId: { label: "Affiliate", operations: ["eq"] },
    firstName: { label: "First Name", operations: ["like"] },
    lastName: { label: "Last Name", operations: ["like"] },
  },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type ReferralFilterKey = KeyOf<typeof referralList>;
export type ReferralQuery = ListQuery<ReferralFilterKey, SortOf<typeof referralList>>;
