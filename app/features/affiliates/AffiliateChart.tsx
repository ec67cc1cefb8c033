import { Link } from "@remix-run/react";
import { Card } from "~/ui/card/Card";
import { type Bar, BarChart } from "~/ui/chart/BarChart";
import type { BarChartLayout } from "~/ui/chart/barChartLayout.server";
import { Icon } from "~/ui/icon/Icon";
import { DataTable } from "~/ui/list/DataTable";
import { type AffiliateSeries, affiliateSeries } from "./affiliateSeries";
import "./affiliates.css";

const seriesLabels: Record<AffiliateSeries, string> = {
  visitors: "Visitors",
  signUps: "Sign-ups",
  earnings: "Earnings",
};

export interface AffiliateChartProps {
  /** The dates of the range, dd/MM/yyyy. */
  range: string;
  series: AffiliateSeries;
  bars: Bar[];
  layout: BarChartLayout;
  /** All three series as text, by day. */
  rows: { key: string; day: string; visitors: string; signUps: string; earnings: string }[];
  totals: Record<AffiliateSeries, string>;
  /** Links to this page with another series. */
  seriesHref(series: AffiliateSeries): string;
}

const columns = [
  { key: "day", label: "Day" },
  ...affiliateSeries.map((key) => ({ key, label: seriesLabels[key], align: "right" as const })),
];

/** Visits, sign-ups and earnings by day: one series as bars, all three as a table. */
export function AffiliateChart({ range, series, bars, layout, rows, totals, seriesHref }: AffiliateChartProps) {
  const name = `${seriesLabels[series]} by day`;
  const empty = layout.bars.every(({ height }) => height === 0);
  return (
    <Card title={name} action={<span className="muted number">{range} (UTC)</span>}>
      <nav className="segments affiliate-series" aria-label="Chart">
        {affiliateSeries.map((one) => (
          <Link key={one} to={seriesHref(one)} aria-current={one === series ? "true" : undefined} preventScrollReset>
            {seriesLabels[one]}
          </Link>
        ))}
      </nav>
      <BarChart
        name={name}
        bars={bars}
        layout={layout}
        empty={empty ? `No ${seriesLabels[series].toLowerCase()} in this date range` : null}
      />
      <details className="fold">
        <summary>
          <Icon name="chevron-right" size={14} />
          Show as table
        </summary>
        <DataTable
          caption="Visitors, sign-ups and earnings by day"
          columns={columns}
          rows={rows.map(({ key, ...cells }) => ({ key, cells }))}
          footer={{ day: "Total", ...totals }}
        />
      </details>
    </Card>
  );
}
