import { eq, max } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { placements } from "~db/schema";
import { agencyZone, type Context } from "../context";
import { Conflict } from "../errors";
import { overtaken } from "../placements/changePlacements";
import { clockAt, clockIn, newClock } from "../placements/deliveryClock";
import { followLinks } from "../placements/followLinks";
import { type NewPlacement, placementNumber } from "../placements/soldPlacements";
import type { StoredPlacement } from "../placements/storedPlacements";
import { claimNotices, replacingTexts } from "./claimNotices";
import { daysLeft, REPLACE_MS } from "./claimTimes";
import { type ClaimRow, claimStatements, type StoredClaim } from "./storedClaim";

/**
 * Begins the replacement of a lost link: a new link of its order that costs nothing and is guaranteed for the days that
 * were left (rules.md claims/replacement). `set`: further columns of the claim. The caller must authorize. Throws
 * Conflict on a cancelled order, and WriteConflict when the claim changed, e.g. because the link is back.
 */
export async function startReplacement(
  ctx: Context,
  stored: StoredClaim,
  set: Partial<Pick<ClaimRow, "note">> = {},
): Promise<void> {
  const { claim, lost } = stored;
  if (lost.orderStatus === "Cancelled")
    throw new Conflict(`Order ${lost.orderNumber} is canceled, so link ${lost.number} can only be refunded`);
  const replaceBy = ctx.now + REPLACE_MS;
  const row = await replacementOf(ctx, claim, lost);
  await atomicBatch(ctx.db, [
    insertMany(ctx.db, placements, [row]),
    followLinks(ctx, [lost.orderId]),
    ...claimStatements(
      ctx,
      stored,
      { ...set, state: "replacing", replaceBy, replacementId: row.id },
      { action: "replacement begun", changes: [{ field: "replacement", before: null, after: row.number }] },
    ),
    ...claimNotices(ctx, lost, `replacing:${claim.id}`, replacingTexts(row.number, replaceBy, agencyZone(ctx))),
  ]).catch(overtaken);
  ctx.after(() => ctx.publish.outboxWaiting());
}

async function replacementOf(ctx: Context, claim: ClaimRow, lost: StoredPlacement): Promise<NewPlacement> {
  const [latest] = await ctx.db
    .select({ sequence: max(placements.sequence) })
    .from(placements)
    .where(eq(placements.orderId, lost.orderId));
  const sequence = (latest?.sequence ?? 0) + 1;
  const { terms } = lost;
  return {
    id: newId(ctx.now),
    number: placementNumber(lost.orderNumber, sequence),
    orderId: lost.orderId,
    orderItemId: lost.orderItemId,
    sequence,
    serviceId: lost.serviceId,
    clientId: lost.clientId,
    clientReference: lost.clientReference,
    targetUrl: lost.targetUrl,
    agencyChooses: lost.agencyChooses,
    anchorText: lost.anchorText,
    brief: lost.brief,
    briefSource: lost.briefSource,
    state: "ready",
    terms: {
      ...terms,
      guaranteeDays: daysLeft(lost, lost.lostSince ?? claim.createdAt),
      minDr: highest(terms.minDr, lost.siteDr),
    },
    share: 0,
    ...clockIn("ready", { ...newClock(terms.turnaroundDays), startsOn: null }, clockAt(ctx)),
    startsOn: null,
    assignedToId: lost.assignedToId,
    replacesId: lost.id,
    createdAt: ctx.now,
  };
}

/** The lost link's own site is the measure, where it is better than the terms. */
const highest = (agreed: number | null, measured: number | null) =>
  agreed === null && measured === null ? null : Math.max(agreed ?? 0, measured ?? 0);
