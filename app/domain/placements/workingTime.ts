import { momentAt, wallTime } from "~/format/zones";
import { DAY_MS } from "../days";

/** The days on which the agency works. */
export interface WorkingDays {
  /** 0 is Sunday. */
  weekdays: readonly number[];
  /** yyyy-MM-dd. */
  holidays: readonly string[];
}

export const MONDAY_TO_FRIDAY: WorkingDays = { weekdays: [1, 2, 3, 4, 5], holidays: [] };

/** Days are the agency's, counted on its wall clock: each is 24 hours of work. 1970-01-01 was a Thursday. */
function isWorkingDayOf({ weekdays, holidays }: WorkingDays) {
  // Without a working day no link would ever be due.
  const working = new Set(weekdays.length > 0 ? weekdays : MONDAY_TO_FRIDAY.weekdays);
  const off = new Set(holidays.map((day) => Date.parse(day) / DAY_MS));
  return (day: number) => working.has((((day + 4) % 7) + 7) % 7) && !off.has(day);
}

/**
 * The moment that lies `working` ms of working days in `zone` after `from`, in ms UTC. A negative amount goes back.
 */
export const addWorkingTime = (from: number, working: number, zone: string, days = MONDAY_TO_FRIDAY): number =>
  momentAt(addOnWall(wallTime(from, zone), working, isWorkingDayOf(days)), zone);

function addOnWall(from: number, working: number, isWorkingDay: (day: number) => boolean): number {
  const step = working < 0 ? -1 : 1;
  let at = from;
  let left = Math.abs(working);
  while (true) {
    // Going back, midnight belongs to the day before.
    const day = Math.floor((step > 0 ? at : at - 1) / DAY_MS);
    const end = (step > 0 ? day + 1 : day) * DAY_MS;
    if (isWorkingDay(day)) {
      const inDay = Math.abs(end - at);
      if (left <= inDay) return at + step * left;
      left -= inDay;
    }
    at = end;
  }
}

/** The ms of working days of `zone` from `from` to `to`; negative when `to` is earlier. */
export const workingTimeBetween = (from: number, to: number, zone: string, days = MONDAY_TO_FRIDAY): number =>
  betweenOnWall(wallTime(from, zone), wallTime(to, zone), isWorkingDayOf(days));

function betweenOnWall(from: number, to: number, isWorkingDay: (day: number) => boolean): number {
  if (to < from) return -betweenOnWall(to, from, isWorkingDay);
  let sum = 0;
  let at = from;
  while (at < to) {
    const day = Math.floor(at / DAY_MS);
    const end = Math.min(to, (day + 1) * DAY_MS);
    if (isWorkingDay(day)) sum += end - at;
    at = end;
  }
  return sum;
}
