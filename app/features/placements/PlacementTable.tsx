import type { PlacementListRow } from "~/domain/placements/placementListRows";
import { verdictLabel } from "~/domain/verdicts";
import { useZones } from "~/features/frame/useZone";
import { formatDay } from "~/format/dates";
import { paths } from "~/paths";
import { type Column, DataTable } from "~/ui/list/DataTable";
import { LinkHealth } from "./LinkHealth";
import { OutsideLink } from "./OutsideLink";
import { PlacementStatus } from "./PlacementStatus";
import { clockText, metricsText, shortAddress } from "./placementTexts";

interface PlacementTableProps {
  links: readonly PlacementListRow[];
  staff: boolean;
  /** ms UTC. */
  now: number;
  sort: (by: "createdTime" | "dueAt" | "liveAt") => Pick<Column, "sortHref" | "sorted">;
}

/** Links of any orders. Their numbers lead to their pages. */
export function PlacementTable({ links, staff, now, sort }: PlacementTableProps) {
  const zones = useZones();
  const columns: Column[] = [
    { key: "number", label: "Number", nowrap: true },
    ...(staff ? [{ key: "client", label: "Client", literal: true }] : []),
    { key: "target", label: "Target", literal: true },
    { key: "anchor", label: "Anchor", card: staff ? "hidden" : "fact" },
    ...(staff ? [] : [{ key: "reference", label: "Reference", literal: true, card: "hidden" as const }]),
    { key: "site", label: "Site", literal: true, card: "hidden" },
    { key: "state", label: "State" },
    { key: "due", label: "Due", ...sort("dueAt") },
    { key: "live", label: "Live link", card: staff ? "hidden" : "fact", ...sort("liveAt") },
    { key: "health", label: "Health", card: staff ? "fact" : "hidden" },
    ...(staff ? [{ key: "assigned", label: "Assigned", literal: true, card: "hidden" as const }] : []),
    { key: "created", label: "Created", nowrap: true, card: "hidden", ...sort("createdTime") },
  ];
  return (
    <DataTable
      caption="Links"
      columns={columns}
      rows={links.map((link) => ({
        key: link.id,
        href: paths.placement(link.id),
        cells: {
          number: link.number,
          client: link.staff ? (
            <>
              <a className="cell-link" href={`${paths.placements()}?clientId=${link.staff.clientId}`}>
                {link.staff.clientName}
              </a>
              {link.clientReference ? <span className="cell-note">{link.clientReference}</span> : null}
            </>
          ) : null,
          target: shortAddress(link.targetUrl) || (link.agencyChooses ? "Chosen by us" : "No page yet"),
          anchor: link.anchorText || "–",
          reference: link.clientReference || "–",
          site: link.siteDomain ? (
            <>
              {link.siteDomain}
              <span className="cell-note">{metricsText(link)}</span>
            </>
          ) : (
            "–"
          ),
          state: staff ? <PlacementStatus state={link.state} /> : <CheckedState link={link} />,
          due: link.liveAt === null ? clockText(link, staff, now, zones) || "–" : "–",
          live: link.liveUrl ? <OutsideLink href={link.liveUrl} /> : "–",
          health: <LinkHealth health={link.health} healthAt={link.healthAt} />,
          assigned: link.staff?.assignedTo?.name ?? <span className="nowrap">Unassigned</span>,
          created: formatDay(link.createdAt, zones.zone),
        },
      }))}
    />
  );
}

/** A client's link with what its latest check found, because a card shows no health of its own. */
function CheckedState({ link: { state, health, healthAt } }: { link: PlacementListRow }) {
  if (state !== "live" || health === null || health === "ok")
    return <PlacementStatus state={state} checkedAt={healthAt} />;
  return (
    <>
      <PlacementStatus state={state} />
      <span className="cell-note">{verdictLabel(health)}</span>
    </>
  );
}
