import type { TestDatabase } from "./database";

const figures = (where: string) =>
  `(select json_array(count(*), coalesce(sum(amount), 0)) from commissions k where ${where})`;

/** Counters of commissions, payouts and referrals that are not their counted rows. */
export async function wrongCounters({ binding }: TestDatabase) {
  const { results } = await binding
    .prepare(`select 'commissions' as counter, affiliate_id || status as of, count || ' of ' || amount as stored from affiliate_commissions c
        where json_array(count, amount) <> ${figures("k.affiliate_id = c.affiliate_id and k.status = c.status and k.voided_at is null")}
      union all select 'uncounted', affiliate_id || status, count(*) from commissions k where voided_at is null
        and not exists (select 1 from affiliate_commissions c where c.affiliate_id = k.affiliate_id and c.status = k.status) group by 2
      union all select 'shares', payout_id, lines from payout_shares s
        where json_array(lines, total) <> ${figures("k.payout_id = s.payout_id and k.affiliate_id = s.affiliate_id")}
      union all select 'payouts', id, total from payouts p where json_array(lines, total) <> ${figures("k.payout_id = p.id")}
        or affiliates <> (select count(distinct affiliate_id) from commissions where payout_id = p.id)
      union all select 'referrals', affiliate_id, referrals from affiliate_totals t
        where referrals <> (select count(*) from attributions a where a.affiliate_id = t.affiliate_id)`)
    .all();
  return results;
}
