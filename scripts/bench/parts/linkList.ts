import { bulkService, bulkUser } from "../../../tests/support/manyOrders";
import { chosen, inRange, type ListCase, listFigures, listSizes } from "../listFigures";
import type { StackPart } from "../part";

const cases: ListCase[] = [
  { what: "unfiltered", who: "staff", search: "", filterFields: [], counted: true },
  { what: "one state", who: "staff", ...chosen("state", "site_review"), counted: true },
  { what: "own links", who: "customer", search: "", filterFields: [], counted: true },
  { what: "own live links", who: "customer", ...chosen("state", "live"), counted: true },
  { what: "one service", who: "staff", ...chosen("serviceId", bulkService(3)) },
  { what: "one assignee", who: "staff", ...chosen("assignedToId", bulkUser(2)) },
  { what: "one verdict", who: "staff", ...chosen("health", "missing") },
  { what: "created in March", who: "staff", ...inRange("createdTime", "2025-03-01", "2025-03-31") },
];

/** P13: the list of links as P4 measures that of orders. */
export const linkListPart: StackPart = {
  ids: ["P13"],
  sizes: listSizes,
  measure: async (stack) =>
    await listFigures(stack, {
      id: "P13",
      path: { staff: "/placements", customer: "/links" },
      call: "/api/placement/find",
      cases,
    }),
};
