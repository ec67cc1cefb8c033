import { passesLuhn } from "../passesLuhn";

/** A validation error as Stripe.js reports it. */
export interface ValidationError {
  type: "validation_error";
  code: string;
  message: string;
}

const error = (code: string, message: string): ValidationError => ({ type: "validation_error", code, message });

/** `visa`, `mastercard`, `amex` or `unknown`, by the first digits. */
export function brandOf(number: string): "visa" | "mastercard" | "amex" | "unknown" {
  if (/^4/.test(number)) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mastercard";
  if (/^3[47]/.test(number)) return "amex";
  return "unknown";
}

/** Number of digits of a complete number. */
function lengthOf(number: string): number {
  return brandOf(number) === "amex" ? 15 : 16;
}

/** The error of a card number, digits only. */
export function numberError(number: string): ValidationError | undefined {
  if (number.length < lengthOf(number)) return error("incomplete_number", "Your card number is incomplete.");
  if (!passesLuhn(number)) return error("invalid_number", "Your card number is invalid.");
  return undefined;
}

/** The error of an expiry, four digits MMYY, on that day. */
export function expiryError(expiry: string, today: Date): ValidationError | undefined {
  if (expiry.length < 4) return error("incomplete_expiry", "Your card's expiration date is incomplete.");
  const month = Number(expiry.slice(0, 2));
  const year = 2000 + Number(expiry.slice(2));
  if (month < 1 || month > 12) return error("incomplete_expiry", "Your card's expiration date is incomplete.");
  if (year < today.getFullYear())
    return error("invalid_expiry_year_past", "Your card's expiration year is in the past.");
  if (year === today.getFullYear() && month < today.getMonth() + 1)
    return error("invalid_expiry_month_past", "Your card's expiration date is in the past.");
  if (year > today.getFullYear() + 50) return error("invalid_expiry_year", "Your card's expiration year is invalid.");
  return undefined;
}

/** The error of a security code for that number. */
export function cvcError(cvc: string, number: string): ValidationError | undefined {
  if (cvc.length < (brandOf(number) === "amex" ? 4 : 3))
    return error("incomplete_cvc", "Your card's security code is incomplete.");
  return undefined;
}

/** The error of a postal code, when one is required. */
export function postalError(postal: string): ValidationError | undefined {
  return postal.trim().length < 3 ? error("incomplete_zip", "Your postal code is incomplete.") : undefined;
}

/** `4242424242424242` as `4242 4242 4242 4242`; American Express in 4, 6 and 5. */
export function spacedNumber(number: string): string {
  const groups =
    brandOf(number) === "amex" ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?/;
  return (groups.exec(number) ?? []).slice(1).filter(Boolean).join(" ");
}

/** `1227` as `12 / 27`; a first digit above 1 is a whole month. */
export function spacedExpiry(digits: string): string {
  const whole = /^[2-9]/.test(digits) ? `0${digits}`.slice(0, 4) : digits;
  return whole.length > 2 ? `${whole.slice(0, 2)} / ${whole.slice(2)}` : whole;
}
