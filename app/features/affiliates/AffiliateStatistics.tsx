import { formatCents } from "~/format/money";

interface AffiliateStatisticsProps {
  visitors: number;
  signUps: number;
  clients: number;
  /** Cents. */
  unPaidEarnings: number;
  totalEarnings: number;
  totalOrderValue: number;
}

const count = (value: number) => value.toLocaleString("en-US");

/** The six statistics of document 3 section 3, each with what it counts (decision A4). */
export function AffiliateStatistics(figures: AffiliateStatisticsProps) {
  const statistics = [
    { label: "Visitors", value: count(figures.visitors), meaning: "People who opened your link" },
    { label: "Sign-ups", value: count(figures.signUps), meaning: "Accounts made by them" },
    { label: "Clients", value: count(figures.clients), meaning: "Of those, who paid an order" },
    { label: "Unpaid earnings", value: formatCents(figures.unPaidEarnings), meaning: "Approved, not paid out yet" },
    { label: "Total earnings", value: formatCents(figures.totalEarnings), meaning: "Approved and paid out" },
    { label: "Total order value", value: formatCents(figures.totalOrderValue), meaning: "Paid by these clients" },
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
