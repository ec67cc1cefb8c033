import { defineList } from "~/list/defineList";

/** A customer's own subscriptions, those that go on first. Each stands with its payments: a page holds few. */
export const ownSubscriptionList = defineList({
  name: "Subscriptions",
  filters: {},
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: [10],
  defaultPageSize: 10,
});
