import fc from "fast-check";
import { expect, test } from "vitest";
import { thirtyZones } from "../../../tests/support/thirtyZones";
import { DAY_MS } from "../days";
import type { ClockAt } from "../placements/deliveryClock";
import { MONDAY_TO_FRIDAY } from "../placements/workingTime";
import {
  type ClockCause,
  clockAfter,
  clockDueAt,
  newOrderClock,
  type OrderClock,
  timeLeft,
  workedMs,
} from "./orderClock";
import type { OrderStatus } from "./orderStates";

/** What happens to an order, as its row changes. `due 2026-..` is a deadline that staff set. */
type Event = OrderStatus | "deliver" | "approve" | "ask for changes" | "move" | `due ${string}`;

interface Order extends OrderClock, ClockCause {}

const placed = (turnaroundDays: number | null): Order => ({
  ...newOrderClock(turnaroundDays),
  status: "Abandoned_Checkout",
  awaitingSince: null,
});

const causeAfter = ({ status, awaitingSince }: Order, event: Event, now: number): ClockCause => {
  if (event === "deliver") return { status, awaitingSince: awaitingSince ?? now };
  if (event === "approve" || event === "ask for changes")
    return { status: event === "ask for changes" && status === "Completed" ? "Working" : status, awaitingSince: null };
  if (event === "move" || event.startsWith("due ")) return { status, awaitingSince };
  return {
    status: event as OrderStatus,
    awaitingSince: status === "Completed" && event !== "Completed" ? null : awaitingSince,
  };
};

function after(order: Order, event: Event, at: ClockAt): Order {
  if (event.startsWith("due ")) return { ...order, ...clockDueAt(order, Date.parse(`${event.slice(4)}Z`), at) };
  const cause = causeAfter(order, event, at.now);
  return { ...clockAfter(order, cause, at), ...cause };
}

interface Setting {
  days?: number | null;
  zone?: string;
  holidays?: string[];
  weekdays?: number[];
}

// 23 November 2026 is a Monday, 26 November Thanksgiving. Times in UTC.
const MON = "2026-11-23T10:00";
const TUE = "2026-11-24T10:00";
const WED = "2026-11-25T10:00";
const THU = "2026-11-26T10:00";
const FRI = "2026-11-27T10:00";
const SAT = "2026-11-28T10:00";
const SUN = "2026-11-29T10:00";
const MON2 = "2026-11-30T10:00";
const TUE2 = "2026-12-01T10:00";
const WED2 = "2026-12-02T10:00";
const THU2 = "2026-12-03T10:00";
const NY = "America/New_York";
const HOUR = 3_600_000;

