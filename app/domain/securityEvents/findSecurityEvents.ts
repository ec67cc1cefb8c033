import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { ListFilter, Page } from "~/list/defineList";
import { rawSelect } from "~db/client.server";
import { exportList } from "~db/exportList.server";
import { foldText } from "~db/foldText";
import { fullNameById } from "~db/fullName";
import { firstIdOf } from "~db/ids";
import { type ListRow, listSource, runList } from "~db/runList.server";
import { securityEvents } from "~db/schema";
import { type SecurityEventKind, securityEventKinds } from "~db/schema/securityEvents";
import { authorize } from "../access";
import type { Context } from "../context";
import type { SecurityEventQuery } from "./securityEventList";

interface Person {
  id: string;
  name: string;
  email: string;
  staff: boolean;
}

export interface SecurityEventRow {
  id: string;
  kind: SecurityEventKind;
  /** The account it is about; null when no account matches. */
  account: Person | null;
  /** Who did it, when it was not that account. */
  actor: Person | null;
  address: string | null;
  userAgent: string;
  detail: string;
  /** ms UTC. */
  createdAt: number;
}

/** More are not counted: the list offers its newest rows, and older ones by date. */
export const MAX_COUNTED = 10_000;

type Filter = ListFilter<SecurityEventQuery["filters"][number]["key"]>;

const ofKind = (kind: SecurityEventKind) => sql`${securityEvents.kind} = ${sql.raw(`'${kind}'`)}`;

/** The kinds of a filter, all without one. */
const kindsOf = ({ filters }: SecurityEventQuery): readonly SecurityEventKind[] => {
  const filter = filters.find(({ key }) => key === "kind");
  // A kind that is named twice is one branch.
  return filter?.operation === "in" ? [...new Set(filter.values as SecurityEventKind[])] : securityEventKinds;
};

function condition(filter: Filter): SQL | undefined {
  if (filter.key === "createdTime" && filter.operation === "btn")
    // Ids sort by time.
    return and(gte(securityEvents.id, firstIdOf(filter.from)), lt(securityEvents.id, firstIdOf(filter.to + 1)));
  if (filter.operation !== "eq") return undefined;
  if (filter.key === "address") return eq(securityEvents.address, String(filter.value).trim());
  return sql`${securityEvents.userId} = (select id from users where email_folded = ${foldText(String(filter.value).trim())} and deleted_at is null)`;
}

/** One branch per kind, each in the order of the list by an index. Null when no index starts with the kind. */
function byKind(query: SecurityEventQuery): (SQL | undefined)[] | null {
  const others = query.filters.filter(({ key }) => key !== "kind");
  const named = query.filters.length > others.length;
  if (!named && !others.some(({ key }) => key === "email")) return null;
  return kindsOf(query).map((kind) => and(ofKind(kind), ...others.map(condition)));
}

const source = listSource({
  table: securityEvents,
  id: securityEvents.id,
  columns: {
    id: securityEvents.id,
    kind: securityEvents.kind,
    userId: securityEvents.userId,
    userName: fullNameById(securityEvents.userId),
    userEmail: sql<string | null>`account.email`,
    userRole: sql<string | null>`account.role`,
    actorId: securityEvents.actorId,
    actorName: fullNameById(securityEvents.actorId),
    actorEmail: sql<string | null>`doer.email`,
    actorRole: sql<string | null>`doer.role`,
    address: securityEvents.address,
    userAgent: securityEvents.userAgent,
    detail: securityEvents.detail,
    createdAt: securityEvents.createdAt,
  },
  join: sql`left join users account on account.id = ${securityEvents.userId} left join users doer on doer.id = ${securityEvents.actorId}`,
  filters: {
    kind: securityEvents.kind,
    email: condition,
    address: condition,
    createdTime: condition,
  },
  sorts: { createdTime: securityEvents.id },
  mergeByIndex: byKind,
});

/** Counts at most MAX_COUNTED rows, so a full table costs no more than a small one. */
function cappedTotal(query: SecurityEventQuery) {
  const branches = byKind(query) ?? [and(...query.filters.map(condition))];
  const counts = branches.map(
    (where) =>
      sql`(select count(*) from (select 1 from security_events${where ? sql` where ${where}` : sql``} limit ${sql.raw(String(MAX_COUNTED))}))`,
  );
  return rawSelect<{ total: number | null }>(
    sql`select min(${sql.raw(String(MAX_COUNTED))}, ${sql.join(counts, sql` + `)}) as total`,
  );
}

const person = (id: string | null, name: string | null, email: string | null, role: string | null) =>
  id === null || email === null ? null : { id, name: name ?? "", email, staff: role === "ADMIN" };

const toRow = (row: ListRow<typeof source>): SecurityEventRow => ({
  id: row.id,
  kind: row.kind,
  account: person(row.userId, row.userName, row.userEmail, row.userRole),
  actor: person(row.actorId, row.actorName, row.actorEmail, row.actorRole),
  address: row.address,
  userAgent: row.userAgent,
  detail: row.detail,
  createdAt: row.createdAt,
});

/** A page of security events, newest first, in one round trip. Super admins only. */
export async function findSecurityEvents(ctx: Context, query: SecurityEventQuery): Promise<Page<SecurityEventRow>> {
  authorize(ctx, "securityEvents.list");
  return await runList(ctx.db, source, query, { total: cappedTotal(query), toRow });
}

/** Streams all events that the query matches. */
export async function exportSecurityEvents(ctx: Context, query: SecurityEventQuery) {
  authorize(ctx, "securityEvents.list");
  return await exportList(ctx.db, source, query, { toRow });
}
