import { defineList, PAGE_SIZES } from "~/list/defineList";
import { verdicts } from "../verdicts";
import { placementStates } from "./placementStates";

/** The link list of pages and API (rules.md placements/lists). */
export const placementList = defineList({
  name: "Links",
  filters: {
    orderId: { label: "Order", operations: ["eq"] },
    state: { label: "State", operations: ["eq", "in"], options: placementStates },
    health: { label: "Health", operations: ["eq", "in"], options: verdicts },
    clientId: { label: "Client", operations: ["eq"] },
    clientReference: { label: "Client reference", operations: ["eq"] },
    siteDomain: { label: "Site", operations: ["eq"] },
    serviceId: { label: "Service", operations: ["eq", "in"] },
    assignedToId: { label: "Assigned", operations: ["eq", "in", "isnull"] },
    dueAt: { label: "Due", operations: ["btn"], kind: "time", days: "agency" },
    createdTime: { label: "Created", operations: ["btn"], kind: "time" },
  },
  sorts: ["createdTime", "dueAt", "liveAt"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 25,
  boundedTotal: true,
});

export type PlacementFilterKey = keyof typeof placementList.filters;
export type PlacementSort = (typeof placementList.sorts)[number];
