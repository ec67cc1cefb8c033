import type { ReactNode } from "react";
import type { Tone } from "./Tone";

type Shape = "dot" | "ring" | "square" | "half" | "triangle" | "diamond" | "dash";

/** Colour alone says nothing to some readers, so each tone has a shape. */
const shapes: Record<Tone, Shape> = {
  success: "dot",
  info: "ring",
  warning: "triangle",
  danger: "diamond",
  neutral: "dash",
};

type StatusDotProps = {
  tone: Tone;
  /** Distinguishes two statuses of one tone. */
  shape?: Shape;
  children: ReactNode;
};

export function StatusDot({ tone, shape = shapes[tone], children }: StatusDotProps) {
  return <span className={`status status-${shape} tone-${tone}`}>{children}</span>;
}
