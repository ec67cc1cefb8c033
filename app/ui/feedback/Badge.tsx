import type { ReactNode } from "react";
import type { Tone } from "./Tone";

/** A short label: a role, "Expired", "Imported". */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}
