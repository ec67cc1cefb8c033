import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";
import { securityEventLabels } from "./securityEventLabels";

/** Newest first. `email` finds an account by its whole address. */
export const securityEventList = defineList({
  name: "SecurityEvents",
  filters: {
    kind: { label: "Event", operations: ["in"], options: Object.keys(securityEventLabels) },
    email: { label: "Account", operations: ["eq"] },
    address: { label: "Network address", operations: ["eq"] },
    createdTime: { label: "Date", operations: ["btn"], kind: "time" },
  },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 25,
});

export type SecurityEventQuery = ListQuery<KeyOf<typeof securityEventList>, SortOf<typeof securityEventList>>;
