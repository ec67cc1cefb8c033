import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";

/** The visits through referral links. The page hides bots by default. */
export const trafficLogList = defineList({
  name: "TrafficLogs",
  filters: {
    referrerClientName: { label: "Affiliate Name", operations: ["like"] },
    referrerClientId: { label: "Affiliate", operations: ["eq"] },
    affiliateCode: { label: "Affiliate Code", operations: ["like", "eq"] },
    bot: { label: "Visitors", operations: ["eq"], kind: "flag" },
    createdTime: { label: "Created", operations: ["btn"], kind: "time" },
  },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  defaultFilters: { bot: "false" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type TrafficLogFilterKey = KeyOf<typeof trafficLogList>;
export type TrafficLogQuery = ListQuery<TrafficLogFilterKey, SortOf<typeof trafficLogList>>;
