import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import "./affiliates.css";

interface AffiliateStatisticsProps {
  visitors: number;
  signUps: number;
  clients: number;
  /** Cents. */
  unPaidEarnings: number;
  totalEarnings: number;
  totalOrderValue: number;
}

/** The six statistics, each with an explanation of what it counts (rules.md affiliates/statistics). */
export function AffiliateStatistics(figures: AffiliateStatisticsProps) {
  const statistics = [
    { label: "Visitors", value: formatNumber(figures.visitors), meaning: "Visits through your link, excluding bots" },
    { label: "Sign-ups", value: formatNumber(figures.signUps), meaning: "Accounts created after a visit" },
    { label: "Clients", value: formatNumber(figures.clients), meaning: "Sign-ups who paid for an order" },
    { label: "Unpaid earnings", value: formatCents(figures.unPaidEarnings), meaning: "Approved but not paid out yet" },
    { label: "Total earnings", value: formatCents(figures.totalEarnings), meaning: "Approved and paid out" },
    { label: "Total order value", value: formatCents(figures.totalOrderValue), meaning: "Total paid by these clients" },
  ];
  return (
    <dl className="affiliate-statistics" aria-label="Statistics">
      {statistics.map(({ label, value, meaning }) => (
        <div key={label} className="card">
          <dt>{label}</dt>
          <dd className="lead number">{value}</dd>
          <dd className="muted">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
