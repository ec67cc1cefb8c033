import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { claims } from "~db/schema";
import { agencyZone, type Context } from "../context";
import { historyOfRows } from "../history/historyStatement";
import { isFault, type Verdict } from "../verdicts";
import { coveredNow } from "./claimableLink";
import { claimNotices, confirmedTexts, repairedTexts } from "./claimNotices";
import { repairableStates } from "./claimStates";
import { REPAIR_MS } from "./claimTimes";

/** A live link whose check was just read, as far as claims need it. */
interface CheckedLink {
  id: string;
  orderId: string;
  clientId: string;
  serviceId: string;
  liveAt: number;
  terms: { guaranteeDays: number };
  verdict: Verdict;
  /** The first fault of a confirmed loss, in ms UTC; null while none is confirmed. */
  lostSince: number | null;
}

/**
 * What a check means for claims, for its own batch: an intact link repairs them, a fault of a link that is lost
 * confirms an open one or opens the one claim of this loss. No claim opens for a link that was refunded, nor on a
 * refunded or disputed order; one that a dispute held up opens with the next check after the bank decided.
 */
export function claimsAfterCheck(ctx: Context, link: CheckedLink): BatchStatement[] {
  if (link.verdict === "ok") return repaired(ctx, link);
  return isFault(link.verdict) && link.lostSince !== null ? confirmed(ctx, link, link.lostSince) : [];
}

/** Claims that this batch has just written: their version and time name them. */
const changedNow = (link: CheckedLink, state: SQL) => sql`claims where claims.placement_id = ${link.id} and ${state}`;

function repaired(ctx: Context, link: CheckedLink): BatchStatement[] {
  const { now } = ctx;
  const changed = changedNow(link, sql`claims.state = 'repaired' and claims.closed_at = ${now}`);
  return [
    ctx.db
      .update(claims)
      .set({ state: "repaired", closedAt: now, version: sql`${claims.version} + 1` })
      .where(and(eq(claims.placementId, link.id), inArray(claims.state, [...repairableStates]))),
    ...told(ctx, link, "repaired", changed),
    ...claimNotices(
      ctx,
      noticeLink(link),
      `repaired:${link.id}:${now}`,
      repairedTexts,
      sql`exists (select 1 from ${changed})`,
    ),
  ];
}

function confirmed(ctx: Context, link: CheckedLink, lostSince: number): BatchStatement[] {
  const { now } = ctx;
  const repairBy = now + REPAIR_MS;
  const changed = changedNow(link, sql`claims.state = 'confirmed' and claims.repair_by = ${repairBy}`);
  return [
    ctx.db
      .update(claims)
      .set({ state: "confirmed", repairBy, version: sql`${claims.version} + 1` })
      .where(and(eq(claims.placementId, link.id), eq(claims.state, "open"))),
    insertFrom(
      ctx.db,
      claims,
      {
        id: newId(now),
        placementId: link.id,
        orderId: link.orderId,
        clientId: link.clientId,
        serviceId: link.serviceId,
        openedBy: "watch",
        verdict: link.verdict,
        state: "confirmed",
        repairBy,
        createdAt: now,
      },
      sql`${coveredNow(link.id, now)} and not exists (select 1 from claims earlier
        where earlier.placement_id = ${link.id} and max(earlier.created_at, coalesce(earlier.closed_at, 0)) >= ${lostSince})`,
    ).onConflictDoNothing(),
    ...told(ctx, link, "confirmed lost", changed),
    ...claimNotices(
      ctx,
      noticeLink(link),
      `confirmed:${link.id}:${now}`,
      confirmedTexts(link.verdict, repairBy, agencyZone(ctx)),
      sql`exists (select 1 from ${changed})`,
    ),
  ];
}

const noticeLink = ({ id, orderId, clientId }: CheckedLink) => ({
  number: sql`(select number from placements where id = ${id})`,
  orderId,
  clientId,
});

/** History rows of link and order, if the batch changed a claim. */
function told(ctx: Context, { id, orderId }: CheckedLink, action: string, changed: SQL): BatchStatement[] {
  const changes = sql`json_array(json_object('field', 'claim', 'before', null, 'after', claims.state))`;
  const words = action.charAt(0).toUpperCase() + action.slice(1);
  const row = { changes, from: changed } as const;
  return [
    historyOfRows(ctx, {
      ...row,
      entity: "placement",
      action: words,
      id: sql`${newId(ctx.now)}`,
      entityId: sql`${id}`,
    }),
    historyOfRows(ctx, {
      ...row,
      entity: "order",
      action: sql`'Link ' || (select number from placements where id = ${id}) || ${`: ${action}`}`,
      id: sql`${newId(ctx.now)}`,
      entityId: sql`${orderId}`,
    }),
  ];
}
