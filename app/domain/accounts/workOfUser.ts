import { type SQL, sql } from "drizzle-orm";

/** The menu shows '99+' from here on, so that no page counts further. */
export const MAX_WORK = 100;

/** When the work is counted, ms UTC, and the end of the agency's day. `at` null counts nothing. */
export interface WorkAt {
  at: number | null;
  todayEnds: number;
}

const at = sql.placeholder("workAt");
const todayEnds = sql.placeholder("todayEnds");
const most = sql.raw(String(MAX_WORK));

const isAwake = sql`(snoozed_until is null or snoozed_until <= ${at})`;
const some = (from: SQL) => sql`select * from (select 1 ${from} limit ${most})`;
/** Of the member of staff, and of no one. */
const twice = (from: (isTheirs: SQL) => SQL) =>
  sql`select * from (${some(from(sql`assigned_to_id = users.id`))} union all ${some(from(sql`assigned_to_id is null`))})`;

const orders = twice(
  (isTheirs) =>
    sql`from orders indexed by orders_work where ${isTheirs} and status in ('Active', 'Working') and awaiting_since is null and ${isAwake}`,
);
const links = sql`${some(
  sql`from placements indexed by placements_work where assigned_to_id = users.id and due_at is not null`,
)} union all ${some(
  sql`from placements indexed by placements_work where assigned_to_id is null and state in ('ready', 'in_progress', 'submitted') and due_at <= ${todayEnds}`,
)}`;
const messages = twice(
  (isTheirs) =>
    sql`from message_threads indexed by message_threads_to_answer where ${isTheirs} and state in ('unread', 'open') and ${isAwake}`,
);

/**
 * Counts what the outer query's member of staff has to work on, up to MAX_WORK: the groups of the queue in which
 * something is to be done (rules.md work/groups). Constants as text: every signed-in request prepares this statement.
 */
export const workOfUser = sql<number>`case when users.role = 'ADMIN' and ${at} is not null then (select count(*) from (${orders} union all ${links} union all ${messages} limit ${most})) else 0 end`;
