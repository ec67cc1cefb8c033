import { formatCents } from "~/format/money";
import { barChartLayout } from "~/ui/chart/barChartLayout.server";

const samples: [title: string, values: number[]][] = [
  ["A week", [10806, 5206, 610, 497.5, 1506, 7300, 0]],
  ["Three months", Array.from({ length: 92 }, (_, index) => ((index * 7919) % 97) * 130)],
  ["Below zero", [1200, -400, 800, 0, -90]],
  ["One day", [7300]],
  ["Nothing", [0, 0, 0, 0, 0, 0, 0]],
];

/** Charts as a loader returns them. */
export const sampleCharts = () =>
  samples.map(([title, values]) => ({
    title,
    empty: values.every((value) => value === 0) ? "No revenue in this date range" : null,
    layout: barChartLayout({ values, tickLabel: (value) => formatCents(Math.round(value) * 100) }),
    bars: values.map((value, index) => ({
      key: String(index),
      name: `Day ${index + 1}`,
      label: `Day ${index + 1}`,
      value: formatCents(Math.round(value) * 100),
      href: "?view=chart",
      ...(value < 0 ? { below: true } : {}),
    })),
  }));
