import { formatLongDate } from "~/format/dates";
import { zoneWords } from "~/format/zones";

export type DisputeStage = "answer" | "review" | "won" | "lost" | "closed";

const stages: Record<string, DisputeStage> = {
  warning_needs_response: "answer",
  needs_response: "answer",
  appeal_needs_response: "answer",
  won: "won",
  lost: "lost",
  // An inquiry that never became a dispute, and a dispute prevented before it opened.
  warning_closed: "closed",
  prevented: "closed",
};

/** The stage of the provider's status. Unknown statuses count as under review. */
export const disputeStage = (status: string): DisputeStage => stages[status] ?? "review";

/** An inquiry is the bank's question before a dispute: no money is withdrawn and the payment can still be refunded. */
export const isInquiry = (status: string): boolean => status.startsWith("warning_");

/** True when no action and no decision is pending. */
export const hasEnded = (status: string): boolean => ["won", "lost", "closed"].includes(disputeStage(status));

/** Says until when and where evidence can be submitted. */
export const evidenceText = ({ evidenceDueAt }: { evidenceDueAt: number | null }, zone: string): string =>
  evidenceDueAt === null
    ? "The bank does not accept evidence."
    : `Submit evidence by ${formatLongDate(evidenceDueAt, zone)} (${zoneWords(zone)}) in the card provider's dashboard.`;
