import type { HowYouEarn as Terms } from "~/domain/affiliates/howYouEarn";
import { discountLabel } from "~/features/coupons/couponLabels";
import { useZone } from "~/features/frame/useZone";
import { formatDay } from "~/format/dates";
import { formatCents } from "~/format/money";
import { Card } from "~/ui/card/Card";
import { Icon } from "~/ui/icon/Icon";
import "./affiliates.css";

/** The terms of the programme, the balance by state, and the next payout. */
export function HowYouEarn({ terms }: { terms: Terms }) {
  const zone = useZone();
  const {
    defaultRate,
    rates,
    moreRates,
    holdingDays,
    minimumPayout,
    pending,
    holding,
    moreHolding,
    approved,
    paid,
    coupons,
  } = terms;
  return (
    <Card title="How you earn">
      <dl className="facts facts-columns">
        <div>
          <dt>Your rate</dt>
          <dd>
            {defaultRate ?? (rates.length > 0 ? "Set per service" : "No rate is set yet. Ask your contact.")}
            {rates.length > 0 ? (
              <details className="fold">
                <summary>
                  <Icon name="chevron-right" size={14} />
                  {defaultRate ? "Services with another rate" : "Rates by service"}
                </summary>
                <ul>
                  {rates.map(({ service, rate }) => (
                    <li key={service}>
                      {service}: {rate}
                    </li>
                  ))}
                  {moreRates ? <li>And more</li> : null}
                </ul>
              </details>
            ) : null}
          </dd>
        </div>
        <div>
          <dt>Holding period</dt>
          <dd>
            {holdingDays === 0 ? "None" : holdingDays === 1 ? "1 day" : `${holdingDays} days`} after the order is paid
          </dd>
        </div>
        <div>
          <dt>Minimum payout</dt>
          <dd>{minimumPayout > 0 ? formatCents(minimumPayout) : "None"}</dd>
        </div>
        {coupons.length > 0 ? (
          <div>
            <dt>Your coupons</dt>
            <dd>
              {coupons.map(({ code, expiresAt, ...coupon }) => (
                <p key={code}>
                  <strong>{code}</strong>: {discountLabel(coupon)}
                  {expiresAt ? ` until ${formatDay(expiresAt - 1, zone)}` : ""}
                </p>
              ))}
              <p className="muted small">You are credited when a client who nobody referred pays with it.</p>
            </dd>
          </div>
        ) : null}
      </dl>
      <ol className="earnings-steps" aria-label="Your commissions">
        <li>
          <span className="muted">Pending</span>
          <strong className="lead number">{formatCents(pending.amount)}</strong>
          <span className="muted">
            {pending.nextAt === null
              ? "Nothing in the holding period"
              : pending.ready
                ? `${commissionsOf(pending.count)}; some wait for approval`
                : `${commissionsOf(pending.count)}; the first can be approved from ${formatDay(pending.nextAt, zone)}`}
          </span>
          {holding.length > 0 ? (
            <details className="fold">
              <summary>
                <Icon name="chevron-right" size={14} />
                In the holding period
              </summary>
              <ul>
                {holding.map(({ id, amount, approvableAt }) => (
                  <li key={id}>
                    <span className="number">{formatCents(amount)}</span> until {formatDay(approvableAt, zone)}
                  </li>
                ))}
                {moreHolding ? <li>And more</li> : null}
              </ul>
            </details>
          ) : null}
        </li>
        <li>
          <span className="muted">Approved</span>
          <strong className="lead number">{formatCents(approved.amount)}</strong>
          <span className="muted">
            {approved.count === 0
              ? "Nothing to pay out yet"
              : `${commissionsOf(approved.count)}${approved.since ? ` since ${formatDay(approved.since, zone)}` : ""}`}
          </span>
        </li>
        <li>
          <span className="muted">Paid</span>
          <strong className="lead number">{formatCents(paid.amount)}</strong>
          <span className="muted">
            {paid.lastAt === null ? "No payout yet" : `Last on ${formatDay(paid.lastAt, zone)}`}
          </span>
        </li>
      </ol>
      <p>{nextPayout(terms, zone)}</p>
    </Card>
  );
}

const commissionsOf = (count: number) => (count === 1 ? "1 commission" : `${count} commissions`);

function nextPayout({ approved, pending, minimumPayout }: Terms, zone: string) {
  if (approved.amount > 0 && approved.amount >= minimumPayout)
    return `Your next payout is about ${formatCents(approved.amount)}. You are notified when it is made.`;
  const missing = minimumPayout - approved.amount;
  if (approved.amount > 0 || (minimumPayout > 0 && pending.amount > 0))
    return `You need ${formatCents(missing)} more in approved commissions for a payout of at least ${formatCents(minimumPayout)}.`;
  if (pending.ready) return "Commissions wait for our approval. Approved ones start your next payout.";
  if (pending.nextAt !== null)
    return `Your next payout can include ${formatCents(pending.amount)}, from ${formatDay(pending.nextAt, zone)} on.`;
  return "Your first approved commission starts your next payout.";
}
