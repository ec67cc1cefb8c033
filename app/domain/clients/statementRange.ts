import { DAY_MS, readDay } from "../days";

/** Lines on a page of a statement. */
export const STATEMENT_SIZE = 100;

/** ms UTC, both ends included. */
export interface StatementRange {
  from: number;
  to: number;
}

/**
 * The range of an address, whole UTC days; an end that is left open, or is no date, leaves it open
 * (rules.md lists/dates).
 */
export function statementRange(search: URLSearchParams): StatementRange {
  const last = readDay(search.get("to") ?? "");
  return {
    from: readDay(search.get("from") ?? "") ?? 0,
    to: last === null ? Number.MAX_SAFE_INTEGER : last + DAY_MS - 1,
  };
}
