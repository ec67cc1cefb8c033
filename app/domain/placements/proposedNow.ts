import type { PlacementRow } from "./soldPlacements";
import type { StoredPlacement } from "./storedPlacements";

export const HOUR_MS = 3_600_000;

/** The columns of a proposal that begins now: earlier signed links end, and the deadline of silence starts. */
export const proposedNow = ({ proposal, terms }: StoredPlacement, now: number): Partial<PlacementRow> => ({
  proposal: proposal + 1,
  proposedAt: now,
  answerBy: terms.silentApprovalHours > 0 ? now + terms.silentApprovalHours * HOUR_MS : null,
  remindedAt: null,
});

/** The columns of a proposal that was answered. */
export const answered: Partial<PlacementRow> = { answerBy: null, remindedAt: null };
