import { type Priority, priorityLabel } from "~/domain/orders/priorities";
import { Badge } from "~/ui/feedback/Badge";
import type { Tone } from "~/ui/feedback/Tone";

const tones: Record<Priority, Tone> = { urgent: "danger", high: "warning", normal: "neutral", low: "neutral" };

/** Normal orders carry none, so that the others stand out. */
export const PriorityBadge = ({ priority }: { priority: Priority }) =>
  priority === "normal" ? "Normal" : <Badge tone={tones[priority]}>{priorityLabel(priority)}</Badge>;
