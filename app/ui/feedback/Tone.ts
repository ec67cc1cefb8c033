/** Meaning of a colour, the same in alerts, badges, toasts and status dots. Never the only sign of it. */
export type Tone = "neutral" | "info" | "success" | "warning" | "danger";
