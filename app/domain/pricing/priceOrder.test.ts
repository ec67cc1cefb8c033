import { expect, test } from "vitest";
import { MAX_CHARGE } from "../money";
import { chargeProblem } from "./chargeProblem";
import { type PriceCoupon, type PriceLine, priceOrder, UnpriceableLine } from "./priceOrder";

/** Deterministic pseudo-random integers (mulberry32). A failure names its seed, so it can be reproduced. */
function randomInts(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** Rounds half up to the cent with BigInt; percent in hundredths. */
const halfUp = (amount: bigint, hundredths: bigint) => {
  const whole = (amount * hundredths) / 10_000n;
  return (amount * hundredths) % 10_000n >= 5_000n ? whole + 1n : whole;
};

/** An independent BigInt model of the price rules. */
function model(lines: PriceLine[], coupon: PriceCoupon | null) {
  let subtotal = 0n;
  let tiered = 0n;
  for (const line of lines) {
    const unit =
      BigInt(line.package.price) + BigInt(line.package.addOns.find((a) => a.value === line.addOn)?.price ?? 0);
    const gross = BigInt(line.quantity) * unit;
    const reached = [...line.package.discounts].sort((a, b) => b.count - a.count).find((t) => t.count <= line.quantity);
    subtotal += gross;
    tiered += gross - (reached ? halfUp(gross, BigInt(reached.percent) * 100n) : 0n);
  }
  let off = 0n;
  if (coupon) {
    off = coupon.type === "FIXED" ? BigInt(coupon.discount) : halfUp(tiered, BigInt(Math.round(coupon.discount * 100)));
  }
  if (off > tiered) off = tiered;
  return { subtotal, tiered, off, total: tiered - off };
}

test("agrees with an exact model on 20,000 random orders", () => {
  const seed = 20261121;
  const int = randomInts(seed);
  for (let round = 0; round < 20_000; round++) {
    const lines = Array.from({ length: 1 + int(4) }, () => {
      const counts = [...new Set(Array.from({ length: int(4) }, () => 1 + int(200)))];
      const addOns = Array.from({ length: int(3) }, (_, n) => ({
        value: `${n}`,
        price: int(500) * 100,
        defaultOption: false,
      }));
      return {
        package: {
          price: 1 + int(200_000),
          addOns,
          discounts: counts.map((count) => ({ count, percent: 1 + int(100) })),
        },
        quantity: int(3) === 0 ? int(100_001) : int(300),
        addOn: addOns.length && int(2) ? `${int(addOns.length)}` : null,
      };
    });
    const kind = int(3);
    const coupon: PriceCoupon | null =
      kind === 0
        ? null
        : kind === 1
          ? { type: "FIXED", discount: 100 * (1 + int(2_000)) }
          : { type: "PERCENTAGE", discount: 1 + int(100) };
    const priced = priceOrder(lines, coupon);
    const exact = model(lines, coupon);
    expect(
      [priced.subtotal, priced.tieredTotal, priced.couponDiscount, priced.total].map(BigInt),
      `seed ${seed} round ${round}`,
    ).toEqual([exact.subtotal, exact.tiered, exact.off, exact.total]);
    expect(priced.total).toBeGreaterThanOrEqual(0);
    expect(priced.lines.reduce((sum, line) => sum + line.lineTotal, 0)).toBe(priced.tieredTotal);
  }
});

const aPackage = (values: Partial<PriceLine["package"]> = {}) => ({
  price: 100_00,
  addOns: [],
  discounts: [],
  ...values,
});

test.each([
  [9, 0, 900_00],
  [10, 10, 900_00],
  [19, 10, 1710_00],
  [20, 5, 1900_00],
  [49, 5, 4655_00],
  [50, 100, 0],
])("with tiers at 10, 20 and 50, %i units get %i percent", (quantity, percent, total) => {
  const tiers = [
    { count: 20, percent: 5 },
    { count: 50, percent: 100 },
    { count: 10, percent: 10 },
  ];
  const priced = priceOrder([{ package: aPackage({ discounts: tiers }), quantity }]);
  expect([priced.lines[0]?.tierPercent, priced.total]).toEqual([percent, total]);
});

test("rounds half a cent of discount up", () => {
  const priced = priceOrder([
    { package: aPackage({ price: 1_01, discounts: [{ count: 1, percent: 50 }] }), quantity: 1 },
  ]);
  expect(priced.total).toBe(50);
});

test("rounds the tier once a line and the coupon once on their sum", () => {
  const line = { package: aPackage({ price: 33, discounts: [{ count: 1, percent: 10 }] }), quantity: 1 };
  const priced = priceOrder([line, line, line], { type: "PERCENTAGE", discount: 15 });
  // 33 - 3 = 30 each, 90 together, 15 % of 90 = 13.5 -> 14.
  expect([priced.tieredTotal, priced.couponDiscount, priced.total]).toEqual([90, 14, 76]);
});

test("limits a fixed coupon to the sum", () => {
  const priced = priceOrder([{ package: aPackage(), quantity: 1 }], { type: "FIXED", discount: 500_00 });
  expect([priced.couponDiscount, priced.total]).toEqual([100_00, 0]);
});

test("the add-on is part of the unit price and of every discount", () => {
  const addOns = [{ value: "500 Words", price: 20_00, defaultOption: true }];
  const sold = aPackage({ addOns, discounts: [{ count: 2, percent: 50 }] });
  expect(priceOrder([{ package: sold, quantity: 2, addOn: "500 Words" }]).total).toBe(120_00);
  expect(priceOrder([{ package: sold, quantity: 2 }]).total).toBe(100_00);
});

test.each([-1, 100_001, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses a quantity of %d", (quantity) => {
  expect(() => priceOrder([{ package: aPackage(), quantity }])).toThrow(UnpriceableLine);
});

test("refuses an add-on that the package does not have and names the line", () => {
  const priced = () =>
    priceOrder([
      { package: aPackage(), quantity: 1 },
      { package: aPackage(), quantity: 1, addOn: "unknown" },
    ]);
  expect(priced).toThrow(expect.objectContaining({ index: 1 }));
});

test.each([
  [0, true],
  [1, false],
  [49, false],
  [50, true],
  [MAX_CHARGE, true],
  [MAX_CHARGE + 1, false],
])("%i cents can be charged: %s", (total, possible) => {
  expect(chargeProblem(total) === null).toBe(possible);
});
