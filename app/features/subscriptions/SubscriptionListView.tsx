import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { SubscriptionListRow } from "~/domain/subscriptions/findSubscriptions";
import { type SubscriptionQuery, subscriptionList } from "~/domain/subscriptions/subscriptionList";
import { ExportButton } from "~/features/exports/ExportButton";
import type { Page } from "~/list/defineList";
import { listToSearch } from "~/list/listToSearch";
import { pageHref } from "~/list/pageHref";
import { paths } from "~/paths";
import { Alert } from "~/ui/feedback/Alert";
import { LinkButton } from "~/ui/form/LinkButton";
import { Tabs } from "~/ui/layout/Tabs";
import { ActiveFilters } from "~/ui/list/ActiveFilters";
import { EmptyState } from "~/ui/list/EmptyState";
import { ListPage } from "~/ui/list/ListPage";
import { Pagination } from "~/ui/list/Pagination";
import { SubscriptionFilters } from "./SubscriptionFilters";
import { SubscriptionTable } from "./SubscriptionTable";
import { subscriptionFilterChips } from "./subscriptionFilterChips";

export interface SubscriptionListViewProps {
  query: SubscriptionQuery;
  /** Null when the subscriptions could not be read. */
  page: Page<SubscriptionListRow> | null;
  opens: { client: boolean; health: boolean };
  /** A dialog over the list. */
  children?: ReactNode;
}

const list = paths.subscriptions();

/** The subscriptions as staff see them (document 2 section 2): the state of the list is its address. */
export function SubscriptionListView({ query, page, opens, children }: SubscriptionListViewProps) {
  const [search] = useSearchParams();
  const chips = subscriptionFilterChips(query.filters, search, page?.content[0]?.client.name);
  const sortOf = (key: "createdTime" | "nextPayment") => {
    const sorted = query.sort.by === key ? query.sort.direction : undefined;
    return { sorted, sortHref: list + listToSearch(search, { sort: `${key}.${sorted === "desc" ? "asc" : "desc"}` }) };
  };
  return (
    <>
      <ListPage
        title="Subscriptions"
        action={
          <>
            {opens.health ? <LinkButton to={paths.billingHealth()}>Billing health</LinkButton> : null}
            <ExportButton action={paths.subscriptionsExport() + listToSearch(search, {})} />
          </>
        }
        filters={<SubscriptionFilters search={search} />}
        chips={<ActiveFilters filters={chips} clearHref={list} />}
        table={
          page === null ? (
            <Alert tone="danger">An error occurred. Please try again.</Alert>
          ) : page.content.length > 0 ? (
            <SubscriptionTable
              subscriptions={page.content}
              caption="Subscriptions"
              clientLinks={opens.client}
              search={search.toString()}
              sort={{ created: sortOf("createdTime"), next: sortOf("nextPayment") }}
            />
          ) : (
            <NoSubscriptions filtered={chips.length > 0} total={page.totalElements} />
          )
        }
        pagination={
          page && page.totalElements > 0 ? (
            <Pagination
              page={query.page}
              pageSize={query.pageSize}
              total={page.totalElements}
              sizes={subscriptionList.pageSizes}
              sizeName="size"
              hrefFor={pageHref(list, search, subscriptionList)}
            />
          ) : undefined
        }
      >
        <Tabs label="Views" tabs={viewTabs(search)} />
      </ListPage>
      {children}
    </>
  );
}

/** What waits for staff first, then everything: addresses of the same list. */
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

function NoSubscriptions({ filtered, total }: { filtered: boolean; total: number }) {
  if (total > 0)
    return <EmptyState title="Nothing on this page" action={<LinkButton to={list}>Go to the first page</LinkButton>} />;
  if (filtered)
    return (
      <EmptyState
        title="No subscriptions match"
        text="Take a filter away, or start over."
        action={<LinkButton to={list}>Clear Filters</LinkButton>}
      />
    );
  return <EmptyState title="No subscriptions yet" text="A recurring order begins one with its first payment." />;
}
