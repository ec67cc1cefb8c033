import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

interface Person {
  firstName: SQLiteColumn;
  lastName: SQLiteColumn;
}

/** A person's first and last name in SQL. `users` may be an alias; in a left join the name can be null. */
export const fullName = (users: Person): SQL<string> =>
  sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`;

/** The same by id, for selects that cannot join. Null without such a user. */
export const fullNameById = (id: unknown): SQL<string | null> =>
  // Spelled out: drizzle drops a column's table in a select from a single table.
  sql<
    string | null
  >`(select trim(person.first_name || ' ' || person.last_name) from users person where person.id = ${id})`;

/** The folded name, which a folded search term is looked up in. */
export const fullNameFolded = (users: { firstNameFolded: SQLiteColumn; lastNameFolded: SQLiteColumn }) =>
  sql`${users.firstNameFolded} || ' ' || ${users.lastNameFolded}`;
