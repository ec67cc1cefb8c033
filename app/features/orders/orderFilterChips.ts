import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { type OrderFilterKey, orderList, UNASSIGNED } from "~/domain/orders/orderList";
import { type OrderStatus, orderStatusLabel } from "~/domain/orders/orderStates";
import { type Priority, priorityLabel } from "~/domain/orders/priorities";
import type { ListFilter } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";

/** The active filters: statuses, services and colleagues by name. */
export const orderFilterChips = (
  filters: readonly ListFilter<OrderFilterKey>[],
  search: URLSearchParams,
  { services, assignees }: OrderFilterOptions,
) =>
  filterChips({
    list: orderList,
    filters,
    href: paths.orders(),
    search,
    nameOf: (key, value) => {
      if (value === null) return UNASSIGNED;
      if (key === "status") return orderStatusLabel(value as OrderStatus);
      if (key === "priority") return priorityLabel(value as Priority);
      const names = key === "serviceId" ? services : key === "assignedToAdminId" ? assignees : [];
      return names.find((one) => one.id === value)?.name ?? String(value);
    },
  });
