import {
  type DisputeStage,
  disputeStage,
  evidenceWords,
  isInquiry,
  providerWords,
} from "~/domain/disputes/disputeStates";
import type { DisputeOfOrder } from "~/domain/disputes/orderDisputes";
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

const stageWords: Record<DisputeStage, string> = {
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
 * Staff only (quality S14): what the bank disputes of the order's payment, where that stands, and what is to be done. Worded
 * here: customers' pages load the same script, and none of these words (quality P8).
 */
export function disputeAlert({ id, ...dispute }: DisputeOfOrder): DisputeAlert {
  const { amount, reason, status, openedAt, withdrawn } = dispute;
  const stage = disputeStage(status);
  const inquiry = isInquiry(status);
  return {
    id,
    tone: tones[stage],
    title: `${inquiry ? "Bank inquiry" : "Payment disputed"}: ${formatCents(amount)}, ${providerWords(reason)} (${stageWords[stage]})`,
    lines: [
      `Opened ${formatDay(openedAt)}. ${moneyWords(withdrawn, stage, inquiry)}`,
      ...(stage === "answer" ? [evidenceWords(dispute)] : []),
    ],
  };
}

function moneyWords(withdrawn: number, stage: DisputeStage, inquiry: boolean) {
  if (withdrawn > 0)
    return `${formatCents(withdrawn)} was withdrawn. Revenue and commission treat it as refunded${stage === "lost" ? "." : ", and you cannot refund it during the dispute."}`;
  if (inquiry && stage !== "closed") return "No money was withdrawn. Refund it to avoid a dispute.";
  return stage === "won" ? "The money was returned and counts as revenue again." : "No money was withdrawn.";
}
