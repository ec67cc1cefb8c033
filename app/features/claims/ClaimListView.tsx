import { useSearchParams } from "@remix-run/react";
import { type ClaimQuery, claimList } from "~/domain/claims/claimList";
import { type ClaimState, claimStateLabel, claimStates } from "~/domain/claims/claimStates";
import type { ClaimListRow } from "~/domain/claims/findClaims";
import { verdictLabel } from "~/domain/verdicts";
import { useAgencyZone, useZone } from "~/features/frame/useZone";
import { ListViews } from "~/features/views/ListViews";
import { formatDay } from "~/format/dates";
import type { Page } from "~/list/defineList";
import { filterChips } from "~/list/filterChips";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/form/LinkButton";
import { MultiSelectField } from "~/ui/form/MultiSelectField";
import { DataTable } from "~/ui/list/DataTable";
import { FilterBar } from "~/ui/list/FilterBar";
import { ListPage } from "~/ui/list/ListPage";
import { ClaimStatus } from "./ClaimStatus";
import { deadlineText, openerLabel, shownState } from "./claimTexts";

interface ClaimListViewProps {
  query: ClaimQuery;
  /** Null when the query failed. */
  page: Page<ClaimListRow> | null;
  staff: boolean;
}

const states = claimStates.map((value) => ({ value, label: claimStateLabel(value) }));

/** Claims under the guarantee: staff's of all clients, a customer's own. Each leads to its link. */
export function ClaimListView({ query, page, staff }: ClaimListViewProps) {
  const agencyZone = useAgencyZone();
  const zone = useZone();
  const [search] = useSearchParams();
  const href = paths.claims();
  const chips = filterChips({
    list: claimList,
    filters: query.filters,
    href,
    search,
    nameOf: (key, value) => {
      const row = page?.content[0];
      if (key === "state") return claimStateLabel(value as ClaimState);
      if (key === "clientId") return row?.staff?.clientName ?? "one client";
      if (key === "placementId") return row?.number ?? "one link";
      if (key === "openedBy") return openerLabel(value as ClaimListRow["openedBy"], staff);
      return "one order";
    },
  });
  return (
    <ListPage
      title="Claims"
      views={<ListViews list={href} />}
      back={staff ? { href: paths.placements(), label: "Placements" } : { href: paths.links(), label: "Links" }}
      filters={
        <FilterBar
          action={href}
          clearHref={href}
          clearLabel="Clear Filters"
          keep={["clientId", "orderId", "placementId"]}
        >
          <MultiSelectField label="State" name="state" options={states} defaultValue={search.getAll("state")} />
        </FilterBar>
      }
      chips={chips}
      href={href}
      list={claimList}
      query={query}
      page={page}
      failure="An error occurred while fetching claims"
      noun="claims"
      empty={{
        title: "No claims yet",
        text: staff
          ? "A guaranteed link that is lost, or that a client reports as gone, appears here."
          : "When a guaranteed link is lost, you follow its repair or replacement here.",
        action: (
          <LinkButton to={staff ? paths.placements() : paths.links()}>
            {staff ? "Show placements" : "Show links"}
          </LinkButton>
        ),
      }}
      table={(claims) => (
        <DataTable
          caption="Claims"
          columns={[
            { key: "number", label: "Link", nowrap: true },
            ...(staff ? [{ key: "client", label: "Client", literal: true }] : []),
            { key: "site", label: "Site", literal: true },
            { key: "state", label: "State" },
            { key: "found", label: "Found" },
            { key: "deadline", label: "Deadline", nowrap: true },
            { key: "opener", label: "Opened by", card: "hidden" as const },
            { key: "created", label: "Opened", nowrap: true },
          ]}
          rows={claims.map((claim) => ({
            key: claim.id,
            href: paths.placement(claim.placementId),
            cells: {
              number: claim.number,
              client: claim.staff?.clientName ?? null,
              site: claim.siteDomain ?? "–",
              state: <ClaimStatus state={shownState(claim)} />,
              found: verdictLabel(claim.verdict),
              deadline: deadlineText(claim, agencyZone) || "–",
              opener: openerLabel(claim.openedBy, staff),
              created: formatDay(claim.createdAt, zone),
            },
          }))}
        />
      )}
    />
  );
}
