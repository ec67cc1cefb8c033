import { agencyZone, type Context } from "../context";
import { DAY_MS } from "../days";
import { isIn, type PlacementState, runningStates } from "./placementStates";
import { addWorkingTime, type WorkingDays, workingTimeBetween } from "./workingTime";

/** When a link is due. The clock stands still while the client is asked (rules.md placements/clock). */
interface DeliveryClock {
  /** ms UTC; null while the clock stands still, and after delivery. */
  dueAt: number | null;
  /** Working ms that remain while it stands still. Negative: it was overdue when it stopped. */
  clockLeftMs: number;
}

export const newClock = (turnaroundDays: number): DeliveryClock => ({
  dueAt: null,
  clockLeftMs: turnaroundDays * DAY_MS,
});

/** The moment of a change (ms UTC), and the zone and working days that count. */
export interface ClockAt {
  now: number;
  zone: string;
  /** Monday to Friday when left out. */
  days?: WorkingDays | undefined;
}

/** A change of this request, in the agency's working days. */
export const clockAt = (ctx: Pick<Context, "now" | "settings">): ClockAt => ({
  now: ctx.now,
  zone: agencyZone(ctx),
  days: workingDays(ctx.settings),
});

const workingDays = ({ orders }: Context["settings"]): WorkingDays => ({
  weekdays: orders.workingDays,
  holidays: orders.holidays.map(({ day }) => day),
});

interface Timed extends DeliveryClock {
  /** ms UTC. Work begins then at the earliest; null when it can begin immediately. */
  startsOn: number | null;
}

/** The clock of a link that enters `state`, or that gets a new start. */
export function clockIn(
  state: PlacementState,
  placement: Timed,
  { now, zone, days }: ClockAt,
  startsOn: number | null = placement.startsOn,
): DeliveryClock {
  const clockLeftMs = timeLeft(placement, { now, zone, days });
  if (!isIn(runningStates, state)) return { dueAt: null, clockLeftMs };
  return { dueAt: addWorkingTime(Math.max(now, startsOn ?? now), clockLeftMs, zone, days), clockLeftMs };
}

/** The clock with a due date chosen by staff. */
export const clockDueAt = (
  state: PlacementState,
  startsOn: number | null,
  dueAt: number,
  { now, zone, days }: ClockAt,
): DeliveryClock => {
  const clockLeftMs = workingTimeBetween(Math.max(now, startsOn ?? now), dueAt, zone, days);
  return { dueAt: isIn(runningStates, state) ? dueAt : null, clockLeftMs };
};

const timeLeft = ({ dueAt, clockLeftMs, startsOn }: Timed, { now, zone, days }: ClockAt) =>
  dueAt === null ? clockLeftMs : workingTimeBetween(Math.max(now, startsOn ?? now), dueAt, zone, days);
