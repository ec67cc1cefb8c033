import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { moveTo, type PlacementChange, writePlacements } from "./changePlacements";
import { type ClockAt, clockAt } from "./deliveryClock";
import { answerNotices } from "./placementNotices";
import { canMove, type Mover, type PlacementState, placementStateLabel } from "./placementStates";
import type { ProposalAnswer, ProposalSubject } from "./proposalInput";
import { answered } from "./proposedNow";
import { type StoredPlacement, storedPlacement } from "./storedPlacements";

/** The state in which each subject waits for an answer, and where the answer leads. */
const outcomes: Record<ProposalSubject, { waits: PlacementState; accepted: PlacementState; declined: PlacementState }> =
  {
    site: { waits: "site_review", accepted: "in_progress", declined: "ready" },
    content: { waits: "content_review", accepted: "submitted", declined: "in_progress" },
  };

/** The subject that a link waits to have approved, or null. */
export const subjectOf = (state: PlacementState): ProposalSubject | null =>
  state === "site_review" ? "site" : state === "content_review" ? "content" : null;

/**
 * The client accepts or declines what was proposed for a link (rules.md placements/approval). Throws NotFound, and
 * Conflict when the link no longer waits for it.
 */
export async function answerProposal(ctx: Context, input: ProposalAnswer): Promise<void> {
  authorize(ctx, "placements.answer");
  await writeAnswer(ctx, await storedPlacement(ctx, input), input);
}

/** Ends the history entry of an answer that came through a mail's link. */
export const BY_LINK = " by the mailed link";

/** The same for a link that the caller has read and may answer. `by` ends the history's entry. */
export async function writeAnswer(
  ctx: Context,
  placement: StoredPlacement,
  input: ProposalAnswer,
  by: "" | typeof BY_LINK = "",
): Promise<void> {
  const change = answerChange(placement, input, clockAt(ctx), "client");
  const action = `${input.subject} ${input.accept ? "accepted" : "declined"}${by}`;
  await writePlacements(ctx, [change], action, answerNotices(ctx, placement, input));
}

export function answerChange(
  placement: StoredPlacement,
  { subject, accept, reason }: Pick<ProposalAnswer, "subject" | "accept" | "reason">,
  at: ClockAt,
  mover: Mover,
): PlacementChange {
  const { waits, accepted, declined } = outcomes[subject];
  const next = accept ? accepted : declined;
  if (placement.state !== waits || !canMove(placement, next, mover))
    throw new Conflict(
      `Link ${placement.number} no longer waits for your answer: it is ${placementStateLabel(placement.state)}`,
    );
  return moveTo(placement, next, at, {
    ...answered,
    declineReason: accept ? "" : reason,
    ...(subject === "content" && accept ? { contentApprovedAt: at.now } : {}),
    ...(subject === "site" && !accept ? noSite : {}),
  });
}

/** A declined site leaves the link, so that it can be proposed for another one. The history keeps it. */
const noSite = {
  siteDomain: null,
  siteDr: null,
  siteDa: null,
  siteTraffic: null,
  metricsSource: "",
  metricsAt: null,
  samplePage: "",
} as const;
