import type { PlacementTerms } from "../catalogue/tracking";

/**
 * States of a sold link, who may move it and where to: one table for page, API and crons (rules.md placements/states).
 */
export const placementStates = [
  "needs_input",
  "ready",
  "site_review",
  "in_progress",
  "content_review",
  "submitted",
  "live",
  "replaced",
  "cancelled",
] as const;
export type PlacementState = (typeof placementStates)[number];

const labels: Record<PlacementState, string> = {
  needs_input: "Needs your input",
  ready: "Ready",
  site_review: "Site to approve",
  in_progress: "In progress",
  content_review: "Content to approve",
  submitted: "With the publisher",
  live: "Live",
  replaced: "Replaced",
  cancelled: "Cancelled",
};
export const placementStateLabel = (state: PlacementState) => labels[state];

export type Mover = "client" | "staff" | "system";

/** From a state to its next ones, each with those who may move a link there. */
const moves: Record<PlacementState, Partial<Record<PlacementState, readonly Mover[]>>> = {
  needs_input: { ready: ["client", "staff", "system"] },
  ready: { site_review: ["staff"], in_progress: ["staff"], live: ["staff"] },
  site_review: { in_progress: ["client", "system"], ready: ["client", "staff"] },
  in_progress: { content_review: ["staff"], submitted: ["staff"], live: ["staff"] },
  content_review: { submitted: ["client", "system"], in_progress: ["client", "staff"] },
  submitted: { live: ["staff"], in_progress: ["staff"] },
  live: { replaced: ["system"] },
  replaced: {},
  cancelled: {},
};

interface Moved {
  state: PlacementState;
  terms: Pick<PlacementTerms, "approveSite" | "approveContent">;
  /** When the client accepted the content, or let its deadline pass. */
  contentApprovedAt: number | null;
}

/** True when `mover` may take the link to `next`. Terms with an approval leave only through it. */
export function canMove({ state, terms, contentApprovedAt }: Moved, next: PlacementState, mover: Mover): boolean {
  if (!moves[state][next]?.includes(mover)) return false;
  if (state === "ready" && terms.approveSite) return next === "site_review";
  if (state === "in_progress" && terms.approveContent && contentApprovedAt === null) return next === "content_review";
  return true;
}

/** The states that staff can choose for a link; a review begins with a proposal, live with an address. */
export const staffChoices = (placement: Moved): PlacementState[] =>
  placementStates.filter((next) => !needsMore.includes(next) && canMove(placement, next, "staff"));

const needsMore: readonly PlacementState[] = ["site_review", "content_review", "live", "ready"];

/** States in which the client's details can still change. */
export const editableStates = ["needs_input", "ready"] as const satisfies readonly PlacementState[];
/** States in which the client is asked for something. */
export const waitingForClient = [
  "needs_input",
  "site_review",
  "content_review",
] as const satisfies readonly PlacementState[];
/** States in which the delivery clock runs (rules.md placements/clock). */
export const runningStates = ["ready", "in_progress", "submitted"] as const satisfies readonly PlacementState[];
/** States that still need work; a completed order has none of them unless staff agreed. */
export const openStates = [...waitingForClient, ...runningStates] as const satisfies readonly PlacementState[];

export const isIn = (states: readonly PlacementState[], state: PlacementState) => states.includes(state);
