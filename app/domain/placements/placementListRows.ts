import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ListFilter, ListQuery } from "~/list/defineList";
import { fullName } from "~db/fullName";
import { columnWhere, type FilterColumns } from "~db/listWhere.server";
import { listSource } from "~db/runList.server";
import { placements, users } from "~db/schema";
import { DUE_LAST } from "~db/schema/placements";
import { MAX_BRANCHES } from "~db/unionAllByIndex";
import type { PlacementTerms } from "../catalogue/tracking";
import { isStaff, type Viewer } from "../context";
import type { Verdict } from "../verdicts";
import { guaranteeEnd } from "./guaranteeEnd";
import type { PlacementFilterKey, PlacementSort } from "./placementList";
import { type PlacementState, placementStates } from "./placementStates";

export type PlacementQuery = ListQuery<PlacementFilterKey, PlacementSort>;

/** A link as its client sees it. Cents and ms UTC. */
export interface PlacementListRow {
  id: string;
  number: string;
  orderId: string;
  orderNumber: number;
  serviceName: string;
  packageName: string;
  clientReference: string;
  targetUrl: string;
  agencyChooses: boolean;
  anchorText: string;
  brief: string;
  state: PlacementState;
  siteDomain: string | null;
  siteDr: number | null;
  siteDa: number | null;
  siteTraffic: number | null;
  metricsSource: string;
  metricsAt: number | null;
  liveUrl: string;
  liveAt: number | null;
  /** Null while the delivery clock stands still. */
  dueAt: number | null;
  startsOn: number | null;
  /** Until then the client can answer a proposal. */
  answerBy: number | null;
  /** What the latest check found; null before the first. */
  health: Verdict | null;
  healthAt: number | null;
  guaranteeUntil: number | null;
  replacesId: string | null;
  version: number;
  createdAt: number;
  /** For staff alone; absent for clients. */
  staff?: { clientId: string; clientName: string; assignedTo: { id: string; name: string } | null; staffNote: string };
}

/** D1 binds at most 100 values per statement. */
const MAX_BOUND = 90;

const filterColumns: FilterColumns<PlacementFilterKey> = {
  orderId: placements.orderId,
  state: placements.state,
  health: placements.health,
  clientId: placements.clientId,
  clientReference: placements.clientReference,
  siteDomain: placements.siteDomain,
  serviceId: placements.serviceId,
  assignedToId: placements.assignedToId,
  // The expression that the index begins with.
  dueAt: (filter) =>
    filter.operation === "btn" ? sql`${DUE_LAST} between ${filter.from} and ${filter.to}` : undefined,
  createdTime: placements.createdAt,
};

const client = alias(users, "client");
const agent = alias(users, "agent");
/** A client's own links. */
export const ownPlacements = listSource({
  table: placements,
  id: placements.id,
  columns: {
    id: placements.id,
    number: placements.number,
    orderId: placements.orderId,
    // A number begins with its order's.
    orderNumber: sql<number>`cast(${placements.number} as integer)`,
    serviceName: sql<string>`${placements.terms} ->> 'serviceName'`,
    packageName: sql<string>`${placements.terms} ->> 'packageName'`,
    clientReference: placements.clientReference,
    targetUrl: placements.targetUrl,
    agencyChooses: placements.agencyChooses,
    anchorText: placements.anchorText,
    brief: placements.brief,
    state: placements.state,
    siteDomain: placements.siteDomain,
    siteDr: placements.siteDr,
    siteDa: placements.siteDa,
    siteTraffic: placements.siteTraffic,
    metricsSource: placements.metricsSource,
    metricsAt: placements.metricsAt,
    liveUrl: placements.liveUrl,
    liveAt: placements.liveAt,
    dueAt: placements.dueAt,
    startsOn: placements.startsOn,
    answerBy: placements.answerBy,
    health: placements.health,
    healthAt: placements.healthAt,
    terms: placements.terms,
    replacesId: placements.replacesId,
    version: placements.version,
    createdAt: placements.createdAt,
  },
  filters: filterColumns,
  sorts: { createdTime: placements.createdAt, dueAt: sql<number>`${DUE_LAST}`, liveAt: placements.liveAt },
  mergeByIndex: (query, alsoBound) => branchesOf(query, alsoBound),
  exportIndex: sql` indexed by placements_created`,
});

