import { Link } from "@remix-run/react";

export interface RankedBar {
  key: string;
  /** The whole name, which may wrap. */
  label: string;
  amount: number;
  /** The amount as text. */
  value: string;
  href: string;
  /** Percent of the track. */
  start: number;
  width: number;
}

/** One line per bar: its name, the bar, its value. Amounts below zero go to the left of a common axis. */
export function RankedBars({ name, bars }: { name: string; bars: readonly RankedBar[] }) {
  return (
    <ol className="ranked-bars" aria-label={name}>
      {bars.map(({ key, label, amount, value, href, start, width }) => (
        <li key={key}>
          <Link to={href}>{label}</Link>
          <svg aria-hidden="true" width="100%" height="14" className={amount < 0 ? "ranked-below" : undefined}>
            <rect x={`${start}%`} width={`${width}%`} height="14" rx="2" />
          </svg>
          <span className="number">{value}</span>
        </li>
      ))}
    </ol>
  );
}
