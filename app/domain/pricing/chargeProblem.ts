import { type Cents, MAX_CHARGE, MIN_CHARGE } from "../money";

/**
 * Why a total cannot be charged, or null. 0 needs no charge, and no card accepts 1 to 49 cents (rules.md
 * pricing/zero-total). Cents.
 */
export function chargeProblem(total: Cents): string | null {
  if (total === 0) return null;
  if (total < MIN_CHARGE) return "The total must be at least $0.50 to be charged to a card.";
  if (total > MAX_CHARGE) return "The total cannot be more than $999,999.99.";
  return null;
}
