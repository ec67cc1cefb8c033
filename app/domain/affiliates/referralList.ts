import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";

/** The people that an affiliate referred (document 3 section 2, Affiliate Program page). Whose they are is never asked. */
export const referralList = defineList({
  name: "Referrals",
  filters: {
    /** Sent by the page of document 3 section 7; the affiliate who asks is put in its place. */
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
