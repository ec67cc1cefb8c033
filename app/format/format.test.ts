import { afterEach, expect, test } from "vitest";
import { languages } from "~/domain/languages";
import {
  formatDateTime,
  formatDay,
  formatDayAndMonth,
  formatLongDate,
  formatMoment,
  formatMonth,
  formatNotificationTime,
  formatShortDate,
} from "./dates";
import { writeIn } from "./language";
import { languageTable } from "./languageTable.server";
import { formatCents } from "./money";
import { fullName, initials } from "./names";
import { formatNumber } from "./numbers";
import { UTC } from "./zones";

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
    expect([formatLongDate(day, UTC), formatDay(day, UTC)]).toEqual([
      `${name("long")} 15, 2026`,
      `15 ${name("short")} 26`,
    ]);
  }
});

const AFTERNOON = Date.UTC(2026, 2, 5, 14, 7);

test("formats a column's date and time like the long form, without breaks", () => {
  for (let hour = 0; hour < 24; hour++) {
    const ms = Date.UTC(2026, hour % 12, 5, hour, hour * 2);
    const moment = formatMoment(ms, UTC);
    expect(moment.replaceAll("\u00a0", " ")).toBe(formatDateTime(ms, UTC));
    expect(moment.match(/ /g)).toHaveLength(1);
  }
});

test("formats dates in the specified patterns in UTC", () => {
  expect(formatDateTime(AFTERNOON, UTC)).toBe("5 Mar 26 02:07 PM");
  expect(formatLongDate(AFTERNOON, UTC)).toBe("March 05, 2026");
  expect(formatShortDate(AFTERNOON, UTC)).toBe("05/03/2026");
  expect(formatDayAndMonth(AFTERNOON, UTC)).toBe("5 Mar");
  expect(formatDateTime(Date.UTC(2026, 11, 31, 23, 59), UTC)).toBe("31 Dec 26 11:59 PM");
});

test("formats dates in the zone of the reader", () => {
  const evening = Date.UTC(2026, 10, 21, 20, 30);
  expect(formatDateTime(evening, "Asia/Tokyo")).toBe("22 Nov 26 05:30 AM");
  expect(formatMoment(evening, "Asia/Kathmandu").replaceAll("\u00a0", " ")).toBe("22 Nov 26 02:15 AM");
  expect(formatLongDate(Date.UTC(2027, 0, 1, 4), "America/New_York")).toBe("December 31, 2026");
  expect(formatNotificationTime(evening, Date.UTC(2026, 10, 22, 1), "Asia/Tokyo")).toBe("5:30 AM");
});

test.each([null, undefined, Number.NaN])("formats %s as N/A", (empty) => {
  expect([formatDateTime, formatLongDate, formatShortDate, formatMoment].map((format) => format(empty, UTC))).toEqual(
    Array(4).fill("N/A"),
  );
});

test("shows only the time for a notification of the same day", () => {
  expect(formatNotificationTime(AFTERNOON, Date.UTC(2026, 2, 5, 23, 59), UTC)).toBe("2:07 PM");
  expect(formatNotificationTime(AFTERNOON, Date.UTC(2026, 2, 6, 0, 0), UTC)).toBe("05/03/26 2:07 PM");
});

test("keeps characters of every script whole in names", () => {
  expect(fullName({ firstName: "Ada", lastName: "" })).toBe("Ada");
  expect(initials({ firstName: "élodie", lastName: "nguyễn" })).toBe("ÉN");
  expect(initials({ firstName: "𠮷田", lastName: "太郎" })).toBe("𠮷太");
});

const others = languages.filter((tag) => tag !== "en-US");
afterEach(() => writeIn(null));

test.each(others)("dates and numbers in %s are those of Intl", (tag) => {
  writeIn(languageTable(tag));
  const intl = (options: Intl.DateTimeFormatOptions, ms: number) =>
    new Intl.DateTimeFormat(tag, { timeZone: "UTC", ...options }).format(ms);
  for (let month = 0; month < 12; month++) {
    const ms = Date.UTC(2026, month, 5, 14, 7);
    expect(formatLongDate(ms, UTC)).toBe(intl({ day: "numeric", month: "long", year: "numeric" }, ms));
    expect(formatDay(ms, UTC)).toBe(intl({ day: "numeric", month: "short", year: "2-digit" }, ms));
    expect(formatShortDate(ms, UTC)).toBe(intl({ day: "2-digit", month: "2-digit", year: "numeric" }, ms));
    expect(formatMonth(ms, UTC)).toBe(intl({ month: "short", year: "numeric" }, ms));
    expect(formatMoment(ms, UTC).replaceAll("\u00a0", " ")).toBe(formatDateTime(ms, UTC));
    expect(formatDateTime(ms, UTC)).toMatch(/ 14[:.]07$/);
  }
  const number = new Intl.NumberFormat(tag, { useGrouping: "always" } as object);
  for (const value of [0, 999, 1234.5, -1234567.25])
    expect(formatNumber(value)).toBe(number.format(value).replaceAll("\u202f", "\u00a0").replace("\u2212", "-"));
  expect(formatCents(1_234_50)).toBe(`$${formatNumber(1234.5)}0`);
});

test("American English needs no table", () => {
  expect(languageTable("en-US")).toBeNull();
});
