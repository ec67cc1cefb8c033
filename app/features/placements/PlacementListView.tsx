import { useSearchParams } from "@remix-run/react";
import type { OrderFilterOptions } from "~/domain/orders/orderFilterOptions";
import { placementList } from "~/domain/placements/placementList";
import type { PlacementListRow, PlacementQuery } from "~/domain/placements/placementListRows";
import { ExportButton } from "~/features/exports/ExportButton";
import { useAgencyZone } from "~/features/frame/useZone";
import { ListViews } from "~/features/views/ListViews";
import type { Page } from "~/list/defineList";
import { sortLink } from "~/list/sortLink";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { type Tab, Tabs } from "~/ui/layout/Tabs";
import { FILTER_FORM } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { PlacementFilters } from "./PlacementFilters";
import { PlacementTable } from "./PlacementTable";
import { placementFilterChips } from "./placementFilterChips";
import { placementViews } from "./placementViews";

interface PlacementListViewProps {
  query: PlacementQuery;
  /** Null when the query failed. */
  page: Page<PlacementListRow> | null;
  staff: boolean;
  /** Null while the filters behind 'More filters' are not shown. */
  options: OrderFilterOptions | null;
  /** ms UTC. */
  now: number;
}

/** Links over all orders: staff's 'Placements' and a customer's 'Links'. */
export function PlacementListView({ query, page, staff, options, now }: PlacementListViewProps) {
  const [search] = useSearchParams();
  const href = staff ? paths.placements() : paths.links();
  const chips = placementFilterChips(href, query.filters, search, options, page?.content ?? []);
  const views = placementViews(href, search, staff, now, useAgencyZone());
  const waits = !staff && views[0]?.active;
  return (
    <div className="placement-list">
      <ListPage
        title={staff ? "Placements" : "Links"}
        views={<ListViews list={href} />}
        action={<ExportButton action={staff ? paths.placementsExport() : paths.linksExport()} form={FILTER_FORM} />}
        filters={<PlacementFilters href={href} search={search} staff={staff} options={options} />}
        chips={chips}
        href={href}
        list={placementList}
        query={query}
        page={page}
        failure="An error occurred while fetching links"
        noun="links"
        filtered={chips.length > 0 && !waits}
        empty={
          waits
            ? {
                title: "You are all caught up",
                text: "Links that need a page or your approval appear here.",
                action: <LinkButton to={href}>Show all links</LinkButton>,
              }
            : {
                title: "No links yet",
                text: staff
                  ? "Links of packages that track each link appear here when an order is paid."
                  : "Each link that you buy appears here, with its page, state and address.",
                action: <LinkButton to={paths.services()}>Show services</LinkButton>,
              }
        }
        table={(links) => (
          <PlacementTable links={links} staff={staff} now={now} sort={sortLink(href, search, query.sort)} />
        )}
      >
        <Tabs label="Views" tabs={views as Tab[]} />
      </ListPage>
    </div>
  );
}
