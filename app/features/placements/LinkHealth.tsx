import { isFault, type Verdict, verdictLabel } from "~/domain/verdicts";
import { useZone } from "~/features/frame/useZone";
import { formatDayAndMonth } from "~/format/dates";
import { StatusDot } from "~/ui/feedback/StatusDot";

const toneOf = (verdict: Verdict) => (verdict === "ok" ? "success" : isFault(verdict) ? "danger" : "warning");

interface LinkHealthProps {
  health: Verdict | null;
  /** ms UTC. */
  healthAt: number | null;
}

export const VerdictDot = ({ verdict }: { verdict: Verdict }) => (
  <StatusDot tone={toneOf(verdict)} shape={verdict === "ok" ? undefined : isFault(verdict) ? "square" : "ring"}>
    {verdictLabel(verdict)}
  </StatusDot>
);

/** What the latest check of a link found, and when. */
export function LinkHealth({ health, healthAt }: LinkHealthProps) {
  const zone = useZone();
  if (health === null || healthAt === null) return "–";
  return (
    <>
      <VerdictDot verdict={health} />
      <span className="cell-note">checked {formatDayAndMonth(healthAt, zone)}</span>
    </>
  );
}
