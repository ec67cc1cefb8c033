import { type SQL, sql } from "drizzle-orm";
import { commissionStatuses } from "../../commissions/commissionStates";
import { orderStatuses } from "../../orders/orderStates";
import { type BookCheck, COUNT_LIMIT, dollars } from "../check";

const limit = sql.raw(String(COUNT_LIMIT));
const statuses = sql.raw(orderStatuses.map((status) => `('${status}')`).join(", "));
const commissionStates = sql.raw(commissionStatuses.map((status) => `('${status}')`).join(", "));

/** Records whose stored `count` and `amount` are not those of `rows`, which holds both as JSON, up to the limit. */
const differing = (counted: SQL) => sql`
  select record, group_concat((rows ->> 0) || ' ' || replace(status, '_', ' ') || iif(rows ->> 1, ' of ' || ${dollars(sql`(rows ->> 1)`)}, ''), ', ') as expected,
    group_concat(count || ' ' || replace(status, '_', ' ') || iif(amount, ' of ' || ${dollars(sql`amount`)}, ''), ', ') as actual
  from ${counted} where (rows ->> 0) < ${limit} and ((rows ->> 0) <> count or (rows ->> 1) <> amount) group by record`;

const payoutText = (figures: SQL) =>
  sql`(${figures} ->> 1) || ' commissions of ' || (${figures} ->> 0) || ' affiliates, ' || ${dollars(sql`(${figures} ->> 2)`)}`;

/** The totals that lists show without counting. */
export const counterChecks: readonly BookCheck[] = [
  {
    id: "counters.clients",
    name: "Client counters",
    sentence: "A client's order counters are the counted orders.",
    of: "clients",
    rows: () => sql`
      with statuses(status) as (values ${statuses}), counted as (
        select page.key as record, named.status, coalesce(c.count, 0) as counter, (
          select count(*) from (
            select 1 from orders o where o.client_id = page.key and o.status = named.status limit ${limit})) as rows
        from page cross join statuses named
        left join order_counters c on c.scope = page.key and c.status = named.status)
      select record, group_concat(rows || ' ' || replace(status, '_', ' '), ', ') as expected,
        group_concat(counter || ' ' || replace(status, '_', ' '), ', ') as actual
      from counted where rows <> min(counter, ${limit}) or counter < 0 group by record`,
  },
  {
    id: "counters.paid",
    name: "Paid counters",
    sentence: "A client's counters of paid orders and their amount are the paid orders.",
    of: "clients",
    rows: () => sql`
      with statuses(status) as (values ${statuses}), counted as (
        select page.key as record, named.status, coalesce(c.paid_count, 0) as count, coalesce(c.paid_amount, 0) as amount, (
          select json_array(count(*), coalesce(sum(total), 0)) from (
            select total from orders o where o.client_id = page.key and o.status = named.status and o.pay_state <> 'unpaid'
              limit ${limit})) as rows
        from page cross join statuses named
        left join order_counters c on c.scope = page.key and c.status = named.status)
      ${differing(sql`counted`)}`,
  },
  {
    id: "counters.affiliates",
    name: "Affiliate counters",
    sentence: "An affiliate's counters of commissions and referrals are the counted rows.",
    of: "clients",
    rows: () => sql`
      with statuses(status) as (values ${commissionStates}), counted as (
        select page.key as record, named.status, coalesce(c.count, 0) as count, coalesce(c.amount, 0) as amount, (
          select json_array(count(*), coalesce(sum(amount), 0)) from (
            select amount from commissions k where k.affiliate_id = page.key and k.status = named.status and k.voided_at is null
              limit ${limit})) as rows
        from page cross join statuses named
        left join affiliate_commissions c on c.affiliate_id = page.key and c.status = named.status
        union all
        select page.key, 'referrals', coalesce(t.referrals, 0), 0, (
          select json_array(count(*), 0) from (
            select 1 from attributions a where a.affiliate_id is not null and a.affiliate_id = page.key limit ${limit}))
        from page left join affiliate_totals t on t.affiliate_id = page.key)
      ${differing(sql`counted`)}`,
  },
  {
    id: "counters.payouts",
    name: "Payout counters",
    sentence: "A payout's totals and its affiliates' shares are the sums of its commissions.",
    of: "payouts",
    rows: () => sql`
      with figures as (
        select p.id as record, json_array(p.affiliates, p.lines, p.total) as stored,
          (select json_array(count(distinct affiliate_id), count(*), coalesce(sum(amount), 0)) from commissions where payout_id = p.id) as rows,
          exists (select affiliate_id, count(*), sum(amount) from commissions where payout_id = p.id group by affiliate_id
            except select affiliate_id, lines, total from payout_shares where payout_id = p.id) as other
        from page cross join payouts p on p.id = page.key)
      select record, ${payoutText(sql`rows`)} as expected,
        ${payoutText(sql`stored`)} || iif(other, ', with other shares', '') as actual
      from figures where stored <> rows or other`,
  },
];
