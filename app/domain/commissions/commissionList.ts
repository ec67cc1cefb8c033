import { defineList, type KeyOf, type ListQuery, PAGE_SIZES, type SortOf } from "~/list/defineList";
import { commissionStates, commissionStatuses } from "./commissionStates";

export const commissionList = defineList({
  name: "Commissions",
  filters: {
    refereeClientName: { label: "Customer Name", operations: ["like"] },
    referrerClientName: { label: "Affiliate Name", operations: ["like"] },
    orderId: { label: "Order Id", operations: ["eq", "like"], kind: "number" },
    orderPaidDate: { label: "Order Paid Date", operations: ["btn"], kind: "time" },
    createdTime: { label: "Created", operations: ["btn"], kind: "time" },
    status: { label: "Status", operations: ["eq", "in"], options: commissionStatuses },
    state: { label: "State", operations: ["eq", "in"], options: commissionStates },
    referrerClientId: { label: "Affiliate", operations: ["eq"] },
    refereeClientId: { label: "Customer", operations: ["eq"] },
  },
  sorts: ["orderPaidDate", "createdTime"],
  defaultSort: { by: "orderPaidDate", direction: "desc" },
  pageSizes: PAGE_SIZES,
  defaultPageSize: 10,
});

export type CommissionFilterKey = KeyOf<typeof commissionList>;
export type CommissionQuery = ListQuery<CommissionFilterKey, SortOf<typeof commissionList>>;
