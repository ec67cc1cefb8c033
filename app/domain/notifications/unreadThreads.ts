import { eq, sql } from "drizzle-orm";
import { users } from "~db/schema";

/** The menu shows '99+' from here on, so that no page counts further. */
const MAX_UNREAD_THREADS = 100;

/** Counts up to MAX_UNREAD_THREADS unread threads, by index. */
export const unreadThreads = sql<number>`(select count(*) from (select 1 from message_threads where state = 'unread' limit ${sql.raw(String(MAX_UNREAD_THREADS))}))`;

/** The same for staff; 0 for the customers that the outer query reads. */
export const unreadThreadsOfUser = sql<number>`iif(${eq(users.role, "ADMIN")}, ${unreadThreads}, 0)`;
