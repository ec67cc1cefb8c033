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
  answer: "waits for your evidence",
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
    title: `${inquiry ? "Inquiry of the bank" : "Payment disputed"}: ${formatCents(amount)}, ${providerWords(reason)} (${stageWords[stage]})`,
    lines: [
      `Opened ${formatDay(openedAt)}. ${moneyWords(withdrawn, stage, inquiry)}`,
      ...(stage === "answer" ? [evidenceWords(dispute)] : []),
    ],
  };
}

function moneyWords(withdrawn: number, stage: DisputeStage, inquiry: boolean) {
  if (withdrawn > 0)
    return `${formatCents(withdrawn)} is withdrawn: revenue and commission count it as given back${stage === "lost" ? "." : ", and it cannot be refunded meanwhile."}`;
  if (inquiry && stage !== "closed") return "No money is withdrawn. A refund settles it before it becomes a dispute.";
  return stage === "won" ? "The money is back, and counts again." : "No money is withdrawn.";
}
