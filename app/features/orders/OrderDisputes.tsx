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
import { Alert } from "~/ui/feedback/Alert";
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

/** Staff only (quality S14): what the bank disputes of the order's payment, where that stands, and what is to be done. */
export function OrderDisputes({ disputes }: { disputes: readonly DisputeOfOrder[] }) {
  return disputes.map(({ id, amount, reason, status, evidenceDueAt, openedAt, withdrawn }) => {
    const stage = disputeStage(status);
    const inquiry = isInquiry(status);
    return (
      <Alert
        key={id}
        tone={tones[stage]}
        title={`${inquiry ? "Inquiry of the bank" : "Payment disputed"}: ${formatCents(amount)}, ${providerWords(reason)} (${stageWords[stage]})`}
      >
        <p>
          Opened {formatDay(openedAt)}. {moneyWords(withdrawn, stage, inquiry)}
        </p>
        {stage === "answer" ? <p>{evidenceWords({ evidenceDueAt })}</p> : null}
      </Alert>
    );
  });
}

function moneyWords(withdrawn: number, stage: DisputeStage, inquiry: boolean) {
  if (withdrawn > 0)
    return `${formatCents(withdrawn)} is withdrawn: revenue and commission count it as given back${stage === "lost" ? "." : ", and it cannot be refunded meanwhile."}`;
  if (inquiry && stage !== "closed") return "No money is withdrawn. A refund settles it before it becomes a dispute.";
  return stage === "won" ? "The money is back, and counts again." : "No money is withdrawn.";
}
