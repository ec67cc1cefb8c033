import { type SubscriptionStatus as Status, subscriptionStatusLabel } from "~/domain/subscriptions/subscriptionStates";
import { StatusDot } from "~/ui/feedback/StatusDot";
import type { Tone } from "~/ui/feedback/Tone";

const tones: Record<Status, Tone> = { Active: "success", Due: "warning", Past_Due: "danger", Cancelled: "neutral" };

export const SubscriptionStatus = ({ status }: { status: Status }) => (
  <StatusDot tone={tones[status]}>{subscriptionStatusLabel(status)}</StatusDot>
);
