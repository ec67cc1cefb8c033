import { defineList, type KeyOf, type ListQuery, PAGE_SIZES } from "~/list/defineList";
import { serviceTypes } from "./serviceTypes";

export const serviceList = defineList({
  name: "Services",
  filters: {
    serviceType: { label: "Service Type", operations: ["eq"], options: serviceTypes },
    name: { label: "Service Name", operations: ["like", "eq"] },
  },
  sorts: ["createdTime"],
  defaultSort: { by: "createdTime", direction: "desc" },
  defaultFilters: { serviceType: "REGULAR" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type ServiceQuery = ListQuery<KeyOf<typeof serviceList>, "createdTime">;
