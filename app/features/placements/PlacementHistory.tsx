import { type ClaimState, claimStateLabel, claimStates } from "~/domain/claims/claimStates";
import type { PlacementEvent } from "~/domain/placements/placementDetails";
import { type PlacementState, placementStateLabel, placementStates } from "~/domain/placements/placementStates";
import { useAgencyZone } from "~/features/frame/useZone";
import { ChangeEntry } from "~/features/history/ChangeEntry";
import { formatDateTime } from "~/format/dates";
import { Card } from "~/ui/card/Card";

type Value = PlacementEvent["changes"][number]["before"];

/** Labels of the recorded fields of a link. */
const fieldLabels: Record<string, string> = {
  state: "State",
  targetUrl: "Target URL",
  agencyChooses: "Page chosen by us",
  anchorText: "Anchor text",
  clientReference: "Client reference",
  brief: "Brief",
  site: "Site",
  siteDr: "DR",
  siteDa: "DA",
  siteTraffic: "Traffic",
  samplePage: "Sample page",
  contentUrl: "Content",
  contentFile: "Content file",
  content: "Content",
  reason: "Reason",
  liveUrl: "Live link",
  dueAt: "Due",
  startsOn: "Starts on",
  staffNote: "Internal note",
  claim: "Claim",
  replacement: "Replacement",
};
const timeFields = ["dueAt", "startsOn"];

/** What happened to a link: who, when, from and to. Newest first. */
export const PlacementHistory = ({ events }: { events: readonly PlacementEvent[] }) => {
  const agencyZone = useAgencyZone();
  return (
    <Card title="History">
      {events.length === 0 ? <p className="muted">Every change of this link appears here.</p> : null}
      <ol className="order-history">
        {events.map(({ id, action, changes, ...event }) => (
          <ChangeEntry
            key={id}
            {...event}
            title={action}
            changes={changes.map(({ field, before, after }) => ({
              label: fieldLabels[field] ?? field,
              before: valueLabel(field, before, agencyZone),
              after: valueLabel(field, after, agencyZone),
            }))}
          />
        ))}
      </ol>
    </Card>
  );
};

function valueLabel(field: string, value: Value, zone: string) {
  if (value === null || value === "") return <span className="muted">N/A</span>;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return timeFields.includes(field) ? formatDateTime(value, zone) : String(value);
  if (field === "contentFile") return "A file";
  if (field === "claim" && (claimStates as readonly string[]).includes(value))
    return claimStateLabel(value as ClaimState);
  const isState = field === "state" && (placementStates as readonly string[]).includes(value);
  return isState ? placementStateLabel(value as PlacementState) : value;
}
