import { expect, test } from "vitest";
import { ChangeOrdersBody } from "~/api/changeOrdersByApi";
import { AwayDay } from "~/domain/accounts/workingDayInput";
import { AnnouncementForm } from "~/domain/announcements/announcement";
import { CouponInput } from "~/domain/coupons/couponInput";
import { CreativeForm } from "~/domain/creatives/creative";
import { rangeEdge } from "~/domain/dateRange";
import { dayOf } from "~/domain/day";
import { dayErrors, dayField, momentField, readDay, readMoment } from "~/domain/days";
import { orderList } from "~/domain/orders/orderList";
import { SnoozeDay, SnoozeTime } from "~/domain/orders/snoozeInput";
import { PayoutForm } from "~/domain/payouts/payoutInputs";
import { assertLaterDay } from "~/http/assertLaterDay.server";
import { BadFilter, readFilter } from "~/list/readFilter";
import { PAST_DAY, PAST_DAY_TICK, SHOWN_DAY } from "~/ui/form/pastDay";
import { openTestDatabase } from "../support/database";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

const FOUR_DIGITS = "Write the year with four digits, such as 2026";
const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message);
const coupon = (expiryDate: string) =>
  CouponInput.safeParse({ code: "SPRING", type: "FIXED", discount: 1, serviceIds: ["s"], setExpiry: true, expiryDate });

test.each([
  "0026-01-31",
  "0001-12-01",
  "0202-06-01",
  "1026-01-31",
  "26-01-31",
  "31.12.26",
  "12/31/26",
  "1-2-26",
  "0026-01-31T00:00:00Z",
  "1899-12-31",
])("refuses the year of %j with a sentence, in every field", (text) => {
  expect([readDay(text), readMoment(text)]).toEqual([null, null]);
  expect(dayErrors(text)).toEqual([FOUR_DIGITS]);
  expect(messages(PayoutForm.safeParse({ until: text, requestKey: "12345678", total: 1 }))).toEqual([FOUR_DIGITS]);
  const filter = { key: "createdTime", operation: "btn", value: text, toValue: "2026-12-31" } as const;
  expect(() => readFilter(orderList, filter)).toThrow(BadFilter);
  expect(messages(coupon(text))).toEqual([FOUR_DIGITS]);
  for (const schema of [
    dayField(),
    momentField("Choose a date"),
    rangeEdge,
    AwayDay,
    AnnouncementForm.shape.untilAt,
    CreativeForm.shape.validUntil,
    SnoozeDay,
    SnoozeTime,
    ChangeOrdersBody.shape.set.shape.dueAt,
  ])
    expect(messages(schema.safeParse(text))).toEqual([FOUR_DIGITS]);
});

test.each(["2026-02-31", "2026-13-01", "31.12.2026", "tomorrow", "20260131", "2026-1-5", "12026-01-01"])(
  "refuses the date %j as it did",
  (text) => {
    expect(messages(coupon(text))).toEqual(["Enter a valid expiry date"]);
    expect(messages(dayField().safeParse(text))).toEqual(["Choose a date"]);
  },
);

test.each(["2026-12-31", "1900-01-01", "2040-02-29", " 2026-12-31 "])("reads the day %j", (text) => {
  expect(dayField().parse(text)).toBe(Date.parse(`${text.trim()}T00:00:00Z`));
});

test("asks before a day that has passed is saved", async () => {
  const database = await openTestDatabase();
  try {
    const ctx = testContext(database.db, anonymous);
    const [past, today, later] = [-1, 0, 1].map((days) => dayOf(TEST_NOW + days * 86_400_000)) as [
      string,
      string,
      string,
    ];
    const check = (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return () => assertLaterDay(ctx, form, "expiryDate");
    };
    for (const expiryDate of [today, later, "", "0026-01-31", "nonsense"]) expect(check({ expiryDate })).not.toThrow();
    expect(check({ expiryDate: past })).toThrow(PAST_DAY);
    expect(check({ expiryDate: past, [PAST_DAY_TICK]: past })).not.toThrow();
    expect(check({ expiryDate: past, [SHOWN_DAY]: past })).not.toThrow();
    expect(check({ expiryDate: past, [PAST_DAY_TICK]: today })).toThrow(PAST_DAY);
  } finally {
    await database.dispose();
  }
});
