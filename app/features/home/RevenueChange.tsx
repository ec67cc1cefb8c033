import { TrendingDown, TrendingUp } from "lucide-react";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";

interface RevenueChangeProps {
  /** Cents. */
  revenue: number;
  before: number;
  /** "the 7 days before" */
  than: string;
}

/** How a sum compares with the one before: sign, colour and words. */
export function RevenueChange({ revenue, before, than }: RevenueChangeProps) {
  const change = revenue - before;
  if (change === 0) return <p className="muted">The same as {than}</p>;
  const up = change > 0;
  const Icon = up ? TrendingUp : TrendingDown;
  return (
    <p className="revenue-change">
      <span className={`change tone-${up ? "success" : "danger"}`}>
        <Icon className="icon" size={16} />
        {formatChange(revenue, before)}
      </span>{" "}
      <span className="muted">
        {up ? "more" : "less"} than {than} ({formatCents(before)})
      </span>
    </p>
  );
}

/** '+12%', or the amount itself where there was nothing to take a share of. The minus is a true one. */
function formatChange(revenue: number, before: number) {
  const change = revenue - before;
  const sign = change > 0 ? "+" : "\u2212";
  if (before <= 0) return sign + formatCents(Math.abs(change));
  const percent = Math.abs(change / before) * 100;
  return `${sign}${formatNumber(percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent))}%`;
}

/** '+$120' or '−$40', for one line of a list. */
export const formatDifference = (cents: number) => `${cents > 0 ? "+" : "\u2212"}${formatCents(Math.abs(cents))}`;
