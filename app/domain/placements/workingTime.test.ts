import fc from "fast-check";
import { expect, test } from "vitest";
import { thirtyZones } from "../../../tests/support/thirtyZones";
import { DAY_MS } from "../days";
import { addWorkingTime, workingTimeBetween } from "./workingTime";

const MONDAY = Date.UTC(2026, 10, 23);
const HOUR = 3_600_000;

test.each([
  ["within a day", MONDAY, 8 * HOUR, MONDAY + 8 * HOUR],
  ["five days from Monday end with Friday", MONDAY, 5 * DAY_MS, MONDAY + 5 * DAY_MS],
  ["six days pass a weekend", MONDAY, 6 * DAY_MS, MONDAY + 8 * DAY_MS],
  ["Saturday counts from Monday", MONDAY - 2 * DAY_MS + HOUR, DAY_MS, MONDAY + DAY_MS],
  ["back over a weekend", MONDAY + HOUR, -2 * HOUR, MONDAY - 2 * DAY_MS - HOUR],
])("%s", (_, from, working, expected) => {
  expect(addWorkingTime(from, working, "UTC")).toBe(expected);
});

/** A link ordered at 10 in the morning is due at 10 in the morning, five working days later. */
test.each([
  ["New York, clocks forward", "America/New_York", "2026-03-04T15:00", "2026-03-11T14:00"],
  ["New York, clocks back", "America/New_York", "2026-10-28T14:00", "2026-11-04T15:00"],
  ["Jerusalem, a working day of 23 hours", "Asia/Jerusalem", "2026-03-25T08:00", "2026-04-01T07:00"],
  ["Cairo, a working day of 25 hours", "Africa/Cairo", "2026-10-27T07:00", "2026-11-03T08:00"],
  ["Tokyo, whose Saturday begins on Friday in UTC", "Asia/Tokyo", "2026-11-27T01:00", "2026-12-04T01:00"],
])("counts each working day once: %s", (_, zone, from, due) => {
  const [begun, end] = [Date.parse(`${from}Z`), Date.parse(`${due}Z`)];
  expect(new Date(addWorkingTime(begun, 5 * DAY_MS, zone)).toISOString().slice(0, 16)).toBe(due);
  expect(workingTimeBetween(begun, end, zone)).toBe(5 * DAY_MS);
});

test("the working time between start and end is the time that was added", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...thirtyZones),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: -200, max: 200 }),
      (zone, start, days) => {
        // At noon, which every day has exactly once.
        const from = addWorkingTime(MONDAY, start * DAY_MS + 12 * HOUR, "UTC");
        expect(workingTimeBetween(from, addWorkingTime(from, days * DAY_MS, zone), zone)).toBe(days * DAY_MS);
      },
    ),
  );
});
