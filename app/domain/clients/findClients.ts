import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ListFilter, Page } from "~/list/defineList";
import { rawSelect } from "~db/client.server";
import { exportList } from "~db/exportList.server";
import { columnWhere, type FilterColumns } from "~db/listWhere.server";
import { type ListRow, listSource, runList } from "~db/runList.server";
import { users, userTotals } from "~db/schema";
import { emailTerm, hasWords } from "~db/searchWords";
import { MIN_EMAIL_TERM, usersByEmailSubstring } from "~db/usersByEmailSubstring";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Context } from "../context";
import type { ClientFilterKey, ClientQuery } from "./clientList";

const source = {
  table: users,
  id: users.id,
  columns: {
    id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    company: users.company,
    taxId: users.taxId,
    lastLogin: users.lastLogin,
    userStatus: users.userStatus,
    clientType: users.clientType,
    createdAt: users.createdAt,
    version: users.version,
  },
  sorts: { createdTime: users.createdAt },
  scans: () => true,
};

// Texts match on folded columns: 'muller' finds Müller.
const filters: FilterColumns<ClientFilterKey> = {
  nameOrEmail: (filter) => hasNameOrEmail(filter, (text) => [sql`true`, sql`true`, text]),
  firstName: users.firstNameFolded,
  lastName: users.lastNameFolded,
  email: users.emailFolded,
  referrerClientId: (filter) =>
    filter.operation === "eq"
      ? sql`${users.id} in (select user_id from attributions where affiliate_id is not null and affiliate_id = ${filter.value})`
      : undefined,
};

/** Reads the users whose suffixes match. */
const clients = listSource({
  ...source,
  filters: {
    ...filters,
    nameOrEmail: (filter) =>
      hasNameOrEmail(filter, (text) => [
        sql`${users.id} in ${usersByNameSubstring(text)}`,
        sql`${users.id} in ${usersByEmailSubstring(text)}`,
        text,
      ]),
    firstName: (filter) => and(columnWhere(users.firstNameFolded, filter), withName(filter)),
    lastName: (filter) => and(columnWhere(users.lastNameFolded, filter), withName(filter)),
    email: (filter) => and(columnWhere(users.emailFolded, filter), withEmail(filter)),
  },
});
/** Reads the users whose ids are known. */
const chosenClients = listSource({ ...source, filters });

/**
 * `among` gives what an index knows of the names and of the addresses with the text. One letter finds names only, for
 * every address has it.
 */
function hasNameOrEmail(
  filter: ListFilter<ClientFilterKey>,
  among: (text: string) => [named: SQL, mailed: SQL, text: string],
): SQL | undefined {
  if (filter.operation !== "like") return undefined;
  const [named, mailed, text] = among(String(filter.value));
  const name = sql`${users.firstNameFolded} || ' ' || ${users.lastNameFolded}`;
  const byName = sql`(${named} and ${hasWords(name, text)})`;
  const term = emailTerm(text);
  return term.length < MIN_EMAIL_TERM
    ? byName
    : sql`(${byName} or (${mailed} and instr(${users.emailFolded}, ${term}) > 0))`;
}

function withName(filter: ListFilter<ClientFilterKey>): SQL | undefined {
  return filter.operation === "like" ? sql`${users.id} in ${usersByNameSubstring(String(filter.value))}` : undefined;
}

function withEmail(filter: ListFilter<ClientFilterKey>): SQL | undefined {
  const text = String("value" in filter ? filter.value : "");
  return emailTerm(text).length >= MIN_EMAIL_TERM ? sql`${users.id} in ${usersByEmailSubstring(text)}` : undefined;
}

/** One row of the client list. Times in ms UTC. */
export type ClientListRow = ListRow<typeof clients>;

/** One page of clients, newest first, with the total, in one round trip (POST /user/find). */
export async function findClients(ctx: Context, query: ClientQuery): Promise<Page<ClientListRow>> {
  authorize(ctx, "clients.read");
  const scope = scopeOf(ctx, query);
  const searched = query.filters.some(({ operation }) => operation === "like");
  // The plus keeps a search from the index by role, which holds all clients.
  const where = searched ? and(sql`+${users.role} = 'CUSTOMER'`, isNull(users.deletedAt)) : scope.where;
  return await runList(ctx.db, clients, query, { ...scope, where });
}

/** All clients with these ids that the query matches, in its order. */
export async function findClientsAmong(ctx: Context, query: ClientQuery, ids: readonly string[]) {
  authorize(ctx, "clients.read");
  const chosen = sql`${users.id} in (select value from json_each(${JSON.stringify(ids)}))`;
  const { content } = await runList(
    ctx.db,
    chosenClients,
    { ...query, page: 0, pageSize: ids.length },
    {
      where: and(chosen, sql`+${users.role} = 'CUSTOMER'`, isNull(users.deletedAt)),
      // The caller counts the rows.
      total: rawSelect<{ total: number }>(sql`select 0 as total`),
    },
  );
  return content;
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
