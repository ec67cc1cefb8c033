import type { ReactNode } from "react";
import type { Tone } from "./Tone";

export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`status tone-${tone}`}>{children}</span>;
}
