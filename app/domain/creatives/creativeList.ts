import { defineList, type KeyOf, type ListQuery, PAGE_SIZES } from "~/list/defineList";
import { creativeStatuses } from "./creativeStates";

const status = { label: "Status", operations: ["eq"], options: creativeStatuses } as const;

/** `status` is the page's name of the filter, `creativeStatus` the API's. */
export const creativeList = defineList({
  name: "Creatives",
  filters: { status, creativeStatus: status },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type CreativeQuery = ListQuery<KeyOf<typeof creativeList>, "createdTime">;
