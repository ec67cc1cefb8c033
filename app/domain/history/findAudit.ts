import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import { type ListFilter, MAX_PAGED, type Page } from "~/list/defineList";
import { rawSelect } from "~db/client.server";
import { exportList } from "~db/exportList.server";
import { foldText } from "~db/foldText";
import { firstIdOf } from "~db/ids";
import { type ListRow, listSource, runList } from "~db/runList.server";
import { history, users } from "~db/schema";
import type { HistoryChange, HistoryEntity } from "~db/schema/history";
import { unionAllByIndex } from "~db/unionAllByIndex";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import type { AuditQuery } from "./auditList";
import { auditKinds } from "./recordKinds";

/** A person, or a part of the system, which has no address. */
export interface AuditActor {
  id: string;
  name: string;
  email: string | null;
  staff: boolean;
}

export interface AuditRow {
  id: string;
  /** The client, when staff acted as one. */
  actor: AuditActor;
  /** Who acted as that client. */
  realActor: AuditActor | null;
  entity: HistoryEntity;
  entityId: string;
  action: string;
  changes: HistoryChange[];
  /** ms UTC. */
  createdAt: number;
}

/** Without dates, the filter by person reads this far back, because no index serves it. */
const PERSON_DAYS = 90;

type Filter = ListFilter<AuditQuery["filters"][number]["key"]>;

/** The condition of the index. */
const inAuditIndex = sql`${history.entity} not in ('order', 'placement')`;

/** Inlined, because 15 branches would bind more than the 100 values of a statement. Each is an id or a plain word. */
const constant = (text: string) => sql.raw(`'${text}'`);

function condition(filter: Filter): SQL | undefined {
  if (filter.key === "createdTime" && filter.operation === "btn")
    // Ids sort by time.
    return sql`${history.id} >= ${constant(firstIdOf(filter.from))} and ${history.id} < ${constant(firstIdOf(filter.to + 1))}`;
  if (filter.operation !== "eq") return undefined;
  const ids = sql.join(String(filter.value).split(",").map(constant), sql`, `);
  return sql`(${history.actorId} in (${ids}) or ${history.realActorId} in (${ids}))`;
}

/** One branch per kind of record, each in the order of the list by an index. */
function byKind({ filters }: AuditQuery): (SQL | undefined)[] {
  const chosen = filters.find(({ key }) => key === "kind");
  const shown = chosen?.operation === "in" ? [...new Set(chosen.values as HistoryEntity[])] : auditKinds;
  const others = filters.filter(({ key }) => key !== "kind").map(condition);
  // Alone, a kind would be read by the table's key and sorted. The bound makes the planner walk the list's index.
  const walked = shown.length === 1 ? sql`${history.id} > ''` : undefined;
  return shown.map((kind) => and(sql`${history.entity} = ${constant(kind)}`, inAuditIndex, walked, ...others));
}

const source = listSource({
  table: history,
  id: history.id,
  columns: {
    id: history.id,
    entity: history.entity,
    entityId: history.entityId,
    action: history.action,
    changes: history.changes,
    createdAt: history.createdAt,
    actorId: history.actorId,
    actorFirstName: sql<string | null>`doer.first_name`,
    actorLastName: sql<string | null>`doer.last_name`,
    actorEmail: sql<string | null>`doer.email`,
    actorRole: sql<string | null>`doer.role`,
    realActorId: history.realActorId,
    realActorFirstName: sql<string | null>`admin.first_name`,
    realActorLastName: sql<string | null>`admin.last_name`,
    realActorEmail: sql<string | null>`admin.email`,
  },
  join: sql`left join users doer on doer.id = ${history.actorId} left join users admin on admin.id = ${history.realActorId}`,
  filters: { kind: history.entity, email: condition, createdTime: condition },
  sorts: { createdTime: history.id },
  mergeByIndex: byKind,
});

/** Counts at most what pages reach. */
function cappedTotal(query: AuditQuery) {
  const matching = unionAllByIndex(byKind(query).map((where) => sql`select 1 from history where ${where}`));
  return rawSelect<{ total: number | null }>(
    sql`select count(*) as total from (select 1 from (${matching}) limit ${sql.raw(String(MAX_PAGED + 1))})`,
  );
}

const nameOf = (id: string, firstName: string | null, lastName: string | null) =>
  firstName === null || lastName === null ? id : fullName({ firstName, lastName });

const toRow = (row: ListRow<typeof source>): AuditRow => ({
  id: row.id,
  actor: {
    id: row.actorId,
    name: nameOf(row.actorId, row.actorFirstName, row.actorLastName),
    email: row.actorEmail,
    staff: row.actorRole === "ADMIN",
  },
  realActor: row.realActorId
    ? {
        id: row.realActorId,
        name: nameOf(row.realActorId, row.realActorFirstName, row.realActorLastName),
        email: row.realActorEmail,
        staff: true,
      }
    : null,
  entity: row.entity,
  entityId: row.entityId,
  action: row.action,
  changes: row.changes,
  createdAt: row.createdAt,
});

/** The accounts with this address, team members who left included, or the part of the system of that name. */
async function actorIds({ db }: Context, text: string): Promise<string[]> {
  const folded = foldText(text);
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailFolded, folded), isNull(users.deletedAt)))
    .unionAll(
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.role, "ADMIN"), eq(users.emailFolded, folded), isNotNull(users.deletedAt))),
    );
  return [...found.map(({ id }) => id), ...(/^\w+$/.test(text) ? [text] : [])];
}

/** The query with ids in place of the person's address, and with days. */
async function bounded(ctx: Context, query: AuditQuery): Promise<AuditQuery> {
  const filters = await Promise.all(
    query.filters.map(async (filter) =>
      filter.key === "email" && filter.operation === "eq"
        ? { ...filter, value: (await actorIds(ctx, String(filter.value).trim())).join(",") }
        : filter,
    ),
  );
  const keys = filters.map(({ key }) => key);
  if (!keys.includes("email") || keys.includes("createdTime")) return { ...query, filters };
  const { now } = ctx;
  const days = { key: "createdTime", operation: "btn", from: now - PERSON_DAYS * DAY_MS, to: now } as const;
  return { ...query, filters: [...filters, days] };
}

/** A page of who changed what, newest first (rules.md history/audit-list). Super admins only. */
export async function findAudit(ctx: Context, query: AuditQuery): Promise<Page<AuditRow>> {
  authorize(ctx, "audit.list");
  const within = await bounded(ctx, query);
  return await runList(ctx.db, source, within, { total: cappedTotal(within), toRow });
}

/** Streams all entries that the query matches. */
export async function exportAudit(ctx: Context, query: AuditQuery) {
  authorize(ctx, "audit.list");
  return await exportList(ctx.db, source, await bounded(ctx, query), { toRow });
}
