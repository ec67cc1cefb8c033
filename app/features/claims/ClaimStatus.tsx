import type { ComponentProps } from "react";
import { type ClaimState, claimStateLabel } from "~/domain/claims/claimStates";
import { StatusDot } from "~/ui/feedback/StatusDot";

const looks: Record<ClaimState, Omit<ComponentProps<typeof StatusDot>, "children">> = {
  open: { tone: "warning", shape: "ring" },
  confirmed: { tone: "danger" },
  repairing: { tone: "info", shape: "half" },
  repaired: { tone: "success" },
  replacing: { tone: "info" },
  replaced: { tone: "success", shape: "square" },
  refunded: { tone: "neutral", shape: "square" },
  rejected: { tone: "neutral" },
};

export const ClaimStatus = ({ state }: { state: ClaimState }) => (
  <StatusDot {...looks[state]}>{claimStateLabel(state)}</StatusDot>
);
