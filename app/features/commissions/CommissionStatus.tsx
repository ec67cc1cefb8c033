import type { SelfReferral } from "~/domain/attribution/attributionReasons";
import { reversalLabel } from "~/domain/commissions/commissionLabels";
import { commissionStatusLabel, type CommissionStatus as Status } from "~/domain/commissions/commissionStates";
import { Badge } from "~/ui/feedback/Badge";
import { StatusDot } from "~/ui/feedback/StatusDot";
import type { Tone } from "~/ui/feedback/Tone";

const tones: Record<Status, Tone> = { CREATED: "info", APPROVED: "warning", PAID: "success" };

interface CommissionStatusProps {
  commission: {
    status: Status;
    kind: "earned" | "reversal";
    amount: number;
    voidedAt: number | null;
    selfReferral: SelfReferral | null;
    /** ms UTC. */
    approvableAt?: number;
  };
  /** ms UTC. When given, a commission inside the holding period says so. */
  now?: number;
}

/** The status of a commission, with notes such as the holding period. */
export function CommissionStatus({ commission, now = 0 }: CommissionStatusProps) {
  const { status, kind, amount, voidedAt, selfReferral, approvableAt = 0 } = commission;
  return (
    <span className="row">
      <StatusDot tone={voidedAt ? "neutral" : tones[status]}>{commissionStatusLabel(status)}</StatusDot>
      {voidedAt ? <Badge>Void</Badge> : null}
      {kind === "reversal" ? <Badge tone="danger">{reversalLabel(amount)}</Badge> : null}
      {selfReferral ? <Badge tone="warning">Self-referral</Badge> : null}
      {status === "CREATED" && !voidedAt && now > 0 && approvableAt > now ? <Badge>Holding</Badge> : null}
    </span>
  );
}