/** All links, with what only staff see. */
export const allPlacements = listSource({
  ...ownPlacements,
  columns: {
    ...ownPlacements.columns,
    clientId: placements.clientId,
    clientName: sql<string>`${fullName(client)}`,
    assignedToId: placements.assignedToId,
    assignedToName: sql<string | null>`${fullName(agent)}`,
    staffNote: placements.staffNote,
  },
  join: sql`left join ${users} ${client} on ${eq(client.id, placements.clientId)} left join ${users} ${agent} on ${eq(agent.id, placements.assignedToId)}`,
});

type ReadRow = Omit<PlacementListRow, "guaranteeUntil" | "staff"> & {
  terms: PlacementTerms;
  clientId?: string;
  clientName?: string;
  assignedToId?: string | null;
  assignedToName?: string | null;
  staffNote?: string;
};

export function toPlacementRow(read: ReadRow): PlacementListRow {
  const { terms, clientId, clientName, assignedToId, assignedToName, staffNote, ...row } = read;
  const guaranteeUntil = guaranteeEnd({ liveAt: row.liveAt, terms });
  if (clientId === undefined) return { ...row, guaranteeUntil };
  const assignedTo = assignedToId ? { id: assignedToId, name: assignedToName ?? "" } : null;
  return {
    ...row,
    guaranteeUntil,
    staff: { clientId, clientName: clientName ?? "", assignedTo, staffNote: staffNote ?? "" },
  };
}

const staffFilters: readonly PlacementFilterKey[] = ["clientId", "assignedToId"];

/** Drops filters without effect: every state selected, or what only staff can filter by. */
export const effectiveQuery = (actor: Viewer, query: PlacementQuery): PlacementQuery => ({
  ...query,
  filters: query.filters.filter(
    (filter) => !choosesAll(filter) && (isStaff(actor) || !staffFilters.includes(filter.key)),
  ),
});

type PlacementFilter = ListFilter<PlacementFilterKey>;

const choosesAll = (filter: PlacementFilter) =>
  filter.key === "state" && filter.operation === "in" && new Set(filter.values).size === placementStates.length;

/**
 * Expands the filters into branches, one per combination of chosen values, that an index can each read in list order.
 * Null for too many branches.
 */
function branchesOf({ filters, sort }: PlacementQuery, alsoBound: number): (SQL | undefined)[] | null {
  if (sort.by !== "createdTime") return null;
  let branches: (SQL | undefined)[] = [undefined];
  let bound = 0;
  const isTooMany = () => branches.length > MAX_BRANCHES || branches.length * (bound + 1 + alsoBound) > MAX_BOUND;
  for (const filter of filters) {
    const alternatives = alternativesOf(filter);
    branches = branches.flatMap((branch) => alternatives.map((one) => and(branch, one)));
    bound += filter.operation === "btn" ? 2 : 1;
    if (isTooMany()) return null;
  }
  if (!needsStates(filters)) return branches;
  // Inlined constants, to save bound values.
  const all = placementStates.map((state) => sql.raw(`state = '${state}'`));
  branches = branches.flatMap((branch) => all.map((one) => and(branch, one)));
  return isTooMany() ? null : branches;
}

/** The indexes by service and by assignee continue with the state: without a state filter all states are merged. */
function needsStates(filters: PlacementFilter[]): boolean {
  const has = (...keys: PlacementFilterKey[]) => filters.some(({ key }) => keys.includes(key));
  return has("serviceId", "assignedToId") && !has("state", "orderId", "clientId", "siteDomain", "clientReference");
}

function alternativesOf(filter: PlacementFilter): (SQL | undefined)[] {
  const column = filterColumns[filter.key];
  if (typeof column === "function") return [column(filter)];
  if (filter.operation === "in") return [...new Set(filter.values)].map((value) => eq(column, value));
  return [columnWhere(column, filter)];
}
