import { and, eq, isNull, lte, ne, or } from "drizzle-orm";
import { placements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { dueBy } from "../placements/requestCheck";
import type { TakenCheck } from "./takeDueChecks";

/** Longer than the visits of page and target with their waits. */
const VISIT_MS = 3 * 60_000;

/** A link as a check needs it, read when the check begins. ms UTC. */
export type CheckedPlacement = Exclude<Awaited<ReturnType<typeof beginCheck>>, null>;

type WorkContext = Pick<Context, "actor" | "db" | "now">;

/**
 * Begins a taken check: renews its lease and reads the link. Null when it is not this caller's any more: another Worker
 * took it, it was made, or the link is no longer live. So a message that arrives twice visits the page once.
 */
export async function beginCheck(ctx: WorkContext, { placementId, dueAt, lease }: TakenCheck) {
  authorize(ctx, "linkChecks.run");
  return await beginWhere(ctx, [
    eq(placements.id, placementId),
    eq(placements.nextCheckAt, dueAt),
    eq(placements.checkLeaseUntil, lease),
  ]);
}

/** Begins a check of one link now, due or not. Null for a link that is not live or is being checked. */
export async function beginCheckNow(ctx: WorkContext, placementId: string) {
  authorize(ctx, "linkChecks.run");
  return await beginNow(ctx, placementId);
}

/** Begins the record of what a person saw on a page. Null as for `beginCheckNow`. */
export async function beginSight(ctx: WorkContext, placementId: string) {
  authorize(ctx, "linkChecks.record");
  return await beginNow(ctx, placementId);
}

async function beginNow(ctx: WorkContext, placementId: string) {
  return await beginWhere(
    ctx,
    [eq(placements.id, placementId), or(isNull(placements.checkLeaseUntil), lte(placements.checkLeaseUntil, ctx.now))!],
    // Killed halfway it is still due.
    { nextCheckAt: dueBy(ctx.now) },
  );
}

async function beginWhere(
  { db, now }: WorkContext,
  conditions: Parameters<typeof and>,
  set: { nextCheckAt?: ReturnType<typeof dueBy> } = {},
) {
  const [row] = await db
    .update(placements)
    .set({ ...set, checkLeaseUntil: now + VISIT_MS })
    .where(and(...conditions, eq(placements.state, "live"), ne(placements.liveUrl, "")))
    .returning({
      id: placements.id,
      number: placements.number,
      orderId: placements.orderId,
      clientId: placements.clientId,
      serviceId: placements.serviceId,
      assignedToId: placements.assignedToId,
      siteDomain: placements.siteDomain,
      liveUrl: placements.liveUrl,
      liveAt: placements.liveAt,
      targetUrl: placements.targetUrl,
      anchorText: placements.anchorText,
      terms: placements.terms,
      dueAt: placements.nextCheckAt,
      lease: placements.checkLeaseUntil,
      checkHash: placements.checkHash,
      faultySince: placements.faultySince,
      unreadableSince: placements.unreadableSince,
      lostSince: placements.lostSince,
    });
  return row ? { ...row, dueAt: row.dueAt!, liveAt: row.liveAt ?? now } : null;
}

/** Gives back a check that failed, so that the next run can make it. */
export async function releaseCheck({ db }: WorkContext, { id, lease }: Pick<CheckedPlacement, "id" | "lease">) {
  await db
    .update(placements)
    .set({ checkLeaseUntil: null })
    .where(and(eq(placements.id, id), eq(placements.checkLeaseUntil, lease!)));
}
