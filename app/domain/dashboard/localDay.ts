import { type SQL, sql } from "drizzle-orm";
import { momentAt } from "~/format/zones";
import { DAY_MS, type DashboardRange, dayNumber } from "../dateRange";

const WEEK = 7;

/**
 * The number of a moment's day in a zone (`dayNumber`), for the moments of a range: the offsets of its days as
 * constants, because the database knows no zones. A change of the clocks is placed where both offsets name its day.
 */
export function localDay(at: string, range: DashboardRange, zone: string): SQL {
  const [first, last] = [dayNumber(range.from, zone), dayNumber(range.to, zone)];
  const offsetAt = (day: number) => day * DAY_MS - momentAt(day * DAY_MS, zone);
  const cases: string[] = [];
  let offset = offsetAt(first);
  for (let day = first; day <= last; day++) {
    // No zone changes twice within a week.
    while (day + WEEK <= last && offsetAt(day + WEEK) === offset) day += WEEK;
    const next = offsetAt(day + 1);
    if (next === offset) continue;
    const change = Math.max(momentAt(day * DAY_MS, zone), momentAt((day + 1) * DAY_MS, zone) - DAY_MS);
    cases.push(`when ${at} < ${change} then ${offset}`);
    offset = next;
  }
  const shift = cases.length > 0 ? `case ${cases.join(" ")} else ${offset} end` : String(offset);
  return sql.raw(offset === 0 && cases.length === 0 ? `${at} / ${DAY_MS}` : `(${at} + ${shift}) / ${DAY_MS}`);
}
