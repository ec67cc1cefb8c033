import type { Tag, TagColor } from "~/domain/orders/tagColors";
import { Badge } from "~/ui/feedback/Badge";
import type { Tone } from "~/ui/feedback/Tone";

const tones: Record<TagColor, Tone> = {
  gray: "neutral",
  red: "danger",
  amber: "warning",
  green: "success",
  blue: "info",
  purple: "info",
};

export const TagBadge = ({ name, color }: Tag) => <Badge tone={tones[color]}>{name}</Badge>;
