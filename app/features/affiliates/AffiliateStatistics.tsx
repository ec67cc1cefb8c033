import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import "./affiliates.css";

interface AffiliateStatisticsProps {
  visitors: number;
  signUps: number;
  clients: number;
  /** Cents. */
  unPaidEarnings: number;
  reversed: { unpaid: number; total: number };
  totalEarnings: number;
  totalOrderValue: number;
}

/**
 * The six statistics, each with an explanation of what it counts (rules.md affiliates/statistics). What refunds took
 * back is a figure of its own, so that earnings are what was earned.
 */
export function AffiliateStatistics(figures: AffiliateStatisticsProps) {
  const { reversed } = figures;
  const statistics = [
    { label: "Visitors", value: formatNumber(figures.visitors), meaning: "Visits through your link, excluding bots" },
    { label: "Sign-ups", value: formatNumber(figures.signUps), meaning: "Accounts created after a visit" },
    { label: "Clients", value: formatNumber(figures.clients), meaning: "Sign-ups who paid for an order" },
    {
      label: "Unpaid earnings",
      value: formatCents(figures.unPaidEarnings - reversed.unpaid),
      meaning: "Approved but not paid out yet",
    },
    {
      label: "Total earnings",
      value: formatCents(figures.totalEarnings - reversed.total),
      meaning: "Approved and paid out",
    },
    ...(reversed.total < 0
      ? [{ label: "Taken back", value: formatCents(reversed.total), meaning: "Commissions of refunded orders" }]
      : []),
    { label: "Total order value", value: formatCents(figures.totalOrderValue), meaning: "Total paid by these clients" },
  ];
  return (
    <section className="stack" aria-labelledby="affiliate-figures">
      <h2 id="affiliate-figures">In these dates</h2>
      <dl className="affiliate-statistics" aria-label="Statistics">
        {statistics.map(({ label, value, meaning }) => (
          <div key={label} className="card">
            <dt>{label}</dt>
            <dd className="lead number">{value}</dd>
            <dd className="muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
