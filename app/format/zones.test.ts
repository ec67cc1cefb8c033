import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf, throughDay } from "~/domain/days";
import { thirtyZones } from "../../tests/support/thirtyZones";
import { momentAt, UTC, wallTime, zoneLabel, zoneWords } from "./zones";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(`${text}Z`);
const text = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** The day on which the clocks change, when it begins in UTC, and its hours. */
test.each([
  ["New York, spring", "America/New_York", "2026-03-08", "2026-03-08T05:00", 23],
  ["New York, autumn", "America/New_York", "2026-11-01", "2026-11-01T04:00", 25],
  ["London, spring", "Europe/London", "2026-03-29", "2026-03-29T00:00", 23],
  ["London, autumn", "Europe/London", "2026-10-25", "2026-10-24T23:00", 25],
  ["Lord Howe, half an hour in autumn", "Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00", 24.5],
  ["Lord Howe, half an hour in spring", "Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30", 23.5],
  ["Santiago, midnight left out", "America/Santiago", "2026-09-06", "2026-09-06T04:00", 23],
  ["Santiago, 23:00 twice", "America/Santiago", "2026-04-04", "2026-04-04T03:00", 25],
  ["Havana, midnight left out", "America/Havana", "2026-03-08", "2026-03-08T05:00", 23],
  ["Havana, midnight twice", "America/Havana", "2026-11-01", "2026-11-01T04:00", 25],
  ["Cairo, midnight left out on a Friday", "Africa/Cairo", "2026-04-24", "2026-04-23T22:00", 23],
  ["Kathmandu, without changes", "Asia/Kathmandu", "2026-03-29", "2026-03-28T18:15", 24],
])("a day of changed clocks: %s", (_, zone, day, begins, hours) => {
  const wall = Date.parse(day);
  const [start, end] = [momentAt(wall, zone), momentAt(wall + DAY, zone)];
  expect([text(start), (end - start) / HOUR]).toEqual([begins, hours]);
  expect([start - 1, start, end - 1, end].map((ms) => dayOf(ms, zone))).toEqual([
    dayOf(wall - DAY),
    day,
    day,
    dayOf(wall + DAY),
  ]);
  expect(throughDay(wall, zone)).toBe(end - 1);
});

test.each([
  ["an hour that is left out ends", "2026-03-08T02:30", "2026-03-08T07:30"],
  ["an hour that comes twice is the earlier one", "2026-11-01T01:30", "2026-11-01T05:30"],
])("%s", (_, wall, moment) => {
  expect(text(momentAt(at(wall), "America/New_York"))).toBe(moment);
});

test("days follow each other without gap or overlap in 30 zones", () => {
  expect(thirtyZones).toHaveLength(30);
  for (const zone of thirtyZones)
    for (let wall = at("2026-01-01T00:00"); wall < at("2027-01-01T00:00"); wall += DAY) {
      const [start, end] = [momentAt(wall, zone), momentAt(wall + DAY, zone)];
      if (dayOf(start, zone) !== dayOf(wall) || dayOf(end - 1, zone) !== dayOf(wall))
        throw new Error(`${zone} ${dayOf(wall)}: ${text(start)} to ${text(end)}`);
    }
});

test("a moment is never before its own time on the clock in 30 zones", () => {
  const moments = fc.integer({ min: at("2020-01-01T00:00"), max: at("2031-01-01T00:00") });
  fc.assert(
    fc.property(fc.constantFrom(...thirtyZones), moments, (zone, ms) => {
      const again = momentAt(wallTime(ms, zone), zone);
      expect(again).toBeLessThanOrEqual(ms);
      expect(wallTime(again, zone)).toBe(wallTime(ms, zone));
    }),
    { numRuns: 2000 },
  );
});

test("names a zone by its place", () => {
  expect([zoneLabel("America/Argentina/Buenos_Aires"), zoneWords("America/Los_Angeles"), zoneWords(UTC)]).toEqual([
    "Buenos Aires",
    "Los Angeles time",
    "UTC",
  ]);
});
