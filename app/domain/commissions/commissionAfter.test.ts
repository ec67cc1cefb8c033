import { expect, test } from "vitest";
import { percentOf, shareOf } from "../money";
import { type CommissionLine, commissionAfter } from "./commissionAfter";

const order = { status: "Completed", total: 100_00, tax: 0, refunded: 0 } as const;
const earned = (values: Partial<CommissionLine> = {}): CommissionLine => ({
  id: "earned",
  kind: "earned",
  percent: 1000,
  amount: 10_00,
  status: "APPROVED",
  voidedAt: null,
  ...values,
});
const reversal = (amount: number): CommissionLine => earned({ id: "reversal", kind: "reversal", amount });
const refunded = (cents: number) => ({ ...order, refunded: cents });
const cancelled = { ...order, status: "Cancelled" } as const;

test("an order without a commission changes none", () => {
  expect(commissionAfter(refunded(50_00), [])).toBeNull();
});

test("an unchanged order changes no commission", () => {
  expect(commissionAfter(order, [earned()])).toBeNull();
  expect(commissionAfter(order, [earned({ status: "PAID" })])).toBeNull();
});

test("a partial refund lowers an unpaid commission", () => {
  expect(commissionAfter(refunded(25_00), [earned()])).toEqual({
    kind: "set",
    amount: 7_50,
    voidReason: null,
    action: "Commission changed",
    before: 10_00,
    after: 7_50,
  });
});

test.each([
  ["a full refund", refunded(100_00), "The order was refunded"],
  ["a cancellation", cancelled, "The order was cancelled"],
  ["more refunded than charged", refunded(120_00), "The order was refunded"],
])("%s voids an unpaid commission and keeps its amount", (_, changed, voidReason) => {
  expect(commissionAfter(changed, [earned()])).toEqual({
    kind: "set",
    amount: 10_00,
    voidReason,
    action: "Commission voided",
    before: 10_00,
    after: 0,
  });
  expect(commissionAfter(changed, [earned({ voidedAt: 1 })])).toBeNull();
});

test("reopening restores a void commission for what is still paid", () => {
  expect(commissionAfter(refunded(50_00), [earned({ voidedAt: 1 })])).toEqual({
    kind: "set",
    amount: 5_00,
    voidReason: null,
    action: "Commission restored",
    before: 0,
    after: 5_00,
  });
});

test("a refund after payout adds a line that takes the difference back", () => {
  expect(commissionAfter(refunded(30_00), [earned({ status: "PAID" })])).toMatchObject({
    kind: "add",
    amount: -3_00,
    action: "Commission taken back",
    before: 10_00,
    after: 7_00,
  });
});

test("lines sum to what the order is worth and never below zero", () => {
  const paid = earned({ status: "PAID" });
  expect(commissionAfter(refunded(30_00), [paid, reversal(-3_00)])).toBeNull();
  expect(commissionAfter(refunded(100_00), [paid, reversal(-3_00)])).toMatchObject({ amount: -7_00, after: 0 });
  expect(commissionAfter(refunded(100_00), [paid, reversal(-10_00)])).toBeNull();
  expect(commissionAfter(refunded(90_00), [paid, reversal(-10_00)])).toMatchObject({
    kind: "add",
    amount: 1_00,
    action: "Commission given back",
  });
});

test("a commission with a reversal is adjusted by lines in every status", () => {
  expect(commissionAfter(order, [earned(), reversal(-3_00)])).toMatchObject({ kind: "add", amount: 3_00 });
});

test("a share rounds half up to the cent", () => {
  expect(shareOf(10_05, 1000)).toBe(1_01);
  expect(shareOf(10_04, 1250)).toBe(percentOf(10_04, 12.5));
  expect(commissionAfter(refunded(33_33), [earned({ percent: 1250, amount: 12_50 })])).toMatchObject({
    amount: shareOf(66_67, 1250),
  });
});
