import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { SubscriptionListRow } from "~/domain/subscriptions/findSubscriptions";
import { type SubscriptionQuery, subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { ExportButton } from "~/features/exports/ExportButton";
import { ListViews } from "~/features/views/ListViews";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { sortLink } from "~/list/sortLink";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { Tabs } from "~/ui/layout/Tabs";
import { FILTER_FORM } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { SubscriptionFilters } from "./SubscriptionFilters";
import { SubscriptionTable } from "./SubscriptionTable";
import { subscriptionFilterChips } from "./subscriptionFilterChips";

export interface SubscriptionListViewProps {
  query: SubscriptionQuery;
  /** Null when the query failed. */
  page: Page<SubscriptionListRow> | null;
  opens: { client: boolean; health: boolean };
  /** A dialog over the list. */
  children?: ReactNode;
}

const list = paths.subscriptions();

export function SubscriptionListView({ query, page, opens, children }: SubscriptionListViewProps) {
  const [search] = useSearchParams();
  const chips = subscriptionFilterChips(query.filters, search, page?.content[0]?.client.name);
  const sort = sortLink(list, search, query.sort);
  return (
    <>
      <ListPage
        title="Subscriptions"
        views={<ListViews list={list} />}
        action={
          <>
            {opens.health ? <LinkButton to={paths.health()}>Health</LinkButton> : null}
            <ExportButton action={paths.subscriptionsExport()} form={FILTER_FORM} />
          </>
        }
        filters={<SubscriptionFilters search={search} />}
        chips={chips}
        href={list}
        list={subscriptionList}
        query={query}
        page={page}
        noun="subscriptions"
        empty={{
          title: "No subscriptions yet",
          text: "A subscription starts with the first payment of a recurring order.",
          action: <LinkButton to={paths.services()}>Show services</LinkButton>,
        }}
        table={(subscriptions) => (
          <SubscriptionTable
            subscriptions={subscriptions}
            caption="Subscriptions"
            clientLinks={opens.client}
            search={search.toString()}
            sort={{ created: sort("createdTime"), next: sort("nextPayment") }}
          />
        )}
      >
        <Tabs label="Views" tabs={viewTabs(search)} />
      </ListPage>
      {children}
    </>
  );
}

/** Tabs of the same list: subscriptions that need staff, then all. */
function viewTabs(search: URLSearchParams) {
  const view = (change: Record<string, string | string[]>) => list + listToSearch(new URLSearchParams(), change);
  const statuses = search.getAll("status").sort().join();
  return [
    { label: "All subscriptions", href: list, active: !search.has("status") && !search.has("cancelRequested") },
    { label: "Payment due", href: view({ status: ["Due", "Past_Due"] }), active: statuses === "Due,Past_Due" },
    {
      label: "Asked to cancel",
      href: view({ cancelRequested: "true" }),
      active: search.get("cancelRequested") === "true",
    },
  ];
}
