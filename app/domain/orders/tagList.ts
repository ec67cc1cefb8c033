import { defineList, type KeyOf, type ListQuery } from "~/list/defineList";

/** The orders of a tag are counted up to here. */
export const MAX_TAGGED = 50;

/** Small pages: each tag counts its orders. */
export const tagList = defineList({
  name: "Tags",
  filters: { name: { label: "Name", operations: ["like"] } },
  sorts: ["name"],
  defaultSort: { by: "name", direction: "asc" },
  pageSizes: [10, 25],
  defaultPageSize: 25,
});

export type TagQuery = ListQuery<KeyOf<typeof tagList>, "name">;
