import { DAY_MS, readDay } from "../days";

/** Lines per page. */
export const STATEMENT_SIZE = 100;

/** ms UTC, both ends inclusive. */
export interface StatementRange {
  from: number;
  to: number;
}

/**
 * Reads a range of whole UTC days from the query string. A missing or invalid date leaves that end open (rules.md
 * lists/dates).
 */
export function statementRange(search: URLSearchParams): StatementRange {
  const last = readDay(search.get("to") ?? "");
  return {
    from: readDay(search.get("from") ?? "") ?? 0,
    to: last === null ? Number.MAX_SAFE_INTEGER : last + DAY_MS - 1,
  };
}
