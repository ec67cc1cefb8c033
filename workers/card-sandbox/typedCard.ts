import { passesLuhn } from "./passesLuhn";
import type { TypedCard } from "./payOnHostedPage";

export interface CardFields {
  email: string;
  number: string;
  expiry: string;
  cvc: string;
  name: string;
}

/** Reads the fields of the hosted page, or returns the error in Stripe's words. */
export function readCardFields(
  fields: CardFields,
  nowMs: number,
): { card?: TypedCard; errors: Partial<Record<keyof CardFields, string>> } {
  const errors: Partial<Record<keyof CardFields, string>> = {};
  const number = fields.number.replace(/\D/g, "");
  const expiry = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(fields.expiry);
  const month = Number(expiry?.[1] ?? 0);
  const year = (Number(expiry?.[2] ?? 0) % 100) + 2000;
  const today = new Date(nowMs);
  if (fields.email && !/^[^\s@]+@[^\s@]+$/.test(fields.email)) errors.email = "Your email is incomplete.";
  if (number.length < 14) errors.number = "Your card number is incomplete.";
  else if (!passesLuhn(number)) errors.number = "Your card number is invalid.";
  if (!expiry || month < 1 || month > 12) errors.expiry = "Your card's expiration date is incomplete.";
  else if (year < today.getUTCFullYear()) errors.expiry = "Your card's expiration year is in the past.";
  else if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1)
    errors.expiry = "Your card's expiration date is in the past.";
  if (!/^\d{3,4}$/.test(fields.cvc.trim())) errors.cvc = "Your card's security code is incomplete.";
  if (Object.keys(errors).length) return { errors };
  return {
    card: {
      number,
      expMonth: month,
      expYear: year,
      cvc: fields.cvc.trim(),
      name: fields.name.trim(),
      email: fields.email.trim(),
    },
    errors,
  };
}
