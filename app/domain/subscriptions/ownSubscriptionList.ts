import { defineList } from "~/list/defineList";

/** A customer's own subscriptions, cancelled ones last. Small pages, because each row includes its payments. */
export const ownSubscriptionList = defineList({
  name: "Subscriptions",
  filters: {},
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: [10],
  defaultPageSize: 10,
});
