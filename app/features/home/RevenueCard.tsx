import { useAgencyZone } from "~/features/frame/useZone";
import { formatCents } from "~/format/money";
import { zoneWords } from "~/format/zones";
import { Card } from "~/ui/card/Card";
import { type Bar, BarChart } from "~/ui/chart/BarChart";
import type { BarChartLayout } from "~/ui/chart/barChartLayout.server";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";
import { RevenueChange } from "./RevenueChange";
import "./home.css";

export interface RevenueCardProps {
  /** The dates of the range, dd/MM/yyyy. */
  range: string;
  /** Cents. */
  total: number;
  totalBefore: number;
  /** "the 7 days before" */
  before: string;
  bars: Bar[];
  layout: BarChartLayout;
}

const columns = [
  { key: "day", label: "Day" },
  { key: "revenue", label: "Revenue", align: "right" },
] as const;

/** Revenue: the total, the change, and each day as a bar and as a table row. */
export function RevenueCard({ range, total, totalBefore, before, bars, layout }: RevenueCardProps) {
  const agencyZone = useAgencyZone();
  const empty = bars.every((_, index) => layout.bars[index]?.height === 0);
  return (
    <Card
      title="Revenue"
      action={
        <span className="muted number">
          {range} ({zoneWords(agencyZone)})
        </span>
      }
    >
      <div className="revenue-total">
        <p className="lead">{formatCents(total)}</p>
        <RevenueChange revenue={total} before={totalBefore} than={before} />
      </div>
      <BarChart
        name="Revenue by day"
        bars={bars}
        layout={layout}
        empty={empty ? "No revenue in this date range" : null}
      />
      <details className="fold">
        <summary>
          <Icon name="chevron-right" size={14} />
          Show as table
        </summary>
        <DataTable
          caption="Revenue by day"
          columns={columns}
          rows={bars.map((bar) => ({ key: bar.key, cells: { day: bar.label, revenue: bar.value } }))}
          footer={{ day: "Total", revenue: formatCents(total) }}
        />
      </details>
    </Card>
  );
}
