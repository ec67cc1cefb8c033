import { Icon } from "../icon/Icon";
import type { IconName } from "../icon/iconNames";
import type { Tone } from "./Tone";

const icons: Record<Tone, IconName> = {
  neutral: "info",
  info: "info",
  success: "circle-check",
  warning: "triangle-exclamation-point",
  danger: "circle-exclamation-point",
};

export function ToneIcon({ tone }: { tone: Tone }) {
  return <Icon name={icons[tone]} size={18} />;
}
