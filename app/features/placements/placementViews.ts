import { waitingForClient } from "~/domain/placements/placementStates";
import { dueFilters, listView } from "~/features/frame/listViews";

/** Filters of a list that people use most, as addresses. `now` in ms UTC, `zone` the agency's. */
export function placementViews(href: string, search: URLSearchParams, staff: boolean, now: number, zone: string) {
  const view = listView(href, search);
  const due = dueFilters(now, zone);
  const views = staff
    ? [view("Overdue", due.overdue), view("Due this week", due.thisWeek)]
    : [view("Needs your input", { state: [...waitingForClient] })];
  return [...views, { label: "All links", href, active: !views.some(({ active }) => active) }];
}
