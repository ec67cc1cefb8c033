import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { batchRaw } from "~db/client.server";
import { type FilterColumns, listWhere } from "~db/runList.server";
import { users, userTotals } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { ClientType, UserStatus } from "../roles";
import type { ClientFilterKey, ClientQuery } from "./clientList";

/** One row of the client list. Times in ms UTC. */
export interface ClientListRow {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  lastLogin: number | null;
  userStatus: UserStatus;
  clientType: ClientType | null;
  createdAt: number;
  version: number;
}

/** Names match on folded columns: 'muller' finds Müller. */
const columns: FilterColumns<ClientFilterKey> = {
  firstName: users.firstNameFolded,
  lastName: users.lastNameFolded,
  email: users.emailFolded,
  referrerClientId: (filter) =>
    filter.operation === "eq"
      ? sql`${users.id} in (select user_id from attributions where affiliate_id is not null and affiliate_id = ${filter.value})`
      : undefined,
};

const isClient = and(eq(users.role, "CUSTOMER"), isNull(users.deletedAt));
const read = sql`${users.id} as id, ${users.firstName} as first_name, ${users.lastName} as last_name, ${users.email} as email, ${users.lastLogin} as last_login, ${users.userStatus} as user_status, ${users.clientType} as client_type, ${users.createdAt} as created_at, ${users.version} as version`;
const orderOf = ({ sort }: ClientQuery) =>
  sort.direction === "asc" ? sql`created_at asc, id asc` : sql`created_at desc, id desc`;
// Inlined integers of a validated query, which save bound values.
const limitClause = ({ page, pageSize }: ClientQuery) => sql.raw(`limit ${pageSize} offset ${page * pageSize}`);

const fields = {
  id: sql<string>`m.id`.as("id"),
  firstName: sql<string>`m.first_name`.as("firstName"),
  lastName: sql<string>`m.last_name`.as("lastName"),
  email: sql<string>`m.email`.as("email"),
  lastLogin: sql<number | null>`m.last_login`.as("lastLogin"),
  userStatus: sql<UserStatus>`m.user_status`.as("userStatus"),
  clientType: sql<ClientType | null>`m.client_type`.as("clientType"),
  createdAt: sql<number>`m.created_at`.as("createdAt"),
  version: sql<number>`m.version`.as("version"),
};

/**
 * One page of clients, newest first, with the total, in one round trip (POST /user/find). Without a filter the total
 * comes from a stored counter. With one, a single scan yields rows and total.
 */
export async function findClients(ctx: Context, query: ClientQuery): Promise<Page<ClientListRow>> {
  authorize(ctx, "clients.read");
  const { db } = ctx;
  if (query.filters.length === 0) {
    const page = sql`select ${read} from users where ${isClient} order by ${orderOf(query)} ${limitClause(query)}`;
    const [content, totals] = await batchRaw(db, db.select(fields).from(sql`(${page}) m`), selectTotal(ctx));
    return { content, totalElements: totals[0]?.total ?? 0 };
  }
  const matching = sql`with matching as materialized (select ${read} from users where ${and(isClient, listWhere(query, columns))})`;
  const page = sql`${matching} select * from (select count(*) as matches from matching) left join (select * from matching order by ${orderOf(query)} ${limitClause(query)}) on true`;
  const [rows] = await batchRaw(
    db,
    db.select({ ...fields, matches: sql<number>`m.matches`.as("matches") }).from(sql`(${page}) m`),
  );
  return {
    content: rows.filter(({ id }) => id !== null).map(({ matches: _, ...row }) => row),
    totalElements: rows[0]?.matches ?? 0,
  };
}

const selectTotal = ({ db }: Context) =>
  db
    .select({ total: sql<number>`${userTotals.count}`.as("total") })
    .from(userTotals)
    .where(eq(userTotals.role, "CUSTOMER"));

/** Rows per statement, which bounds the memory of an export. */
export const EXPORT_PAGE = 2000;

/** Streams all clients that match the query, in its order and without paging (rules.md exports/complete). */
export async function exportClients(
  ctx: Context,
  query: ClientQuery,
): Promise<{ total: number; pages: AsyncIterable<ClientListRow[]> }> {
  authorize(ctx, "clients.export");
  const counted =
    query.filters.length === 0
      ? await selectTotal(ctx).get()
      : await ctx.db
          .select({ total: sql<number>`count(*)` })
          .from(users)
          .where(and(isClient, listWhere(query, columns)))
          .get();
  return { total: counted?.total ?? 0, pages: pagesOf(ctx, query) };
}

async function* pagesOf(ctx: Context, query: ClientQuery): AsyncGenerator<ClientListRow[]> {
  const isAfter = query.sort.direction === "asc" ? sql.raw(">") : sql.raw("<");
  let behind: SQL | undefined;
  for (;;) {
    // Keyset paging: inserts during the export never repeat a row.
    const where = and(isClient, listWhere(query, columns), behind);
    const page = sql`select ${read} from users where ${where} order by ${orderOf(query)} ${sql.raw(`limit ${EXPORT_PAGE}`)}`;
    const rows: ClientListRow[] = await ctx.db.select(fields).from(sql`(${page}) m`);
    yield rows;
    const last = rows[EXPORT_PAGE - 1];
    if (!last) return;
    behind = sql`(created_at, id) ${isAfter} (${last.createdAt}, ${last.id})`;
  }
}
