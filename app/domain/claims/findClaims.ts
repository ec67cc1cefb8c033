import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ListFilter, Page } from "~/list/defineList";
import { fullNameById } from "~db/fullName";
import { columnWhere } from "~db/listWhere.server";
import { listSource, runList } from "~db/runList.server";
import { claims } from "~db/schema";
import { authorize } from "../access";
import { type Context, isStaff, userOf, type Viewer } from "../context";
import { NotFound } from "../errors";
import type { Verdict } from "../verdicts";
import type { ClaimFilterKey, ClaimQuery } from "./claimList";
import { type ClaimOpener, type ClaimState, claimStates } from "./claimStates";

/** A claim as its client sees it. Times in ms UTC. */
export interface ClaimListRow {
  id: string;
  placementId: string;
  /** The lost link's number. */
  number: string;
  orderId: string;
  siteDomain: string | null;
  openedBy: ClaimOpener;
  verdict: Verdict;
  state: ClaimState;
  /** What the client or staff wrote when they opened it, or why it was rejected. */
  reason: string;
  repairBy: number | null;
  replaceBy: number | null;
  replacementId: string | null;
  replacementNumber: string | null;
  /** The replacement is live; the next run of the deadlines ends the claim. */
  replacementLive: boolean;
  refundId: string | null;
  closedAt: number | null;
  version: number;
  createdAt: number;
  /** For staff alone; absent for clients. */
  staff?: { clientId: string; clientName: string; note: string };
}

/** The claims that the actor can see: staff all (undefined), customers their own, visitors none. */
function visibleClaims(actor: Viewer): SQL | undefined {
  if (isStaff(actor)) return undefined;
  const user = userOf(actor);
  return user ? eq(claims.clientId, user.id) : sql`0`;
}

const replacement = (column: "number" | "state") =>
  sql<string | null>`(select r.${sql.raw(column)} from placements r where r.id = ${claims.replacementId})`;

const columnOf = {
  id: claims.id,
  state: claims.state,
  clientId: claims.clientId,
  orderId: claims.orderId,
  placementId: claims.placementId,
  openedBy: claims.openedBy,
};

/** Further filters are applied to the rows of the list: a statement binds at most 100 values. */
const MAX_MERGED = 6;

/**
 * One condition for each state, which an index can each read in list order. The index by opener continues with the
 * state: without a state filter all states are merged.
 */
function branchesOf({ filters }: ClaimQuery): SQL[] | null {
  const byState = filters.find(({ key }) => key === "state");
  if ((!byState && !filters.some(({ key }) => key === "openedBy")) || filters.length > MAX_MERGED) return null;
  const others = filters
    .filter((filter) => filter !== byState)
    .map((filter) => columnWhere(columnOf[filter.key], filter));
  return statesOf(byState).map((state) => and(eq(claims.state, state), ...others)!);
}

function statesOf(filter: ListFilter<ClaimFilterKey> | undefined): readonly ClaimState[] {
  if (!filter) return claimStates;
  return [...new Set("values" in filter ? filter.values : "value" in filter ? [filter.value] : [])] as ClaimState[];
}

const ownClaims = listSource({
  table: claims,
  id: claims.id,
  columns: {
    id: claims.id,
    placementId: claims.placementId,
    number: sql<string>`(select p.number from placements p where p.id = ${claims.placementId})`,
    orderId: claims.orderId,
    siteDomain: sql<string | null>`(select p.site_domain from placements p where p.id = ${claims.placementId})`,
    openedBy: claims.openedBy,
    verdict: claims.verdict,
    state: claims.state,
    reason: claims.reason,
    rejectReason: claims.rejectReason,
    repairBy: claims.repairBy,
    replaceBy: claims.replaceBy,
    replacementId: claims.replacementId,
    replacementNumber: replacement("number"),
    replacementState: replacement("state"),
    refundId: claims.refundId,
    closedAt: claims.closedAt,
    version: claims.version,
    createdAt: claims.createdAt,
  },
  filters: columnOf,
  sorts: { createdTime: claims.createdAt },
  mergeByIndex: branchesOf,
});

const allClaims = listSource({
  ...ownClaims,
  columns: {
    ...ownClaims.columns,
    clientId: claims.clientId,
    clientName: sql<string | null>`${fullNameById(sql.raw("claims.client_id"))}`,
    note: claims.note,
  },
});

type ReadRow = Omit<ClaimListRow, "replacementLive" | "staff"> & {
  rejectReason: string;
  replacementState: string | null;
  clientId?: string;
  clientName?: string | null;
  note?: string;
};

function toRow({ rejectReason, replacementState, clientId, clientName, note, ...row }: ReadRow): ClaimListRow {
  return {
    ...row,
    reason: row.state === "rejected" ? rejectReason : row.reason,
    replacementLive: replacementState === "live",
    ...(clientId === undefined ? {} : { staff: { clientId, clientName: clientName ?? "", note: note ?? "" } }),
  };
}

/** One page of the claims that the actor can see, newest first (POST /claim/find). Customers get only their own. */
export async function findClaims(ctx: Context, query: ClaimQuery): Promise<Page<ClaimListRow>> {
  authorize(ctx, "claims.list");
  const staff = isStaff(ctx.actor);
  const filters = query.filters.filter(({ key }) => staff || key !== "clientId");
  const scope = { where: visibleClaims(ctx.actor) };
  const { content, totalElements } = staff
    ? await runList(ctx.db, allClaims, { ...query, filters }, scope)
    : await runList(ctx.db, ownClaims, { ...query, filters }, scope);
  return { content: (content as ReadRow[]).map(toRow), totalElements };
}

const newest = { page: 0, sort: { by: "createdTime", direction: "desc" } } as const;

/** The claims of one link, newest first, for its page. */
export const claimsOfLink = async (ctx: Context, placementId: string): Promise<ClaimListRow[]> =>
  (
    await findClaims(ctx, {
      ...newest,
      pageSize: 20,
      filters: [{ key: "placementId", operation: "eq", value: placementId }],
    })
  ).content;

/** One claim. Throws NotFound for one that the actor cannot see. */
export async function claimById(ctx: Context, id: string): Promise<ClaimListRow> {
  const { content } = await findClaims(ctx, {
    ...newest,
    pageSize: 1,
    filters: [{ key: "id", operation: "eq", value: id }],
  });
  if (!content[0]) throw new NotFound();
  return content[0];
}
