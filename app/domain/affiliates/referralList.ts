import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";

/** The referrals of the calling affiliate. The list never lets the caller choose another one. */
export const referralList = defineList({
  name: "Referrals",
  filters: {
    /** Documented for the call, but always replaced with the caller's id. */
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
