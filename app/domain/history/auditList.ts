import { defineList, type KeyOf, type ListQuery, type SortOf } from "~/list/defineList";
import { auditKinds } from "./recordKinds";

/** Newest first. `email` is a person's whole address, or the name of a part of the system. */
export const auditList = defineList({
  name: "Audit",
  filters: {
    kind: { label: "Record", operations: ["in"], options: auditKinds },
    email: { label: "Person", operations: ["eq"] },
    createdTime: { label: "Date", operations: ["btn"], kind: "time" },
  },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  pageSizes: [25, 50, 100],
  defaultPageSize: 25,
});

export type AuditQuery = ListQuery<KeyOf<typeof auditList>, SortOf<typeof auditList>>;
