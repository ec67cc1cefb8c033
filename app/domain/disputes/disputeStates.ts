import { formatLongDate } from "~/format/dates";

/** Where a dispute stands, for people. */
export type DisputeStage = "answer" | "review" | "won" | "lost" | "closed";

const stages: Record<string, DisputeStage> = {
  warning_needs_response: "answer",
  needs_response: "answer",
  appeal_needs_response: "answer",
  won: "won",
  lost: "lost",
  // An inquiry that became no dispute, and a dispute that was settled before it opened.
  warning_closed: "closed",
  prevented: "closed",
};

/** The stage of the provider's status; one that is not known here is something that goes on there. */
export const disputeStage = (status: string): DisputeStage => stages[status] ?? "review";

/** A bank's question before a dispute: no money is withdrawn, and the payment can still be refunded. */
export const isInquiry = (status: string): boolean => status.startsWith("warning_");

/** 'needs response': the provider's words as people write them. */
export const providerWords = (words: string): string => words.replaceAll("_", " ");

/** Nothing more is to be done or to be waited for. */
export const hasEnded = (status: string): boolean => ["won", "lost", "closed"].includes(disputeStage(status));

/** Until when evidence can be sent, and where. */
export const evidenceWords = ({ evidenceDueAt }: { evidenceDueAt: number | null }): string =>
  evidenceDueAt === null
    ? "The bank does not accept evidence."
    : `Submit evidence by ${formatLongDate(evidenceDueAt)} (UTC) in the card provider's dashboard.`;
