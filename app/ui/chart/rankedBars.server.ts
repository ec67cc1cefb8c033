import type { RankedBar } from "./RankedBars";

/** Places each amount between the smallest and the largest, with zero in the same place for all. */
export function rankedBars<Bar extends { amount: number }>(bars: readonly Bar[]): (Bar & RankedBarPlace)[] {
  const amounts = bars.map(({ amount }) => amount);
  const low = Math.min(0, ...amounts);
  const span = Math.max(0, ...amounts) - low || 1;
  const percent = (part: number) => Math.round((part / span) * 10_000) / 100;
  return bars.map((bar) => ({
    ...bar,
    start: percent(Math.min(0, bar.amount) - low),
    width: percent(Math.abs(bar.amount)),
  }));
}

type RankedBarPlace = Pick<RankedBar, "start" | "width">;
