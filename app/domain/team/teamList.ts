import { defineList, type KeyOf, type ListQuery, PAGE_SIZES } from "~/list/defineList";
import { privileges } from "../roles";

/** Team accounts by name, 100 per page. */
export const teamList = defineList({
  name: "Team accounts",
  filters: {
    privileges: { label: "Privilege", operations: ["eq", "in"], options: privileges },
    name: { label: "Name", operations: ["like"] },
    email: { label: "Email", operations: ["eq", "like"] },
  },
  sorts: ["name", "createdTime"],
  defaultSort: { by: "name", direction: "asc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 100,
});

export type TeamQuery = ListQuery<KeyOf<typeof teamList>, "name" | "createdTime">;
