import { Link } from "@remix-run/react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useHydrated } from "../form/useHydrated";
import type { BarChartLayout } from "./barChartLayout.server";

export interface Bar {
  key: string;
  /** Below the axis, where it fits. */
  name: string;
  /** The two lines of the tooltip. */
  label: string;
  value: string;
  /** The link of the bar. The tooltip is its text. */
  href: string;
  below?: boolean;
}

interface BarChartProps {
  /** Read out before the bars. */
  name: string;
  bars: readonly Bar[];
  layout: BarChartLayout;
  /** Shown across the chart when there is no data. */
  empty?: ReactNode;
}

const AXIS = 26;

/**
 * Draws bars under a row of links, one per bar. Hover or focus shows the tooltip, also without script. With script
 * the row is one tab stop with arrow key navigation. Always show a table next to it.
 */
export function BarChart({ name, bars, layout, empty }: BarChartProps) {
  const hydrated = useHydrated();
  const [current, setCurrent] = useState(0);
  const stop = Math.min(current, bars.length - 1);
  return (
    <div className="bar-chart">
      <svg className="bar-chart-scale" height={layout.height + AXIS} aria-hidden="true">
        {layout.ticks.map(({ y, label }) => (
          <text key={label} x="100%" y={y} dy="0.32em" textAnchor="end">
            {label}
          </text>
        ))}
      </svg>
      <div className="bar-chart-plot">
        <svg width="100%" height={layout.height + AXIS} aria-hidden="true">
          {layout.ticks.map(({ y, label }) => (
            <line key={label} className={y === layout.zero ? "bar-chart-zero" : undefined} x2="100%" y1={y} y2={y} />
          ))}
          {layout.bars.map(({ x, y, width, height }, index) => (
            <rect
              key={bars[index]!.key}
              className={bars[index]!.below ? "bar-chart-below" : undefined}
              x={`${x}%`}
              y={y}
              width={`${width}%`}
              height={height}
              rx={height > 4 ? 2 : 0}
            />
          ))}
          {layout.named.map(({ bar, x, narrow }) => (
            <text
              key={bars[bar]!.key}
              className={narrow ? undefined : "bar-chart-wide"}
              x={`${x}%`}
              y={layout.height + AXIS - 6}
              textAnchor="middle"
            >
              {bars[bar]!.name}
            </text>
          ))}
        </svg>
        {empty ? <p className="bar-chart-empty">{empty}</p> : null}
        <ol className="bar-chart-bars" aria-label={name} style={{ height: layout.height }} onKeyDown={walk}>
          {bars.map((bar, index) => (
            <li key={bar.key}>
              <Link
                to={bar.href}
                preventScrollReset
                tabIndex={hydrated && index !== stop ? -1 : undefined}
                onFocus={() => setCurrent(index)}
              >
                <span
                  className="bar-chart-tip"
                  style={{ bottom: layout.height - layout.bars[index]!.y + 6, translate: leaning(index, bars.length) }}
                >
                  <span>{bar.label}</span> <strong>{bar.value}</strong>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** Shifts the tooltip in proportion to the bar's position, so that it never leaves the chart. */
const leaning = (index: number, count: number) => `${(-100 * (index + 0.5)) / count}% 0`;

function walk(event: KeyboardEvent<HTMLOListElement>) {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const here = links.indexOf(document.activeElement as HTMLAnchorElement);
  const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: links.length - 1 }[event.key];
  if (here < 0 || to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}
