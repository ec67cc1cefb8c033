import { expect, test } from "vitest";
import { barChartLayout } from "./barChartLayout.server";

const layout = (values: number[]) => barChartLayout({ values, tickLabel: String, height: 200 });
const inside = ({ bars, height }: ReturnType<typeof layout>) =>
  bars.every((bar) => bar.x >= 0 && bar.x + bar.width <= 100.01 && bar.y >= 0 && bar.y + bar.height <= height + 0.01);

test.each([1, 2, 7, 31, 92])("%i bars lie side by side inside the plot, few of them labelled", (count) => {
  const drawn = layout(Array.from({ length: count }, (_, index) => (index * 37) % 100));
  expect(drawn.bars).toHaveLength(count);
  expect(inside(drawn)).toBe(true);
  for (const [index, bar] of drawn.bars.slice(1).entries())
    expect(bar.x).toBeGreaterThanOrEqual(drawn.bars[index]!.x + drawn.bars[index]!.width);
  expect(drawn.named.length).toBeGreaterThan(0);
  expect(drawn.named.length).toBeLessThanOrEqual(8);
  expect(drawn.named.filter(({ narrow }) => narrow).length).toBeLessThanOrEqual(4);
});

test("heights follow the values, below zero and for the smallest", () => {
  const drawn = layout([100, 50, -50, 0, 0.01]);
  expect(inside(drawn)).toBe(true);
  const [whole, half, below, nothing, little] = drawn.bars;
  expect(whole!.height / half!.height).toBeCloseTo(2, 1);
  expect(whole!.y + whole!.height).toBeCloseTo(drawn.zero, 1);
  expect(below!.y).toBeCloseTo(drawn.zero, 1);
  expect(below!.height).toBeCloseTo(half!.height, 1);
  expect([nothing!.height, little!.height]).toEqual([0, 2]);
  expect(drawn.ticks.map(({ label }) => label)).toContain("0");
});

test("no data shows an axis with its zero", () => {
  const drawn = layout([0, 0, 0]);
  expect(drawn.ticks).toEqual([{ y: 200, label: "0" }]);
  expect(drawn.bars.map(({ height }) => height)).toEqual([0, 0, 0]);
});

test("a small refund takes only its own height below zero", () => {
  const drawn = layout([9_000, -40]);
  expect(drawn.ticks.map(({ label }) => Number(label)).every((tick) => tick >= 0)).toBe(true);
  expect(drawn.height - drawn.zero).toBeLessThan(5);
});
