import { sql } from "drizzle-orm";

/** When an order is due, as its client may know it; for a select from orders. */
export const shownDueAt = sql<
  number | null
>`case when orders.due_at is not null and (select services.show_expected_date from services where services.id = orders.service_id) then orders.due_at end`;
