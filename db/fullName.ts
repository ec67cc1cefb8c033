import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** A person's first and last name in SQL. `users` may be an alias; in a left join the name can be null. */
export const fullName = (users: { firstName: SQLiteColumn; lastName: SQLiteColumn }): SQL<string> =>
  sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`;