/** Events with their times, the deadline afterwards and the working days used at the last event. */
test.each<[string, Setting, [string, Event][], string | null, number]>([
  ["starts when it is Active", { days: 3 }, [[MON, "Active"]], THU, 0],
  ["passes a weekend", { days: 5 }, [[MON, "Active"]], MON2, 0],
  ["starts on a Saturday with Monday", { days: 1 }, [[SAT, "Active"]], "2026-12-01T00:00", 0],
  [
    "has no deadline without a turnaround",
    { days: null },
    [
      [MON, "Active"],
      [TUE, "Working"],
    ],
    null,
    1,
  ],
  ["does not run before the payment", { days: 3 }, [[MON, "Payment_Failed"]], null, 0],
  ["waits for the intake", { days: 3 }, [[MON, "Inputs_Required"]], null, 0],
  [
    "starts when the intake is complete",
    { days: 3 },
    [
      [MON, "Inputs_Required"],
      [WED, "Active"],
    ],
    MON2,
    0,
  ],
  [
    "goes on in Working",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "Working"],
    ],
    THU,
    1,
  ],
  [
    "stops in Inputs_Required",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "Inputs_Required"],
    ],
    null,
    1,
  ],
  [
    "adds a pause",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "Inputs_Required"],
      [THU, "Active"],
    ],
    MON2,
    1,
  ],
  [
    "adds no pause over a weekend",
    { days: 5 },
    [
      [FRI, "Active"],
      [SAT, "Inputs_Required"],
      [SUN, "Active"],
    ],
    "2026-12-04T10:00",
    0.5 + 1 / 12,
  ],
  [
    "adds two pauses",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "Inputs_Required"],
      [WED, "Working"],
      [THU, "Inputs_Required"],
      [FRI, "Working"],
    ],
    MON2,
    2,
  ],
  [
    "stops with a delivery",
    { days: 3 },
    [
      [MON, "Working"],
      [TUE, "deliver"],
    ],
    null,
    1,
  ],
  [
    "stays stopped by a second delivery",
    { days: 3 },
    [
      [MON, "Working"],
      [TUE, "deliver"],
      [WED, "deliver"],
      [THU, "approve"],
    ],
    MON2,
    1,
  ],
  [
    "goes on after an approval",
    { days: 3 },
    [
      [MON, "Working"],
      [TUE, "deliver"],
      [WED, "approve"],
    ],
    FRI,
    1,
  ],
  [
    "goes on after a change request",
    { days: 3 },
    [
      [MON, "Working"],
      [TUE, "deliver"],
      [FRI, "ask for changes"],
    ],
    TUE2,
    1,
  ],
  [
    "stays stopped when a delivered order changes hands and status",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "deliver"],
      [WED, "Working"],
    ],
    null,
    1,
  ],
  [
    "stays stopped by input while a delivery waits",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "deliver"],
      [WED, "Inputs_Required"],
      [THU, "Active"],
    ],
    null,
    1,
  ],
  [
    "stops when it is completed",
    { days: 3 },
    [
      [MON, "Working"],
      [WED, "Completed"],
    ],
    null,
    2,
  ],
  [
    "goes on when staff reopen it",
    { days: 3 },
    [
      [MON, "Working"],
      [WED, "Completed"],
      [MON2, "Working"],
    ],
    TUE2,
    2,
  ],
  [
    "goes on when changes reopen it",
    { days: 3 },
    [
      [MON, "Working"],
      [TUE, "deliver"],
      [WED, "Completed"],
      [MON2, "ask for changes"],
    ],
    WED2,
    1,
  ],
  [
    "goes on when a cancelled order returns",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "Cancelled"],
      [THU, "Active"],
    ],
    MON2,
    1,
  ],
  [
    "goes on when a moved order changes its client",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "move"],
    ],
    THU,
    1,
  ],
  [
    "stays overdue after a pause",
    { days: 1 },
    [
      [MON, "Active"],
      [WED, "Inputs_Required"],
      [THU, "Active"],
    ],
    WED,
    2,
  ],
  [
    "keeps a chosen deadline",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "due 2026-12-03T10:00"],
    ],
    THU2,
    1,
  ],
  [
    "moves a chosen deadline by a pause",
    { days: 3 },
    [
      [MON, "Active"],
      [MON, "due 2026-12-02T10:00"],
      [TUE, "Inputs_Required"],
      [WED, "Active"],
    ],
    THU2,
    1,
  ],
  [
    "takes a deadline that was chosen during a pause",
    { days: 3 },
    [
      [MON, "Active"],
      [TUE, "Inputs_Required"],
      [TUE, "due 2026-11-27T10:00"],
      [WED, "Active"],
    ],
    MON2,
    1,
  ],
  [
    "gets a deadline where the service has none",
    { days: null },
    [
      [MON, "Active"],
      [TUE, "due 2026-11-30T10:00"],
    ],
    MON2,
    1,
  ],
  ["skips a holiday", { days: 3, holidays: ["2026-11-26"] }, [[TUE, "Active"]], MON2, 0],
  [
    "counts no holiday as work",
    { days: 3, holidays: ["2026-11-26"] },
    [
      [WED, "Active"],
      [FRI, "Working"],
    ],
    TUE2,
    1,
  ],
  ["counts Sunday to Thursday", { days: 5, weekdays: [0, 1, 2, 3, 4] }, [[SUN, "Active"]], "2026-12-06T10:00", 0],
  [
    "counts the agency's days, not those of UTC",
    { days: 1, zone: "Asia/Tokyo" },
    [["2026-11-27T14:00", "Active"]],
    "2026-11-30T14:00",
    0,
  ],
  ["counts a day of 23 hours once", { days: 5, zone: NY }, [["2026-03-04T15:00", "Active"]], "2026-03-11T14:00", 0],
  ["counts a day of 25 hours once", { days: 5, zone: NY }, [["2026-10-28T14:00", "Active"]], "2026-11-04T15:00", 0],
  [
    "pauses over the change of the clocks",
    { days: 5, zone: NY },
    [
      ["2026-10-30T14:00", "Active"],
      ["2026-10-30T20:00", "Inputs_Required"],
      ["2026-11-02T15:00", "Active"],
    ],
    "2026-11-09T09:00",
    0.25,
  ],
])("the clock %s", (_, { days = null, zone = "UTC", holidays = [], weekdays }, events, dueAt, worked) => {
  const calendar = { weekdays: weekdays ?? MONDAY_TO_FRIDAY.weekdays, holidays };
  let order = placed(days);
  for (const [at, event] of events) order = after(order, event, { now: Date.parse(`${at}Z`), zone, days: calendar });
  const [last] = events.at(-1)!;
  expect(order.dueAt === null ? null : new Date(order.dueAt).toISOString().slice(0, 16)).toBe(dueAt);
  expect(workedMs(order, { now: Date.parse(`${last}Z`), zone, days: calendar }) / DAY_MS).toBeCloseTo(worked, 5);
});

