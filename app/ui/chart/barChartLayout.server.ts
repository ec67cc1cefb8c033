import { scaleBand, scaleLinear } from "@visx/scale";

/** Positions in a bar chart: x in percent of the width, y in pixels. Fits any width without script. */
export interface BarChartLayout {
  height: number;
  /** Where bars start: the bottom, or higher when there are negative values. */
  zero: number;
  ticks: { y: number; label: string }[];
  bars: { x: number; y: number; width: number; height: number }[];
  /** The bars named below the axis, as many as fit a wide screen. Those with `narrow` also fit a phone. */
  named: { bar: number; x: number; narrow: boolean }[];
}

interface BarChartData {
  values: readonly number[];
  /** The label of a grid line. */
  tickLabel(value: number): string;
  height?: number;
}

/** Space for the tooltip of the tallest bar. */
const TOP = 40;
const MAX_WIDTH = 8;
const MAX_NAMES = 8;
/** Approximate number of grid lines above zero. */
const TICKS = 3;
/** Keeps every non-zero value visible. */
const MIN_HEIGHT = 2;

/**
 * Computed on the server, so that browsers receive numbers and no chart library. `height` is the plot's in pixels,
 * without the names below it.
 */
export function barChartLayout({ values, tickLabel, height = 232 }: BarChartData): BarChartLayout {
  const indices = values.map((_, index) => index);
  const across = scaleBand({ domain: indices, range: [0, 100], padding: values.length > 31 ? 0.2 : 0.36 });
  // Round figures above zero; below it a small refund must not take a third of the plot.
  const [, highest = 0] = scaleLinear({ domain: [0, Math.max(0, ...values)], range: [0, 1], nice: TICKS }).domain();
  const down = scaleLinear({ domain: [Math.min(0, ...values), highest], range: [height, TOP] });
  const zero = down(0);
  const isEmpty = values.every((value) => value === 0);
  const width = Math.min(across.bandwidth(), MAX_WIDTH);
  const middle = (index: number) => (across(index) ?? 0) + across.bandwidth() / 2;
  const step = Math.max(1, Math.ceil(values.length / MAX_NAMES));
  return {
    height,
    zero: isEmpty ? height : round(zero),
    ticks: isEmpty
      ? [{ y: height, label: tickLabel(0) }]
      : down.ticks(TICKS).map((value) => ({ y: round(down(value)), label: tickLabel(value) })),
    bars: values.map((value, index) => {
      const tall = value === 0 ? 0 : Math.max(MIN_HEIGHT, Math.abs(down(value) - zero));
      return {
        x: round(middle(index) - width / 2),
        y: round(value < 0 ? zero : zero - tall),
        width: round(width),
        height: round(tall),
      };
    }),
    named: indices
      .filter((index) => index % step === 0)
      .map((index, place) => ({ bar: index, x: round(middle(index)), narrow: place % 2 === 0 })),
  };
}

const round = (value: number) => Math.round(value * 100) / 100;
