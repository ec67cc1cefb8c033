import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { named } from "~db/named";
import { orders, placements } from "~db/schema";
import type { Context } from "../context";
import { NotFound, staleRecord } from "../errors";
import { visiblePlacements } from "./visiblePlacements";

/** A link with what its order decides. */
export type StoredPlacement = Awaited<ReturnType<typeof storedPlacements>>[number];

/** The links that match and that the actor can see, in the order's sequence. */
export const storedPlacements = (ctx: Context, where: SQL) =>
  placementRows(ctx, and(visiblePlacements(ctx.actor), where));

/** The link with this id, for a caller that has verified a signed link. Undefined if there is none. */
export async function placementForLink(ctx: Pick<Context, "db">, id: string) {
  const [placement] = await placementRows(ctx, eq(placements.id, id));
  return placement;
}

const placementRows = (ctx: Pick<Context, "db">, where: SQL | undefined) =>
  ctx.db
    .select({
      ...getTableColumns(placements),
      orderNumber: named(orders.number, "order_number"),
      orderStatus: named(orders.status, "order_status"),
      orderVersion: named(orders.version, "order_version"),
      orderAssignedToId: named(orders.assignedToId, "order_assigned_to_id"),
      orderTotal: named(orders.total, "order_total"),
      serviceName: named(orders.serviceName, "service_name"),
    })
    .from(placements)
    .innerJoin(orders, eq(orders.id, placements.orderId))
    .where(where)
    .orderBy(asc(placements.orderId), asc(placements.sequence));

/** One link for a change. Throws NotFound, and Conflict for a stale version (rules.md forms/version). */
export async function storedPlacement(ctx: Context, { id, version }: { id: string; version?: number }) {
  const [placement] = await storedPlacements(ctx, eq(placements.id, id));
  if (!placement) throw new NotFound();
  if (version !== undefined && version !== placement.version) throw staleRecord();
  return placement;
}

/** The links with these ids. Throws NotFound when one of them is missing. */
export async function placementsWithIds(ctx: Context, ids: readonly string[]) {
  const wanted = [...new Set(ids)];
  const rows = await storedPlacements(
    ctx,
    sql`${placements.id} in (select value from json_each(${JSON.stringify(wanted)}))`,
  );
  if (rows.length < wanted.length) throw new NotFound("Some of these links no longer exist");
  return rows;
}