const events: Event[] = [
  ...(["Active", "Working", "Inputs_Required", "Completed", "Cancelled"] as const),
  ...(["deliver", "approve", "ask for changes", "move", "due 2026-12-20T10:00"] as const),
];

test("working time is never negative and never counted twice", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...thirtyZones),
      fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
      fc.array(fc.tuple(fc.constantFrom(...events), fc.integer({ min: 0, max: 6 * DAY_MS })), { maxLength: 25 }),
      (zone, turnaround, steps) => {
        let now = Date.parse(`${MON}Z`);
        let order = placed(turnaround);
        let [before, passed] = [0, 0];
        for (const [event, wait] of steps) {
          const at = { now, zone, days: MONDAY_TO_FRIDAY };
          // An hour that the clocks skip counts as work in a day of 23 hours.
          const most = order.runningSince === null ? before : before + passed + HOUR;
          order = after(order, event, at);
          const worked = workedMs(order, at);
          expect(worked).toBeGreaterThanOrEqual(before);
          expect(worked).toBeLessThanOrEqual(most);
          // A retry makes the same change again.
          expect(clockAfter(order, order, at)).toBe(order);
          expect(order.dueAt === null || order.runningSince !== null).toBe(true);
          [before, passed, now] = [worked, wait, now + wait];
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("work and what is left add up to the turnaround", () => {
  fc.assert(
    fc.property(
      // Without a change of the clocks in the months of the test.
      fc.constantFrom("UTC", "Asia/Tokyo", NY),
      fc.integer({ min: 1, max: 30 }),
      fc.array(
        fc.tuple(
          fc.constantFrom("Active", "Inputs_Required", "deliver", "approve", "Completed"),
          fc.integer({ min: 1, max: 90 }),
        ),
        {
          maxLength: 25,
        },
      ),
      (zone, turnaround, steps) => {
        let now = Date.parse(`${MON}Z`);
        let order = placed(turnaround);
        for (const [event, hours] of steps as [Event, number][]) {
          const at = { now, zone, days: MONDAY_TO_FRIDAY };
          order = after(order, event, at);
          expect(workedMs(order, at) + (timeLeft(order, at) ?? 0)).toBe(turnaround * DAY_MS);
          now += hours * HOUR;
        }
      },
    ),
    { numRuns: 200 },
  );
});
