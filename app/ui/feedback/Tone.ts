/** The meaning of a colour, shared by alerts, badges, toasts and status dots. Never rely on colour alone. */
export type Tone = "neutral" | "info" | "success" | "warning" | "danger";
