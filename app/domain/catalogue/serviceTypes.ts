import type { PaymentAccount } from "../ports/payments";

export const serviceTypes = ["REGULAR", "CUSTOM"] as const;
export type ServiceType = (typeof serviceTypes)[number];
export const serviceTypeLabel = (type: ServiceType) => (type === "REGULAR" ? "Regular" : "Custom");

/** Payment types of a service. The labels are One-Time for DIRECT and Recurring for SUBSCRIPTION. */
export const servicePaymentTypes = ["SUBSCRIPTION", "DIRECT"] as const;
export type ServicePaymentType = (typeof servicePaymentTypes)[number];
export const paymentTypeLabel = (type: ServicePaymentType | "MANUAL") =>
  type === "SUBSCRIPTION" ? "Recurring" : type === "DIRECT" ? "One-Time" : "Manual";

export const frequencies = ["DAY", "WEEK", "MONTH"] as const;
export type Frequency = (typeof frequencies)[number];
export const frequencyLabel = (frequency: Frequency) => ({ DAY: "Day", WEEK: "Week", MONTH: "Month" })[frequency];

export const intakeItemTypes = ["TEXT", "TEXT_AREA", "NUMBER", "FILE_UPLOAD"] as const;
export type IntakeItemType = (typeof intakeItemTypes)[number];

export const accountOf = (type: ServiceType): PaymentAccount => (type === "REGULAR" ? "regular" : "custom");

/** Formats 'Occurs every {n} {unit}', plural above 1. */
export function recurrenceText(duration: number, frequency: Frequency) {
  const unit = frequency.toLowerCase();
  return `Occurs every ${duration} ${duration > 1 ? `${unit}s` : unit}`;
}

/** Formats 'renews every month' or 'renews every 3 months', for a sentence. */
export function renewalText(duration: number, frequency: Frequency) {
  const unit = frequency.toLowerCase();
  return duration > 1 ? `renews every ${duration} ${unit}s` : `renews every ${unit}`;
}
