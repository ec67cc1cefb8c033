import { getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { assertRowsChanged, atomicBatch, type BatchStatement, PreconditionFailed } from "~db/client.server";
import { placements } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import type { Context } from "../context";
import { WriteConflict } from "../errors";
import { type HistoryRow, historyOfMany } from "../history/historyStatement";
import { type ClockAt, clockIn } from "./deliveryClock";
import { followLinks } from "./followLinks";
import { answered } from "./proposedNow";
import type { PlacementRow } from "./soldPlacements";
import type { StoredPlacement } from "./storedPlacements";

type Column = keyof PlacementRow;

/** A change of one link, as read. */
export interface PlacementChange {
  placement: StoredPlacement;
  set: Partial<PlacementRow>;
}

/** The change to another state, with its delivery clock (rules.md placements/clock). */
export const moveTo = (
  placement: StoredPlacement,
  state: PlacementRow["state"],
  at: ClockAt,
  set: Partial<PlacementRow> = {},
): PlacementChange => ({
  placement,
  set: { state, ...clockIn(state, { ...placement, ...set }, at), ...(isReview(state) ? {} : answered), ...set },
});

/** A link that staff take out of its review has no deadline any more. */
const isReview = (state: PlacementRow["state"]) => state === "site_review" || state === "content_review";

/** What the history shows of a link, by column. */
const recorded: Partial<Record<Column, string>> = {
  state: "state",
  targetUrl: "targetUrl",
  agencyChooses: "agencyChooses",
  anchorText: "anchorText",
  clientReference: "clientReference",
  briefSource: "brief",
  siteDomain: "site",
  siteDr: "siteDr",
  siteDa: "siteDa",
  siteTraffic: "siteTraffic",
  samplePage: "samplePage",
  contentUrl: "contentUrl",
  contentKey: "contentFile",
  contentSource: "content",
  declineReason: "reason",
  liveUrl: "liveUrl",
  dueAt: "dueAt",
  startsOn: "startsOn",
  staffNote: "staffNote",
};

/** Checks write these without a new version, so the value that was read may be an old one. */
const writtenByChecks: readonly Column[] = [
  "health",
  "healthAt",
  "faultySince",
  "unreadableSince",
  "lostSince",
  "nextCheckAt",
  "checkLeaseUntil",
];

/** The fields whose values really change. */
const effective = ({ placement, set }: PlacementChange) =>
  Object.fromEntries(
    Object.entries(set).filter(([column, value]) => {
      const before = placement[column as Column];
      if (writtenByChecks.includes(column as Column)) return true;
      return JSON.stringify(value ?? null) !== JSON.stringify(before ?? null);
    }),
  ) as Partial<PlacementRow>;

const changesOf = ({ placement }: PlacementChange, set: Partial<PlacementRow>): HistoryChange[] =>
  Object.entries(set).flatMap(([column, after]) => {
    const field = recorded[column as Column];
    if (!field) return [];
    const before = placement[column as Column] as HistoryChange["before"];
    return [
      { field, before: before === "" ? null : before, after: after === "" ? null : (after as HistoryChange["after"]) },
    ];
  });

export interface Written {
  /** Links that really changed. */
  changed: number;
  statements: BatchStatement[];
}

/**
 * Statements that write changes of links and their history, for the caller's batch, however many there are: one
 * update, one guard and one insert. The batch throws PreconditionFailed when one of the links changed since it was
 * read. `action` completes 'Link 10436-07: '. `alsoRecorded`: history rows of the same change.
 */
export function placementStatements(
  ctx: Context,
  changes: readonly PlacementChange[],
  action: string,
  alsoRecorded: readonly HistoryRow[] = [],
): Written {
  const real = changes
    .map((change) => ({ ...change, set: effective(change) }))
    .filter(({ set }) => Object.keys(set).length > 0);
  if (real.length === 0) return { changed: 0, statements: [] };
  const columns = [...new Set(real.flatMap(({ set }) => Object.keys(set) as Column[]))];
  const table: Record<string, SQLiteColumn> = getTableColumns(placements);
  const driver = (column: Column, value: unknown) =>
    value === null || value === undefined ? null : table[column]!.mapToDriverValue(value);
  const posted = JSON.stringify(
    real.map(({ placement, set }) => [
      placement.id,
      placement.version,
      ...columns.map((column) => driver(column, column in set ? set[column] : placement[column])),
    ]),
  );
  const values = Object.fromEntries(columns.map((column, place) => [column, sql.raw(`posted.value ->> ${place + 2}`)]));
  return {
    changed: real.length,
    statements: [
      ctx.db
        .update(placements)
        .set({ ...values, version: sql`${placements.version} + 1` })
        .from(sql`json_each(${posted}) posted`)
        .where(sql`${placements.id} = posted.value ->> 0 and ${placements.version} = posted.value ->> 1`),
      assertRowsChanged(ctx.db, real.length),
      ...(columns.includes("dueAt") ? [followLinks(ctx, new Set(real.map(({ placement }) => placement.orderId)))] : []),
      historyOfMany(ctx, [...historyOf(real, action), ...alsoRecorded]),
    ],
  };
}

/** A row for each link, and one for each order that sums up a change of several. */
function historyOf(real: readonly PlacementChange[], action: string): HistoryRow[] {
  const byOrder = new Map<string, PlacementChange[]>();
  for (const change of real) {
    const { orderId } = change.placement;
    const others = byOrder.get(orderId);
    if (others) others.push(change);
    else byOrder.set(orderId, [change]);
  }
  return [
    ...[...byOrder].map(([entityId, changes]) => {
      const [first] = changes as [PlacementChange];
      return changes.length === 1
        ? {
            entity: "order" as const,
            entityId,
            action: `Link ${first.placement.number}: ${action}`,
            changes: changesOf(first, first.set),
          }
        : {
            entity: "order" as const,
            entityId,
            action: `${changes.length} links: ${action}`,
            changes: [
              { field: "links", before: null, after: changes.map(({ placement }) => placement.number).join(", ") },
            ],
          };
    }),
    ...real.map((change) => ({
      entity: "placement" as const,
      entityId: change.placement.id,
      action: `${action.charAt(0).toUpperCase()}${action.slice(1)}`,
      changes: changesOf(change, change.set),
    })),
  ];
}

/**
 * Writes the changes with `rest` in one batch. Returns how many links changed. Throws WriteConflict after a concurrent
 * change.
 */
export async function writePlacements(
  ctx: Context,
  changes: readonly PlacementChange[],
  action: string,
  rest: BatchStatement[] = [],
): Promise<number> {
  const { changed, statements } = placementStatements(ctx, changes, action);
  if (changed === 0) return 0;
  await atomicBatch(ctx.db, [...statements, ...rest]).catch(overtaken);
  ctx.after(() => ctx.publish.outboxWaiting());
  return changed;
}

/** Reports a batch that lost to another writer. Reading again helps. */
export const overtaken = (error: unknown): never => {
  throw error instanceof PreconditionFailed ? new WriteConflict() : error;
};
