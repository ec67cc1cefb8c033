import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { Tone } from "./Tone";

const icons = { neutral: Info, info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

export function ToneIcon({ tone }: { tone: Tone }) {
  const Icon = icons[tone];
  return <Icon className="icon" size={18} />;
}
