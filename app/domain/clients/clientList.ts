import { defineList, type KeyOf, type ListQuery, PAGE_SIZES } from "~/list/defineList";

/** Shared by the page, the API and the export. */
export const clientList = defineList({
  name: "Clients",
  filters: {
    nameOrEmail: { label: "Name or email", operations: ["like"] },
    firstName: { label: "First Name", operations: ["like"] },
    lastName: { label: "Last Name", operations: ["like"] },
    email: { label: "Email", operations: ["like"] },
    /** The referring affiliate. API only. */
    referrerClientId: { label: "Referred by", operations: ["eq"] },
  },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type ClientFilterKey = KeyOf<typeof clientList>;
export type ClientQuery = ListQuery<ClientFilterKey, "createdTime">;

/** Page sizes of the tables on a client's page. */
export const CLIENT_TABLE_SIZES = [5, 10, 25] as const;
