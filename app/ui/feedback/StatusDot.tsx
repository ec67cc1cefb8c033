import type { ReactNode } from "react";
import type { Tone } from "./Tone";

/** A state: a dot and its word. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`status tone-${tone}`}>{children}</span>;
}
