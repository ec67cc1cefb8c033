import type { OrderSubStatus } from "../orders/orderParts";
import type { OrderStatus } from "../orders/orderStates";
import type { PlacementState } from "../placements/placementStates";

interface OrderAtWork {
  status: OrderStatus;
  subStatuses: OrderSubStatus[];
}

/** The next step of an order for staff: the first one that is not done, or what its status asks for. */
export function nextOfOrder({ status, subStatuses }: OrderAtWork): string {
  if (status === "Inputs_Required") return "Client adds project details";
  const step = subStatuses.find(({ completed }) => !completed);
  if (status === "Active") return step ? `Start: ${step.name}` : "Start the work";
  if (status === "Working") return step?.name ?? "Deliver and complete";
  return "Close or reopen";
}

interface LinkAtWork {
  state: PlacementState;
  /** 1 when the client approves it first. */
  approveSite: number | null;
  approveContent: number | null;
  contentApprovedAt: number | null;
}

/** The next step of a link for staff. */
export function nextOfLink({ state, approveSite, approveContent, contentApprovedAt }: LinkAtWork): string {
  if (state === "ready") return approveSite ? "Propose a site" : "Place the link";
  if (state === "in_progress")
    return approveContent && contentApprovedAt === null ? "Send the content" : "Place the link";
  if (state === "submitted") return "Wait for the publisher, then mark as live";
  if (state === "needs_input") return "Client chooses a page";
  if (state === "site_review") return "Client answers the site";
  return state === "content_review" ? "Client answers the content" : "Open the link";
}
