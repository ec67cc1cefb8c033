import { type SubscriptionFilterKey, subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { type SubscriptionStatus, subscriptionStatusLabel } from "~/domain/subscriptions/subscriptionStates";
import { formatShortDate } from "~/format/dates";
import type { ListFilter } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";

/** One chip a filter in force, with the address without it. Ranges are written as dd/MM/yyyy (decision O22). */
export const subscriptionFilterChips = (
  filters: readonly ListFilter<SubscriptionFilterKey>[],
  search: URLSearchParams,
  clientName: string | undefined,
) =>
  filters.map((filter) => ({
    label: `${subscriptionList.filters[filter.key].label}: ${wordsOf(filter, clientName)}`,
    removeHref:
      paths.subscriptions() +
      listToSearch(
        search,
        filter.operation === "btn" ? { dateField: null, from: null, to: null } : { [filter.key]: null },
      ),
  }));

function wordsOf(filter: ListFilter<SubscriptionFilterKey>, clientName: string | undefined): string {
  if (filter.operation === "btn") return `${formatShortDate(filter.from)} to ${formatShortDate(filter.to)}`;
  if (filter.operation === "isnull") return "none";
  const values = filter.operation === "in" ? filter.values : [filter.value];
  if (filter.key === "status")
    return values.map((one) => subscriptionStatusLabel(one as SubscriptionStatus)).join(", ");
  if (filter.key === "cancelRequested") return values[0] === true ? "yes" : "no";
  if (filter.key === "clientId") return clientName ?? String(values[0]);
  return values.join(", ");
}
