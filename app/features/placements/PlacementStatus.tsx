import type { ComponentProps } from "react";
import { type PlacementState, placementStateLabel } from "~/domain/placements/placementStates";
import { useZone } from "~/features/frame/useZone";
import { formatDayAndMonth } from "~/format/dates";
import { StatusDot } from "~/ui/feedback/StatusDot";

const looks: Record<PlacementState, Omit<ComponentProps<typeof StatusDot>, "children">> = {
  needs_input: { tone: "warning" },
  ready: { tone: "info" },
  site_review: { tone: "warning", shape: "ring" },
  in_progress: { tone: "info", shape: "half" },
  content_review: { tone: "warning", shape: "ring" },
  submitted: { tone: "info", shape: "dot" },
  live: { tone: "success" },
  replaced: { tone: "neutral", shape: "square" },
  cancelled: { tone: "neutral" },
};

interface PlacementStatusProps {
  state: PlacementState;
  /** When a check last found a live link in place, in ms UTC. */
  checkedAt?: number | null;
}

export const PlacementStatus = ({ state, checkedAt = null }: PlacementStatusProps) => {
  const zone = useZone();
  return (
    <StatusDot {...looks[state]}>
      {placementStateLabel(state)}
      {state === "live" && checkedAt !== null ? `, checked ${formatDayAndMonth(checkedAt, zone)}` : null}
    </StatusDot>
  );
};
