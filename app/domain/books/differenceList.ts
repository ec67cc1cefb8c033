import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";

/** open: needs a correction or a note. explained: has a note. gone: agrees again. */
export const differenceStates = ["open", "explained", "gone"] as const;
export type DifferenceState = (typeof differenceStates)[number];

/** The records that disagree; open ones unless another state is chosen. */
export const differenceList = defineList({
  name: "Differences",
  filters: {
    check: { label: "Check", operations: ["in"] },
    state: { label: "State", operations: ["in"], options: differenceStates },
  },
  sorts: ["lastSeen"],
  defaultSort: { by: "lastSeen", direction: "desc" },
  defaultFilters: { state: "open" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 25,
});

export type DifferenceQuery = ListQuery<KeyOf<typeof differenceList>, SortOf<typeof differenceList>>;
