import { expect, test } from "vitest";
import {
  formatDateTime,
  formatDay,
  formatDayAndMonth,
  formatLongDate,
  formatMoment,
  formatNotificationTime,
  formatShortDate,
} from "./dates";
import { formatCents } from "./money";
import { fullName, initials } from "./names";
import { formatNumber } from "./numbers";

test.each([
  [0, "$0.00"],
  [100, "$1.00"],
  [1, "$0.01"],
  [1234_50, "$1,234.50"],
  [999_999_99, "$999,999.99"],
  [100_000_000_00, "$100,000,000.00"],
  [-12_50, "-$12.50"],
])("formats %i cents as %s", (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});

test("formats amounts and numbers like Intl", () => {
  const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  const number = new Intl.NumberFormat("en-US");
  // A prime step covers every length and every combination of decimals.
  for (let cents = -7_000_000_000; cents < 100_000_000_000; cents += 104_395_301) {
    expect(formatCents(cents)).toBe(money.format(cents / 100));
    expect(formatNumber(cents)).toBe(number.format(cents));
    expect(formatNumber(cents / 100)).toBe(number.format(cents / 100));
  }
});

test("formats month names like Intl", () => {
  for (let month = 0; month < 12; month++) {
    const day = Date.UTC(2026, month, 15);
    const name = (length: "long" | "short") => new Intl.DateTimeFormat("en-US", { month: length }).format(day);
    expect([formatLongDate(day), formatDay(day)]).toEqual([`${name("long")} 15, 2026`, `15 ${name("short")} 26`]);
  }
});

const AFTERNOON = Date.UTC(2026, 2, 5, 14, 7);

test("formats the date and time of a column like the long form, without breaks inside", () => {
  for (let hour = 0; hour < 24; hour++) {
    const ms = Date.UTC(2026, hour % 12, 5, hour, hour * 2);
    const moment = formatMoment(ms);
    expect(moment.replaceAll("\u00a0", " ")).toBe(formatDateTime(ms));
    expect(moment.match(/ /g)).toHaveLength(1);
  }
});

test("formats dates in the specified patterns in UTC", () => {
  expect(formatDateTime(AFTERNOON)).toBe("5 Mar 26 02:07 PM");
  expect(formatLongDate(AFTERNOON)).toBe("March 05, 2026");
  expect(formatShortDate(AFTERNOON)).toBe("05/03/2026");
  expect(formatDayAndMonth(AFTERNOON)).toBe("5 Mar");
  expect(formatDateTime(Date.UTC(2026, 11, 31, 23, 59))).toBe("31 Dec 26 11:59 PM");
});

test.each([null, undefined, Number.NaN])("formats %s as N/A", (empty) => {
  expect([formatDateTime, formatLongDate, formatShortDate, formatMoment].map((format) => format(empty))).toEqual(
    Array(4).fill("N/A"),
  );
});

test("shows only the time for a notification of the same day", () => {
  expect(formatNotificationTime(AFTERNOON, Date.UTC(2026, 2, 5, 23, 59))).toBe("2:07 PM");
  expect(formatNotificationTime(AFTERNOON, Date.UTC(2026, 2, 6, 0, 0))).toBe("05/03/26 2:07 PM");
});

test("keeps characters of every script whole in names", () => {
  expect(fullName({ firstName: "Ada", lastName: "" })).toBe("Ada");
  expect(initials({ firstName: "élodie", lastName: "nguyễn" })).toBe("ÉN");
  expect(initials({ firstName: "𠮷田", lastName: "太郎" })).toBe("𠮷太");
});
