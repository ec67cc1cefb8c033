import { fromDay, readDay, throughDay } from "../days";

/** Lines per page. */
export const STATEMENT_SIZE = 100;

/** ms UTC, both ends inclusive. */
export interface StatementRange {
  from: number;
  to: number;
}

/**
 * Reads a range of whole days of the reader's zone from the query string. A missing or invalid date leaves that end
 * open (rules.md lists/dates).
 */
export function statementRange(search: URLSearchParams, zone: string): StatementRange {
  const first = readDay(search.get("from") ?? "");
  const last = readDay(search.get("to") ?? "");
  return {
    from: first === null ? 0 : fromDay(first, zone),
    to: last === null ? Number.MAX_SAFE_INTEGER : throughDay(last, zone),
  };
}
