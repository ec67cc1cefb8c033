import { defineList, type KeyOf, type ListQuery, PAGE_SIZES } from "~/list/defineList";
import { claimOpeners, claimStates } from "./claimStates";

/** Claims under the guarantee, for pages and POST /claim/find (rules.md claims/lists). */
export const claimList = defineList({
  name: "Claims",
  filters: {
    id: { label: "Claim", operations: ["eq"] },
    state: { label: "State", operations: ["eq", "in"], options: claimStates },
    clientId: { label: "Client", operations: ["eq"] },
    orderId: { label: "Order", operations: ["eq"] },
    placementId: { label: "Link", operations: ["eq"] },
    openedBy: { label: "Opened by", operations: ["eq"], options: claimOpeners },
  },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 25,
  boundedTotal: true,
});

export type ClaimFilterKey = KeyOf<typeof claimList>;
export type ClaimQuery = ListQuery<ClaimFilterKey, "createdTime">;
