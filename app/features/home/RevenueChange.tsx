import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { Icon } from "~/ui/icon/Icon";
import "./home.css";

interface RevenueChangeProps {
  /** Cents. */
  revenue: number;
  before: number;
  /** "the 7 days before" */
  than: string;
}

/** The change against the previous period: sign, colour and text. */
export function RevenueChange({ revenue, before, than }: RevenueChangeProps) {
  const change = revenue - before;
  if (change === 0) return <p className="muted">The same as {than}</p>;
  const up = change > 0;
  return (
    <p className="revenue-change">
      <span className={`change tone-${up ? "success" : "danger"}`}>
        <Icon name={up ? "trending-up" : "trending-down"} />
        {formatChange(revenue, before)}
      </span>{" "}
      <span className="muted">
        {up ? "more" : "less"} than {than} ({formatCents(before)})
      </span>
    </p>
  );
}

/** '+12%', or the amount when there is no base for a percentage. Uses the minus sign, not a hyphen. */
function formatChange(revenue: number, before: number) {
  const change = revenue - before;
  const sign = change > 0 ? "+" : "\u2212";
  if (before <= 0) return sign + formatCents(Math.abs(change));
  const percent = Math.abs(change / before) * 100;
  return `${sign}${formatNumber(percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent))}%`;
}

/** '+$120' or '−$40', for a line of a list. */
export const formatDifference = (cents: number) => `${cents > 0 ? "+" : "\u2212"}${formatCents(Math.abs(cents))}`;
