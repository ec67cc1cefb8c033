import { sql } from "drizzle-orm";
import { orderStatuses } from "../../orders/orderStates";
import { type BookCheck, COUNT_LIMIT } from "../check";

const limit = sql.raw(String(COUNT_LIMIT));
const statuses = sql.raw(orderStatuses.map((status) => `('${status}')`).join(", "));

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
];
