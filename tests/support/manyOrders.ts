import { orderStatuses } from "~/domain/orders/orderStates";
import type { TestDatabase } from "./database";

/** Ids of the bulk data: as long as real ones and in time order. */
export const bulkUser = (n: number) => `U${String(n).padStart(25, "0")}`;
export const bulkService = (n: number) => `S${String(n).padStart(25, "0")}`;

export interface Bulk {
  staff: number;
  customers: number;
  services: number;
  orders: number;
}

/**
 * Inserts many orders quickly. Primes spread them over statuses, clients, services and assignees, so filters overlap.
 * One order an hour from 2025 on; completion takes three days. The first `staff` users are staff.
 */
export async function manyOrders(
  { binding }: Pick<TestDatabase, "binding">,
  { staff, customers, services, orders }: Bulk,
) {
  const count = (to: number) => `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${to})`;
  const statuses = orderStatuses.map((status, index) => `when ${index} then '${status}'`).join(" ");
  const start = Date.UTC(2025, 0, 1);
  const run = (sql: string) => binding.prepare(sql).run();
  await run(`${count(staff + customers)} insert into users
    (id, email, first_name, last_name, first_name_folded, last_name_folded, email_folded, role, privileges, created_at)
    select printf('U%025d', i), 'user' || i || '@example.com', 'Name' || i, 'Example', 'name' || i, 'example',
      'user' || i || '@example.com', iif(i <= ${staff}, 'ADMIN', 'CUSTOMER'), iif(i <= ${staff}, 'Manager', null), i from n`);
  await run(`${count(services)} insert into services
    (id, name, name_folded, service_type, payment_types, sub_statuses, created_at)
    select printf('S%025d', i), 'Service ' || i, 'service ' || i, 'REGULAR', '["DIRECT"]', '[]', i from n`);
  await run(`${count(orders)} insert into orders
    (id, number, service_id, service_name, client_id, billing, status, sub_statuses, assigned_to_id, payment_type, account,
     order_duration, frequency, subtotal, tiered_total, total, source, created_by, created_at, completed_at)
    select printf('O%025d', i), 10000 + i, printf('S%025d', 1 + i * 11 % ${services}), 'Service', 
      printf('U%025d', ${staff} + 1 + i * 13 % ${customers}), '{}', case (i * 7919 / 13) % ${orderStatuses.length} ${statuses} end,
      '[]', iif(i % 4 = 0, null, printf('U%025d', 1 + i * 17 % ${staff})), 'DIRECT', 'regular', 1, 'MONTH',
      i * 100, i * 100, i * 100, '{}', 'test', ${start} + i * 3600000,
      iif((i * 7919 / 13) % ${orderStatuses.length} = ${orderStatuses.indexOf("Completed")}, ${start} + i * 3600000 + 259200000, null) from n`);
}
