import type { SelfReferral } from "~/domain/attribution/attributionReasons";
import { reversalLabel } from "~/domain/commissions/commissionLabels";
import { type CommissionStatus, commissionStatusLabel } from "~/domain/commissions/commissionStates";
import type { StatusView } from "~/ui/feedback/StatusWithNotes";
import type { Tone } from "~/ui/feedback/Tone";

const tones: Record<CommissionStatus, Tone> = { CREATED: "info", APPROVED: "warning", PAID: "success" };

export interface StatusOfCommission {
  status: CommissionStatus;
  kind: "earned" | "reversal";
  amount: number;
  voidedAt: number | null;
  selfReferral: SelfReferral | null;
  /** ms UTC. */
  approvableAt?: number;
}

/** `now` in ms UTC. When given, a commission inside the holding period says so. */
export function commissionStatusView(commission: StatusOfCommission, now = 0): StatusView {
  const { status, kind, amount, voidedAt, selfReferral, approvableAt = 0 } = commission;
  const notes: StatusView["notes"] = [];
  if (voidedAt) notes.push({ text: "Void" });
  if (kind === "reversal") notes.push({ text: reversalLabel(amount), tone: "danger" });
  if (selfReferral) notes.push({ text: "Self-referral", tone: "warning" });
  if (status === "CREATED" && !voidedAt && now > 0 && approvableAt > now) notes.push({ text: "Holding" });
  return { label: commissionStatusLabel(status), tone: voidedAt ? "neutral" : tones[status], notes };
}
