import { Card } from "~/ui/card/Card";
import { BarChart } from "~/ui/chart/BarChart";
import type { sampleCharts } from "./sampleCharts.server";

export function ChartPieces({ charts }: { charts: ReturnType<typeof sampleCharts> }) {
  return charts.map(({ title, ...chart }) => (
    <Card key={title} title={title}>
      <BarChart name={title} {...chart} />
    </Card>
  ));
}
