import { usePendingNavigation } from "./usePendingNavigation";

/** A line at the top edge while the next page loads slowly. */
export function NavigationProgress() {
  return usePendingNavigation() ? <div className="arrival-bar" role="status" aria-label="Loading" /> : null;
}
