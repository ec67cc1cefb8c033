import { usePendingNavigation } from "./usePendingNavigation";

/** A line at the top edge while the next page lets wait: a press was heard. */
export function NavigationProgress() {
  return usePendingNavigation() ? <div className="arrival-bar" role="status" aria-label="Loading" /> : null;
}
