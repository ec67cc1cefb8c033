import { z } from "zod";
import { MINIMUM_RULE } from "../affiliates/programmeInput";
import { CheckoutKey } from "../checkout/placeOrderInput";
import { dateProblem, readDay } from "../days";
import { type Cents, parseDollars } from "../money";
import { dollarsField } from "../numberFields";
import { text } from "../textFields";

export const NOTHING_TO_PAY = "Nothing to pay out";
const CHOOSE_FIRST = "Choose commissions, or a date to pay out all approved commissions up to";
/** Limited, because the batch writes a history row per line. */
export const MAX_PAYOUT_LINES = 2000;

/** Chosen commissions, or all with an order paid up to the end of a day (the agency's, yyyy-MM-dd). */
const choice = {
  commission: z.array(z.string().min(1).max(64)).max(MAX_PAYOUT_LINES).default([]),
  until: z.string().trim().default(""),
};
const isChosen = ({ commission, until }: { commission: string[]; until: string }) =>
  commission.length > 0 || readDay(until) !== null;

export interface PayoutChoice {
  ids: string[];
  /** The day, as its 00:00 UTC, or a moment. Null when `ids` choose. */
  until: number | null;
  minimum: Cents;
}

const toChoice = ({ commission, until }: { commission: string[]; until: string }) => ({
  ids: commission,
  until: commission.length > 0 ? null : (readDay(until) ?? 0),
});

const minimum = dollarsField(MINIMUM_RULE, 0).default(0);

/** The payout form. `total` (cents) is the amount its page showed; a payout of any other amount is rejected. */
export const PayoutForm = z
  .object({
    ...choice,
    minimum,
    note: text(500, "Use 500 characters or fewer").default(""),
    requestKey: CheckoutKey,
    total: z.coerce.number().int(),
  })
  .refine(isChosen, { error: ({ input }) => dateProblem((input as { until: string }).until, CHOOSE_FIRST) })
  .transform(({ commission, until, ...input }) => ({ ...input, ...toChoice({ commission, until }) }));
export type PayoutInput = z.output<typeof PayoutForm>;

/**
 * Reads the choice from a preview's address, or null without one, or with the list's box for all that match its filter.
 * `fallback` (cents) is the default minimum.
 */
export function payoutChoice(search: URLSearchParams, fallback: Cents): PayoutChoice | null {
  const values = {
    commission: search.getAll("commission").slice(0, MAX_PAYOUT_LINES),
    until: search.get("until") ?? "",
  };
  if (!isChosen(values) || search.has("all")) return null;
  return { ...toChoice(values), minimum: parseDollars(search.get("minimum") ?? "") ?? fallback };
}

/** Errors of the minimum in a preview's address. Such a preview shows no amounts. */
export const minimumErrors = (search: URLSearchParams) =>
  minimum.safeParse(search.get("minimum") ?? "").error?.issues.map(({ message }) => message);
