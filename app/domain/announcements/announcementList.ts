import { defineList, type KeyOf, type ListQuery, PAGE_SIZES } from "~/list/defineList";

export const announcementList = defineList({
  name: "Announcements",
  filters: { visible: { label: "Visibility", operations: ["eq"], kind: "flag" } },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  defaultFilters: { visible: "true" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type AnnouncementQuery = ListQuery<KeyOf<typeof announcementList>, "createdTime">;
