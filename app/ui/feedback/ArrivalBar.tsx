import { useArriving } from "./useArriving";

/** A line at the top edge while the next page lets wait: a press was heard. */
export function ArrivalBar() {
  return useArriving() ? <div className="arrival-bar" role="status" aria-label="Loading" /> : null;
}
