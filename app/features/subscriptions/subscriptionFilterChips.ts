import { type SubscriptionFilterKey, subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { type SubscriptionStatus, subscriptionStatusLabel } from "~/domain/subscriptions/subscriptionStates";
import type { ListFilter } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";

/** The active filters: statuses and the client by name. */
export const subscriptionFilterChips = (
  filters: readonly ListFilter<SubscriptionFilterKey>[],
  search: URLSearchParams,
  clientName: string | undefined,
) =>
  filterChips({
    list: subscriptionList,
    filters,
    href: paths.subscriptions(),
    search,
    nameOf: (key, value) => {
      if (key === "status") return subscriptionStatusLabel(value as SubscriptionStatus);
      if (key === "cancelRequested") return value === true ? "yes" : "no";
      return (key === "clientId" && clientName) || String(value);
    },
  });
