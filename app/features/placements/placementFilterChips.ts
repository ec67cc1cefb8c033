import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { UNASSIGNED } from "~/domain/orders/orderList";
import { type PlacementFilterKey, placementList } from "~/domain/placements/placementList";
import type { PlacementListRow } from "~/domain/placements/placementListRows";
import { type PlacementState, placementStateLabel } from "~/domain/placements/placementStates";
import { type Verdict, verdictLabel } from "~/domain/verdicts";
import type { ListFilter } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";

/** The active filters, with names in place of ids. */
export const placementFilterChips = (
  href: string,
  filters: readonly ListFilter<PlacementFilterKey>[],
  search: URLSearchParams,
  options: OrderFilterOptions | null,
  rows: readonly PlacementListRow[],
) =>
  filterChips({
    list: placementList,
    filters,
    href,
    search,
    nameOf: (key, value) => {
      if (value === null) return UNASSIGNED;
      if (key === "state") return placementStateLabel(value as PlacementState);
      if (key === "health") return verdictLabel(value as Verdict);
      if (key === "clientId") return rows[0]?.staff?.clientName ?? "one client";
      if (key === "orderId") return rows[0] ? String(rows[0].orderNumber) : "one order";
      const names = key === "serviceId" ? options?.services : key === "assignedToId" ? options?.assignees : [];
      return names?.find(({ id }) => id === value)?.name ?? String(value);
    },
  });
