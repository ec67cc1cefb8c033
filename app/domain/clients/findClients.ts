import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ListFilter, Page } from "~/list/defineList";
import { exportList } from "~db/exportList.server";
import { columnWhere } from "~db/listWhere.server";
import { type ListRow, listSource, runList } from "~db/runList.server";
import { users, userTotals } from "~db/schema";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Context } from "../context";
import type { ClientFilterKey, ClientQuery } from "./clientList";

const clients = listSource({
  table: users,
  id: users.id,
  columns: {
    id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    lastLogin: users.lastLogin,
    userStatus: users.userStatus,
    clientType: users.clientType,
    createdAt: users.createdAt,
    version: users.version,
  },
  // Names match on folded columns: 'muller' finds Müller. Their suffixes name the users to look at.
  filters: {
    firstName: (filter) => and(columnWhere(users.firstNameFolded, filter), withName(filter)),
    lastName: (filter) => and(columnWhere(users.lastNameFolded, filter), withName(filter)),
    email: users.emailFolded,
    referrerClientId: (filter) =>
      filter.operation === "eq"
        ? sql`${users.id} in (select user_id from attributions where affiliate_id is not null and affiliate_id = ${filter.value})`
        : undefined,
  },
  sorts: { createdTime: users.createdAt },
  scans: () => true,
});

function withName(filter: ListFilter<ClientFilterKey>): SQL | undefined {
  return filter.operation === "like" ? sql`${users.id} in ${usersByNameSubstring(String(filter.value))}` : undefined;
}

/** One row of the client list. Times in ms UTC. */
export type ClientListRow = ListRow<typeof clients>;

/** One page of clients, newest first, with the total, in one round trip (POST /user/find). */
export async function findClients(ctx: Context, query: ClientQuery): Promise<Page<ClientListRow>> {
  authorize(ctx, "clients.read");
  const scope = scopeOf(ctx, query);
  const named = query.filters.some(({ key }) => key === "firstName" || key === "lastName");
  // The plus keeps a search by name from the index by role, which holds all clients.
  const where = named ? and(sql`+${users.role} = 'CUSTOMER'`, isNull(users.deletedAt)) : scope.where;
  return await runList(ctx.db, clients, query, { ...scope, where });
}

/** Streams all clients that the query matches, in its order (rules.md exports/complete). */
export async function exportClients(ctx: Context, query: ClientQuery) {
  authorize(ctx, "clients.export");
  return await exportList(ctx.db, clients, query, scopeOf(ctx, query));
}

/** Without a filter, a stored counter has the total. */
const scopeOf = ({ db }: Context, { filters }: ClientQuery) => ({
  where: and(eq(users.role, "CUSTOMER"), isNull(users.deletedAt)),
  total:
    filters.length === 0
      ? db
          .select({ total: sql<number>`${userTotals.count}`.as("total") })
          .from(userTotals)
          .where(eq(userTotals.role, "CUSTOMER"))
      : null,
});
