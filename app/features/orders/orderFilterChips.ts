import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { type OrderFilterKey, orderList, UNASSIGNED } from "~/domain/orders/orderList";
import { type OrderStatus, orderStatusLabel } from "~/domain/orders/orderStates";
import { formatShortDate } from "~/format/dates";
import type { ListFilter } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";

/** One chip a filter in force, with the address without it. Ranges are written as dd/MM/yyyy (decision O22). */
export function orderFilterChips(
  filters: readonly ListFilter<OrderFilterKey>[],
  search: URLSearchParams,
  options: OrderFilterOptions,
) {
  return filters.map((filter) => ({
    label: `${orderList.filters[filter.key].label}: ${wordsOf(filter, options)}`,
    removeHref: listToSearch(
      search,
      filter.operation === "btn" ? { dateField: null, from: null, to: null } : { [filter.key]: null },
    ),
  }));
}

function wordsOf(filter: ListFilter<OrderFilterKey>, options: OrderFilterOptions): string {
  if (filter.operation === "isnull") return UNASSIGNED;
  if (filter.operation === "btn") return `${formatShortDate(filter.from)} to ${formatShortDate(filter.to)}`;
  const values = filter.operation === "in" ? filter.values : [filter.value];
  return values.map((value) => nameOf(filter.key, String(value), options)).join(", ");
}

function nameOf(key: OrderFilterKey, value: string, { services, assignees }: OrderFilterOptions): string {
  if (key === "status") return orderStatusLabel(value as OrderStatus);
  const names = key === "serviceId" ? services : key === "assignedToAdminId" ? assignees : [];
  return names.find((one) => one.id === value)?.name ?? value;
}
