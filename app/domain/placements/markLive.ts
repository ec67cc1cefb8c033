import { atomicBatch } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, Invalid } from "../errors";
import { isPublicWebAddress } from "../webAddress";
import { overtaken, type PlacementChange, placementStatements } from "./changePlacements";
import { type ClockAt, clockAt, clockIn } from "./deliveryClock";
import { NOT_AN_ADDRESS } from "./placementInput";
import { liveNotices } from "./placementNotices";
import { canMove, placementStateLabel } from "./placementStates";
import { registrableDomain } from "./registrableDomain";
import { placementsWithIds, type StoredPlacement } from "./storedPlacements";

/** The address at which a link is live. */
export interface LiveLink {
  id: string;
  liveUrl: string;
}

/**
 * Staff mark links as live with their addresses, or correct the address of a live one (rules.md placements/live). The
 * address must be on the link's site; a link without a site takes the address's domain. Throws NotFound, Invalid, and
 * Conflict for a link whose state does not allow it.
 */
export async function markLive(ctx: Context, live: readonly LiveLink[]): Promise<number> {
  authorize(ctx, "placements.manage");
  const links = await placementsWithIds(
    ctx,
    live.map(({ id }) => id),
  );
  const changes = live.map((one) => liveChange(links.find(({ id }) => id === one.id)!, one.liveUrl, clockAt(ctx)));
  const isLive = ({ placement }: PlacementChange) => placement.state === "live";
  const written = [
    placementStatements(
      ctx,
      changes.filter((change) => !isLive(change)),
      "live",
    ),
    placementStatements(ctx, changes.filter(isLive), "address corrected"),
  ];
  const changed = written.reduce((all, one) => all + one.changed, 0);
  if (changed === 0) return 0;
  await atomicBatch(ctx.db, [...written.flatMap(({ statements }) => statements), ...liveNotices(ctx, changes)]).catch(
    overtaken,
  );
  ctx.after(() => ctx.publish.outboxWaiting());
  return changed;
}

/** Throws as markLive does. */
export function liveChange(placement: StoredPlacement, address: string, at: ClockAt): PlacementChange {
  const { now } = at;
  const liveUrl = address.trim();
  if (placement.state !== "live" && !canMove(placement, "live", "staff"))
    throw new Conflict(
      `Link ${placement.number} is ${placementStateLabel(placement.state)} and cannot go live`,
      "liveUrl",
    );
  const domain = registrableDomain(liveUrl);
  if (!isPublicWebAddress(liveUrl) || domain === null) throw new Invalid(NOT_AN_ADDRESS, "liveUrl");
  if (placement.siteDomain !== null && placement.siteDomain !== domain)
    throw new Invalid(
      `Link ${placement.number} was agreed for ${placement.siteDomain}, and this address is on ${domain}`,
      "liveUrl",
    );
  if (placement.state === "live")
    return { placement, set: liveUrl === placement.liveUrl ? {} : { liveUrl, ...uncheckedAt(now) } };
  return {
    placement,
    set: {
      state: "live",
      siteDomain: domain,
      liveUrl,
      liveAt: now,
      ...uncheckedAt(now),
      onTime: placement.dueAt === null || now <= placement.dueAt,
      ...clockIn("live", placement, at),
    },
  };
}

/** A new address is looked at next, and nothing is known of it yet. The chain of its checks goes on. */
const uncheckedAt = (now: number) => ({
  health: null,
  healthAt: null,
  faultySince: null,
  unreadableSince: null,
  lostSince: null,
  checkLeaseUntil: null,
  nextCheckAt: now,
});
