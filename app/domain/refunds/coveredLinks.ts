import type { Cents } from "../money";
import { editableStates, isIn, type PlacementState } from "../placements/placementStates";

interface RefundableLink {
  sequence: number;
  state: PlacementState;
  /** Cents. */
  share: Cents;
}

/**
 * The links that a refund of `amount` cents is for when the caller names none: the latest that have not started, as
 * many as the amount covers entirely (rules.md refunds/links).
 */
export function coveredLinks<Link extends RefundableLink>(links: readonly Link[], amount: Cents): Link[] {
  const covered: Link[] = [];
  let left = amount;
  for (const link of [...links].sort((a, b) => b.sequence - a.sequence)) {
    if (link.share === 0 || !isIn(editableStates, link.state)) continue;
    if (link.share > left) break;
    left -= link.share;
    covered.push(link);
  }
  return covered;
}
