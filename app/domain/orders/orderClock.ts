import { and, type SQL, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { type ClockAt, clockAt } from "../placements/deliveryClock";
import { addWorkingTime, workingTimeBetween } from "../placements/workingTime";
import type { OrderStatus } from "./orderStates";

/**
 * The deadline of an order (rules.md orders/due). `dueAt` counts while the clock runs, `clockLeftMs` while it stands
 * still. Times in ms UTC, amounts in working ms.
 */
export interface OrderClock {
  dueAt: number | null;
  clockLeftMs: number | null;
  workedMs: number | null;
  runningSince: number | null;
}

/** What starts and stops the clock. */
export interface ClockCause {
  status: OrderStatus;
  /** A delivery waits for the client's answer since then. */
  awaitingSince: number | null;
}

/** The clock of an order that is placed now. The turnaround is the one at that time, whatever changes later. */
export const newOrderClock = (turnaroundDays: number | null): OrderClock => ({
  dueAt: null,
  clockLeftMs: turnaroundDays === null ? null : turnaroundDays * DAY_MS,
  workedMs: null,
  runningSince: null,
});

/** The same, where the service was not read. */
export const clockLeftOfService = (serviceId: string) =>
  sql<number | null>`(select turnaround_days * ${sql.raw(String(DAY_MS))} from services where id = ${serviceId})`;

/** The team works on the order and waits for nothing from the client. */
export const clockRuns = ({ status, awaitingSince }: ClockCause): boolean =>
  (status === "Active" || status === "Working") && awaitingSince === null;

/** The clock after a change. Applied again, it changes nothing. */
export function clockAfter(clock: OrderClock, cause: ClockCause, at: ClockAt): OrderClock {
  const runs = clockRuns(cause);
  if (runs === (clock.runningSince !== null)) return clock;
  return runs ? started(clock, at) : stopped(clock, at);
}

const started = (clock: OrderClock, { now, zone, days }: ClockAt): OrderClock => ({
  dueAt: clock.clockLeftMs === null ? null : addWorkingTime(now, clock.clockLeftMs, zone, days),
  clockLeftMs: clock.clockLeftMs,
  workedMs: clock.workedMs ?? 0,
  runningSince: now,
});

const stopped = (clock: OrderClock, at: ClockAt): OrderClock => ({
  dueAt: null,
  clockLeftMs: timeLeft(clock, at),
  workedMs: workedMs(clock, at),
  runningSince: null,
});

/** Working ms until the deadline; negative when it has passed, null without one. */
export const timeLeft = ({ dueAt, clockLeftMs, runningSince }: OrderClock, { now, zone, days }: ClockAt) => {
  if (runningSince === null) return clockLeftMs;
  return dueAt === null ? null : workingTimeBetween(now, dueAt, zone, days);
};

/** Working ms that the order has used. A clock that was set back uses none. */
export const workedMs = ({ workedMs: before, runningSince }: OrderClock, { now, zone, days }: ClockAt): number =>
  (before ?? 0) + (runningSince === null ? 0 : Math.max(0, workingTimeBetween(runningSince, now, zone, days)));

/** The clock with a deadline chosen by staff; null takes it away. While the clock stands still, the rest is kept. */
export const clockDueAt = (
  { workedMs: before, runningSince }: OrderClock,
  dueAt: number | null,
  { now, zone, days }: ClockAt,
): OrderClock => ({
  dueAt: runningSince === null ? null : dueAt,
  clockLeftMs: dueAt === null ? null : workingTimeBetween(now, dueAt, zone, days),
  workedMs: before,
  runningSince,
});

type ClockColumns = { [Column in keyof OrderClock]: OrderClock[Column] | SQL };

/**
 * The columns of a stored order's clock after a change, for the statement that makes the change; none when the clock
 * goes on as it was. An order with tracked links keeps the date of its latest link, and counts as late when one of its
 * links was late.
 */
export function clockColumns(
  ctx: Pick<Context, "now" | "settings">,
  order: OrderClock & ClockCause,
  change: Partial<ClockCause>,
): Partial<ClockColumns> {
  const after = clockAfter(order, { ...order, ...change }, clockAt(ctx));
  if (after === order) return {};
  const { dueAt, clockLeftMs, ...rest } = after;
  const links = sql.raw("exists (select 1 from placements where placements.order_id = orders.id");
  return {
    ...rest,
    dueAt: sql`case when ${links}) then orders.due_at else ${dueAt} end`,
    ...(after.runningSince === null
      ? {
          clockLeftMs: sql`case when not ${links}) then ${clockLeftMs}
            when ${links} and (on_time = 0 or placements.due_at < ${ctx.now})) then -1 else 0 end`,
        }
      : {}),
  };
}

/** The guard of a statement that writes these columns: deliveries stop the clock without a new version of the order. */
export const clockAsRead = ({ runningSince, awaitingSince }: OrderClock & ClockCause) =>
  and(sql`${orders.runningSince} is ${runningSince}`, sql`${orders.awaitingSince} is ${awaitingSince}`);
