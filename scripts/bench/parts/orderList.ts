import { bulkService, bulkUser } from "../../../tests/support/manyOrders";
import type { Figure } from "../figure";
import { chosen, countedPages, inRange, type ListCase, listFigures, listSizes } from "../listFigures";
import { CUSTOMERS, STAFF } from "../loadOrders";
import type { StackPart } from "../part";
import { nameOfSize } from "../startStack";

const cases: ListCase[] = [
  { what: "unfiltered", who: "staff", search: "", filterFields: [], counted: true },
  { what: "one status", who: "staff", ...chosen("status", "Working"), counted: true },
  { what: "own orders", who: "customer", search: "", filterFields: [], counted: true },
  { what: "one service", who: "staff", ...chosen("serviceId", bulkService(3)) },
  { what: "one assignee", who: "staff", ...chosen("assignedToAdminId", bulkUser(2)) },
  {
    what: "service and status",
    who: "staff",
    search: `${chosen("serviceId", bulkService(3)).search}&status=Working`,
    filterFields: [...chosen("serviceId", bulkService(3)).filterFields, ...chosen("status", "Working").filterFields],
  },
  { what: "created in March", who: "staff", ...inRange("createdTime", "2025-03-01", "2025-03-31") },
  { what: "completed in a week", who: "staff", ...inRange("completedDate", "2025-03-01", "2025-03-07") },
];
/** An index entry and a row for each of the team, and the end of both lists. */
const offered = 2 * STAFF + 2;
const list = { id: "P4", path: { staff: "/orders", customer: "/orders" }, call: "/api/order/find", cases, offered };
/** No other client has this name. */
const rareName = `Name${CUSTOMERS - 11}`;

/** P4 and P5: the order list's database cost at three sizes, and how its time grows. */
export const orderListPart: StackPart = {
  ids: ["P4", "P5"],
  sizes: listSizes,
  async measure(stack) {
    const figures: Figure[] = await listFigures(stack, list);
    for (const size of listSizes) {
      const ask = await countedPages(stack, size, list);
      const rare = await ask({
        who: "staff",
        search: `clientName=${rareName}`,
        filterFields: [{ key: "clientName", searchOperation: "like", value: rareName }],
      });
      figures.push({
        id: "P5",
        what: `rows_read, rare name, ${nameOfSize(size)}`,
        against: "number of users",
        value: rare.rowsRead,
        unit: "rows",
        atMost: CUSTOMERS + STAFF,
        note: `${rare.matches} orders found`,
      });
    }
    return figures;
  },
};
