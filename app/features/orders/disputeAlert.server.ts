import { can } from "~/domain/access";
import type { Context } from "~/domain/context";
import { type DisputeStage, disputeStage, evidenceText, isInquiry } from "~/domain/disputes/disputeStates";
import type { DisputeOfOrder } from "~/domain/disputes/orderDisputes";
import { takesAnswer } from "~/domain/evidence/answerableDispute";
import { providerLabel } from "~/domain/refunds/providerLabel";
import { formatDay, formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
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
  /** Where the answer is prepared; null when the viewer may not, or the bank takes none. */
  answerHref: string | null;
}

/**
 * Staff only (rules.md security/internal-text): what the bank disputes, the current state and the next step. Written
 * on the server, because customers load the same scripts and must not receive these texts (rules.md speed/scripts).
 */
export function disputeAlert(
  { actor, now }: Pick<Context, "actor" | "now">,
  orderId: string,
  { id, ...dispute }: DisputeOfOrder,
  zone: string,
): DisputeAlert {
  const { amount, reason, status, openedAt, withdrawn } = dispute;
  const stage = disputeStage(status);
  const inquiry = isInquiry(status);
  const answerHref =
    can(actor, "disputes.answer") && takesAnswer(dispute, now) ? paths.disputeAnswer(orderId, id) : null;
  return {
    id,
    tone: tones[stage],
    title: `${inquiry ? "Bank inquiry" : "Payment disputed"}: ${formatCents(amount)}, ${providerLabel(reason)} (${stageLabels[stage]})`,
    lines: [
      `Opened ${formatDay(openedAt, zone)}. ${moneyText(withdrawn, stage, inquiry)}`,
      ...(stage === "answer"
        ? [answerHref ? answerText(dispute.evidenceDueAt!, zone) : evidenceText(dispute, zone)]
        : []),
    ],
    answerHref,
  };
}

/** `dueAt` in ms UTC. */
const answerText = (dueAt: number, zone: string) =>
  `Answer by ${formatLongDate(dueAt, zone)}. You can edit the answer before you send it.`;

function moneyText(withdrawn: number, stage: DisputeStage, inquiry: boolean) {
  if (withdrawn > 0)
    return `${formatCents(withdrawn)} was withdrawn. Revenue and commission treat it as refunded${stage === "lost" ? "." : ", and you cannot refund it during the dispute."}`;
  if (inquiry && stage !== "closed") return "No money was withdrawn. Refund it to avoid a dispute.";
  return stage === "won" ? "The money was returned and counts as revenue again." : "No money was withdrawn.";
}
