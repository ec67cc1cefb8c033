import type { PaymentAccount } from "../ports/payments";
import { paymentAccounts } from "../ports/payments";

/** A UTC month of an account, e.g. '2026-11'. */
export interface BookMonth {
  month: string;
  account: PaymentAccount;
}

/** The month of a moment (ms UTC). */
export const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

/** The first moment of a month and of the next, ms UTC. */
export function monthSpan(month: string): { from: number; until: number } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return { from: Date.UTC(year, number - 1), until: Date.UTC(year, number) };
}

/** Reads month and account of an address. By default the regular account's last complete month. */
export function bookMonthFrom(search: URLSearchParams, now: number): BookMonth {
  const month = search.get("month") ?? "";
  const account = paymentAccounts.find((one) => one === search.get("account")) ?? "regular";
  const valid = /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && month <= monthOf(now);
  return { account, month: valid ? month : monthOf(monthSpan(monthOf(now)).from - 1) };
}
