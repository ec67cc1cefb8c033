import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";
import { subscriptionStatuses } from "./subscriptionStates";

/** The subscription list of the page and the API. */
export const subscriptionList = defineList({
  name: "Subscriptions",
  filters: {
    /** The page shows the end of an id, so a part of it finds the subscription. */
    id: { label: "Subscription ID", operations: ["like", "eq"] },
    clientId: { label: "Client", operations: ["eq"] },
    clientName: { label: "Client Name", operations: ["like"] },
    status: { label: "Status", operations: ["eq", "in"], options: subscriptionStatuses },
    cancelRequested: { label: "Asked to cancel", operations: ["eq"], kind: "flag" },
    nextPayment: { label: "Next payment", operations: ["btn"], kind: "time" },
    createdTime: { label: "Created", operations: ["btn"], kind: "time" },
  },
  sorts: ["createdTime", "nextPayment"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type SubscriptionFilterKey = KeyOf<typeof subscriptionList>;
export type SubscriptionQuery = ListQuery<SubscriptionFilterKey, SortOf<typeof subscriptionList>>;
