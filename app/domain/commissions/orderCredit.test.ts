import { expect, test } from "vitest";
import { type CreditCandidate, orderCredit } from "./orderCredit";

const candidate = (values: Partial<CreditCandidate> = {}): CreditCandidate => ({
  source: "signUp",
  affiliateId: "affiliate",
  selfReferral: null,
  isAffiliate: true,
  percent: 1000,
  firstTime: 0,
  perpetual: 1,
  paidBefore: false,
  ...values,
});
const first = { firstTime: 1, perpetual: 0 } as const;

test("an order without an affiliate credits none", () => {
  expect(orderCredit(100_00, [])).toBeNull();
});

test("the affiliate who brought the client wins over the coupon's", () => {
  const coupon = candidate({ source: "coupon", affiliateId: "other" });
  expect(orderCredit(100_00, [coupon, candidate()])?.affiliateId).toBe("affiliate");
  expect(orderCredit(100_00, [coupon])?.affiliateId).toBe("other");
});

test.each([
  [candidate(), 100_00, "perpetual", true],
  [candidate(first), 100_00, "firstTime", true],
  [candidate({ ...first, paidBefore: true }), 100_00, "notTheFirst", false],
  [candidate({ firstTime: 1, paidBefore: true }), 100_00, "perpetual", true],
  [candidate({ perpetual: 0 }), 100_00, "neitherChosen", false],
  [candidate({ percent: null, firstTime: null, perpetual: null }), 100_00, "noSetting", false],
  [candidate({ percent: 0 }), 100_00, "noSetting", false],
  [candidate({ isAffiliate: false, percent: null }), 100_00, "notAnAffiliate", false],
  [candidate(), 0, "nothingPaid", false],
] as const)("case %#: gives the reason and whether it earns", (one, total, reason, earns) => {
  expect(orderCredit(total, [one])).toMatchObject({ reason, earns });
});
