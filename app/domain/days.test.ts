import { expect, test } from "vitest";
import { ManualOrderInput } from "./checkout/manualOrderInput";
import { statementRange } from "./clients/statementRange";
import { CouponInput } from "./coupons/couponInput";
import { readDay, readMoment } from "./days";
import { ServiceInvoiceInput } from "./invoices/serviceInvoiceInput";
import { PayoutForm, payoutChoice } from "./payouts/payoutInputs";

const noDays = ["2026-02-31", "2026-06-31", "2026-02-31T10:00:00.000Z", "2026-13-01", "26-01-01", "tomorrow", ""];

test("a day must exist in the calendar, and a time must name its zone", () => {
  for (const text of noDays) expect([text, readDay(text), readMoment(text)]).toEqual([text, null, null]);
  expect(readDay("2028-02-29")).toBe(Date.UTC(2028, 1, 29));
  expect(readMoment("2028-02-29")).toBe(Date.UTC(2028, 1, 29));
  expect(readMoment("2028-02-29T12:00:00+02:00")).toBe(Date.UTC(2028, 1, 29, 10));
  expect(readDay("2028-02-29T12:00:00Z")).toBeNull();
});

test("rejects the 31st of February wherever a date is typed or sent", () => {
  const saidOf = (
    schema: { safeParse(value: unknown): { error?: { issues: { path: unknown[] }[] } } },
    value: object,
  ) => schema.safeParse(value).error?.issues.map(({ path }) => path[0]) ?? [];
  for (const text of noDays.slice(0, 3)) {
    expect(saidOf(ManualOrderInput, { paidDate: text })).toContain("paidDate");
    expect(saidOf(ServiceInvoiceInput, { dueDate: text })).toContain("dueDate");
    expect(saidOf(CouponInput, { setExpiry: true, expiryDate: text })).toContain("expiryDate");
    expect(payoutChoice(new URLSearchParams({ until: text }), 0)).toBeNull();
    expect(PayoutForm.safeParse({ until: text, requestKey: "12345678", total: 1 }).success).toBe(false);
    expect(statementRange(new URLSearchParams({ from: text, to: text }), "UTC")).toEqual({
      from: 0,
      to: Number.MAX_SAFE_INTEGER,
    });
  }
  expect(statementRange(new URLSearchParams({ from: "2026-02-28", to: "2026-02-28" }), "UTC")).toEqual({
    from: Date.UTC(2026, 1, 28),
    to: Date.UTC(2026, 2, 1) - 1,
  });
});
