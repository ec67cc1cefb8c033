import { type DisputeStage, disputeStage, evidenceText, isInquiry } from "~/domain/disputes/disputeStates";
import type { DisputeOfOrder } from "~/domain/disputes/orderDisputes";
import { providerLabel } from "~/domain/refunds/providerLabel";
import { formatDay } from "~/format/dates";
import { formatCents } from "~/format/money";
import type { Tone } from "~/ui/feedback/Tone";

const tones: Record<DisputeStage, Tone> = {
  answer: "danger",
  review: "warning",
  won: "success",
  lost: "neutral",
  closed: "neutral",
};

const stageLabels: Record<DisputeStage, string> = {
  answer: "needs your evidence",
  review: "under review at the bank",
  won: "won",
  lost: "lost",
  closed: "closed",
};

export interface DisputeAlert {
  id: string;
  tone: Tone;
  title: string;
  lines: string[];
}

/**
 * Staff only (rules.md security/internal-text): what the bank disputes, the current state and the next step. Written
 * on the server, because customers load the same scripts and must not receive these texts (rules.md speed/scripts).
 */
export function disputeAlert({ id, ...dispute }: DisputeOfOrder): DisputeAlert {
  const { amount, reason, status, openedAt, withdrawn } = dispute;
  const stage = disputeStage(status);
  const inquiry = isInquiry(status);
  return {
    id,
    tone: tones[stage],
    title: `${inquiry ? "Bank inquiry" : "Payment disputed"}: ${formatCents(amount)}, ${providerLabel(reason)} (${stageLabels[stage]})`,
    lines: [
      `Opened ${formatDay(openedAt)}. ${moneyText(withdrawn, stage, inquiry)}`,
      ...(stage === "answer" ? [evidenceText(dispute)] : []),
    ],
  };
}

function moneyText(withdrawn: number, stage: DisputeStage, inquiry: boolean) {
  if (withdrawn > 0)
    return `${formatCents(withdrawn)} was withdrawn. Revenue and commission treat it as refunded${stage === "lost" ? "." : ", and you cannot refund it during the dispute."}`;
  if (inquiry && stage !== "closed") return "No money was withdrawn. Refund it to avoid a dispute.";
  return stage === "won" ? "The money was returned and counts as revenue again." : "No money was withdrawn.";
}
