import { expect, test } from "vitest";
import { MAX_CHARGE } from "./money";
import { ratesIn, type TaxRate, taxesOn, thousandths } from "./taxes";

const rate = (percent: number, inclusive = true, countries: string[] = []): TaxRate => ({
  name: `T${percent}`,
  percent,
  inclusive,
  countries,
  codes: [],
});

/** Deterministic pseudo-random integers (mulberry32). */
function randomInts(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** Rounds half up with BigInt. */
const exact = (amount: number, by: number, of: number) =>
  Number((2n * BigInt(amount) * BigInt(by) + BigInt(of)) / (2n * BigInt(of)));

function* cases() {
  const int = randomInts(20261127);
  for (let round = 0; round < 20_000; round++) {
    const count = 1 + int(4);
    const rates = Array.from({ length: count }, () => rate((1 + int(100_000 / count)) / 1000, int(2) === 0));
    yield { amount: int(3) === 0 ? MAX_CHARGE - int(100) : int(1_000_000), rates };
  }
}
const sum = (lines: readonly { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);

test("added taxes are exact, and their lines add up to what is charged more", () => {
  for (const { amount, rates } of cases()) {
    const { lines, added } = taxesOn(amount, rates);
    const own = lines.filter(({ inclusive }) => !inclusive);
    expect(sum(own)).toBe(added);
    for (const line of own) expect(line.amount).toBe(exact(amount, thousandths(line.percent), 100_000));
  }
});

test("included taxes never change the charge, and add up to the exact part", () => {
  for (const { amount, rates } of cases()) {
    const included = rates.filter(({ inclusive }) => inclusive);
    const { lines, added } = taxesOn(amount, included);
    const percents = included.reduce((total, { percent }) => total + thousandths(percent), 0);
    expect(added).toBe(0);
    expect(sum(lines)).toBe(exact(amount, percents, 100_000 + percents));
    for (const line of lines) expect(line.amount).toBeGreaterThanOrEqual(0);
  }
});

test.each([
  [119_00, [rate(19)], [19_00]],
  [100_00, [rate(19)], [15_97]],
  [100_00, [rate(5), rate(9.975)], [4_35, 8_67]],
  [100_00, [rate(5, false), rate(9.975, false)], [5_00, 9_98]],
  [1, [rate(50, false)], [1]],
  [0, [rate(19, false)], []],
  [100_00, [], []],
])("the taxes of %i cents", (amount, rates, amounts) => {
  expect(taxesOn(amount, rates).lines.map((line) => line.amount)).toEqual(amounts);
});

test("a line applies to its countries, by name or code, or to all", () => {
  const germany = { ...rate(19, true, ["Germany"]), codes: ["DE"] };
  const all = rate(1);
  for (const country of ["Germany", "germany", " DE "])
    expect(ratesIn([germany, all], country)).toEqual([germany, all]);
  expect(ratesIn([germany, all], "France")).toEqual([all]);
  expect(ratesIn([germany], "")).toEqual([]);
});
