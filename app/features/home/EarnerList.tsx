import { Link } from "@remix-run/react";
import type { Earner } from "~/domain/dashboard/dashboard";
import { formatCents } from "~/format/money";
import "./home.css";

interface EarnerListProps {
  earners: readonly Earner[];
  /** The link of a name; left out for plain text. */
  hrefOf?: (id: string) => string;
}

/** Names with their revenue, largest first. Each bar is relative to the largest. */
export function EarnerList({ earners, hrefOf }: EarnerListProps) {
  const most = Math.max(...earners.map(({ revenue }) => revenue));
  return (
    <ol className="card-list">
      {earners.map(({ id, name, revenue }) => (
        <li key={id}>
          <span className="card-list-name">{hrefOf ? <Link to={hrefOf(id)}>{name}</Link> : name}</span>
          <span className="number">{formatCents(revenue)}</span>
          <svg className="share" width="100%" height="4" aria-hidden="true">
            <rect width={`${Math.round((revenue / most) * 1000) / 10}%`} height="4" rx="2" />
          </svg>
        </li>
      ))}
    </ol>
  );
}
