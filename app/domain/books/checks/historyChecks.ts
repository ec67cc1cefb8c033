import { sql } from "drizzle-orm";
import { MIGRATION } from "../../orders/orderDetails";
import { RECOVERED } from "../../recovery/rebuildOrder";
import type { BookCheck } from "../check";

/** What was written about an order, and to whom (rules.md history/audit, notifications/outbox). */
export const historyChecks: readonly BookCheck[] = [
  {
    id: "history.status",
    name: "Status history",
    sentence: "An order's history is an unbroken chain: every status was entered before it was left.",
    of: "orders",
    // Counted, not ordered: entries of the same millisecond have no order.
    rows: () => sql`
      with steps as (
        select o.id as record, o.status as current, h.action, j.value ->> 'before' as before, j.value ->> 'after' as after
        from page cross join orders o on o.id = page.key
        cross join history h on h.entity = 'order' and h.entity_id = o.id
        cross join json_each(h.changes) j
        where j.value ->> 'field' = 'status' or (h.action = ${RECOVERED} and j.value ->> 'field' = 'payment')
      ), moves as (
        select record, iif(action = ${RECOVERED}, 'Abandoned_Checkout', after) as status, 1 as step from steps
        union all
        select record, before, -1 from steps where before is not null and action <> ${RECOVERED}
        union all
        select o.id, o.status, -1 from page cross join orders o on o.id = page.key
      ), broken as (select record, status, sum(step) as step from moves group by record, status having sum(step) <> 0)
      select record, 'every status entered and left' as expected,
        group_concat(replace(status, '_', ' ') || iif(step < 0, ' was never entered', ' was never left'), ', ') as actual
      from broken group by record`,
  },
  {
    id: "history.paid",
    name: "Payment history",
    sentence: "Every payment of an order is in its history, once.",
    of: "orders",
    rows: () => sql`
      select record, iif(paid, 'an entry', 'no entry') as expected, iif(written, 'an entry', 'no entry') as actual
      from (
        select o.id as record, o.pay_state <> 'unpaid' and o.created_by <> ${MIGRATION} as paid,
          exists (select 1 from history h where h.dedupe_key = 'order.paid:' || o.id) as written
        from page cross join orders o on o.id = page.key)
      where paid <> written`,
  },
  {
    id: "notifications.once",
    name: "Notifications",
    sentence: "A person reads of an event once.",
    of: "notifications",
    rows: () => sql`
      select record, 'one notification' as expected, iif(twin, 'two of the same', 'another person''s key') as actual
      from (
        select page.key as record, n.dedupe_key, n.user_id,
          exists (
            select 1 from notifications m
            where m.user_id = n.user_id and m.id > substr(n.id, 1, 10) and m.id < substr(n.id, 1, 10) || '~'
              and m.id <> n.id and m.created_at = n.created_at and m.type = n.type
              and m.type_system_id = n.type_system_id and m.description = n.description
              -- Two events of one kind may read alike within a moment; their keys tell them apart.
              and substr(m.dedupe_key, 1, instr(m.dedupe_key, ':')) <> substr(n.dedupe_key, 1, instr(n.dedupe_key, ':'))) as twin
        from page cross join notifications n
          on n.user_id = substr(page.key, 1, instr(page.key, '.') - 1) and n.id = substr(page.key, instr(page.key, '.') + 1))
      where twin or substr(dedupe_key, -length(user_id)) <> user_id`,
  },
];
