import type { Context } from "../context";
import type { PaymentAccount } from "../ports/payments";

/** The provider's limits for the whole text on a card statement. */
const MIN_STATEMENT = 5;
export const MAX_STATEMENT = 22;

/** The present text of an account for a new payment; null for none. */
export const statementTextOf = ({ settings }: Pick<Context, "settings">, account: PaymentAccount): string | null =>
  settings.payments.statementTexts[account] || null;

/** The text as a card statement shows it, after the account's prefix. */
export const wholeStatement = (prefix: string, text: string) => `${prefix}* ${text}`;

/** What the provider refuses in the text itself; null for nothing. An empty text is none. */
export function statementProblem(text: string): string | null {
  if (text === "") return null;
  if (text.length < MIN_STATEMENT || text.length > MAX_STATEMENT)
    return `Enter ${MIN_STATEMENT} to ${MAX_STATEMENT} characters, or nothing`;
  if (!/^[\x20-\x7e]*$/.test(text)) return "Use letters without accents, digits, spaces and common signs only";
  if (/[<>\\'"*]/.test(text)) return "Leave out < > \\ ' \" and *";
  if (!/[A-Za-z]/.test(text)) return "Enter at least one letter";
  return null;
}
