import { expect, test } from "vitest";
import { anchorDayOf, nextPaymentDate, type Recurrence } from "./nextPaymentDate";

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function renewals(start: string, times: number, recurrence: Recurrence) {
  const first = Date.parse(start);
  const dates = [];
  for (let at = first, n = 0; n < times; n++) {
    at = nextPaymentDate(at, anchorDayOf(first), recurrence);
    dates.push(day(at));
  }
  return dates;
}

const monthEnds2027and2028 = [
  "2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30 2027-07-31 2027-08-31 2027-09-30 2027-10-31 2027-11-30 2027-12-31 2028-01-31",
  "2028-02-29 2028-03-31 2028-04-30 2028-05-31 2028-06-30 2028-07-31 2028-08-31 2028-09-30 2028-10-31 2028-11-30 2028-12-31 2029-01-31",
].flatMap((year) => year.split(" "));

const daysOf = (ofMonth: number, february: [string, string]) =>
  monthEnds2027and2028.map((date) => {
    if (date.startsWith("2027-02")) return february[0];
    if (date.startsWith("2028-02")) return february[1];
    return `${date.slice(0, 8)}${ofMonth}`;
  });

test.each([
  ["2027-01-31T09:30:00.000Z", monthEnds2027and2028],
  ["2027-01-30T09:30:00.000Z", daysOf(30, ["2027-02-28", "2028-02-29"])],
  ["2027-01-29T09:30:00.000Z", daysOf(29, ["2027-02-28", "2028-02-29"])],
])("24 monthly renewals from %s follow the table", (start, table) => {
  expect(renewals(start, 24, { orderDuration: 1, frequency: "MONTH" })).toEqual(table);
});

test.each([
  ["2027-11-30T23:59:59.999Z", 3, "2028-02-29"],
  ["2028-02-29T00:00:00.000Z", 12, "2029-02-28"],
  ["2027-12-15T12:00:00.000Z", 1, "2028-01-15"],
])("%s plus %i months is %s at the same time of day", (start, orderDuration, expected) => {
  const from = Date.parse(start);
  const next = nextPaymentDate(from, anchorDayOf(from), { orderDuration, frequency: "MONTH" });
  expect(new Date(next).toISOString()).toBe(`${expected}${start.slice(10)}`);
});

test("adds days and weeks as plain days, also across the end of February", () => {
  expect(renewals("2028-02-27T08:00:00.000Z", 4, { orderDuration: 1, frequency: "DAY" })).toEqual([
    "2028-02-28",
    "2028-02-29",
    "2028-03-01",
    "2028-03-02",
  ]);
  expect(renewals("2027-12-20T08:00:00.000Z", 3, { orderDuration: 2, frequency: "WEEK" })).toEqual([
    "2028-01-03",
    "2028-01-17",
    "2028-01-31",
  ]);
});
