/** Lines on a page of a statement. */
export const STATEMENT_SIZE = 100;

/** ms UTC, both ends included. */
export interface StatementRange {
  from: number;
  to: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const momentOf = (day: string | null, time: string) => {
  const ms = day && DAY.test(day) ? Date.parse(`${day}T${time}Z`) : Number.NaN;
  return Number.isSafeInteger(ms) ? ms : null;
};

/** The range of an address, whole UTC days; an end that is left open, or is no date, leaves it open (document 2 section 5). */
export const statementRange = (search: URLSearchParams): StatementRange => ({
  from: momentOf(search.get("from"), "00:00:00.000") ?? 0,
  to: momentOf(search.get("to"), "23:59:59.999") ?? Number.MAX_SAFE_INTEGER,
});
