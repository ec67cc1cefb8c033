import { and, eq, inArray } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, isUniqueViolation, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { claims, placements } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, agencyZone, type Context, isStaff } from "../context";
import { dayOf } from "../days";
import { Conflict, WriteConflict } from "../errors";
import { historyOfMany } from "../history/historyStatement";
import { dueBy } from "../placements/requestCheck";
import { type StoredPlacement, storedPlacement } from "../placements/storedPlacements";
import { isUncertain, type Verdict, verdictLabel } from "../verdicts";
import { coveredNow, uncovered } from "./claimableLink";
import type { OpenClaimInput } from "./claimInputs";
import { claimNotices, confirmedTexts, openedTexts } from "./claimNotices";
import { openClaimStates } from "./claimStates";
import { REPAIR_MS } from "./claimTimes";
import { type ClaimRow, claimHistory } from "./storedClaim";

/**
 * The client or staff report that a guaranteed link is gone (rules.md claims/open). The link watch looks first: an
 * intact link, a page that cannot be read and a broken target open none. Returns the claim. Throws NotFound, and
 * Conflict with the reason.
 */
export async function openClaim(ctx: Context, { id, reason }: OpenClaimInput): Promise<ClaimRow> {
  authorize(ctx, "claims.open");
  // Each report visits a page of someone else.
  if (!isStaff(ctx.actor)) await consumeRateLimit(ctx, "linkReport", actorId(ctx));
  const before = await storedPlacement(ctx, { id });
  const refused = await uncovered(ctx, before);
  if (refused) throw new Conflict(refused);
  const look = (await ctx.linkWatch?.checkNow(id)) ?? null;
  if (look === null || isUncertain(look.verdict)) throw await unreadable(ctx, before, look?.verdict ?? null);
  if (look.verdict === "ok")
    throw new Conflict(`We looked just now, and link ${before.number} is on its page as agreed`);
  if (look.verdict === "target_broken")
    throw new Conflict(
      `The page that link ${before.number} leads to does not answer (target_broken). Bring it back first; the link itself is not lost.`,
    );
  // The check may have confirmed the loss, and then opened the claim itself.
  return (
    (await openClaimOf(ctx, id)) ?? (await insertClaim(ctx, await storedPlacement(ctx, { id }), look.verdict, reason))
  );
}

const openClaimOf = (ctx: Context, placementId: string) =>
  ctx.db
    .select()
    .from(claims)
    .where(and(eq(claims.placementId, placementId), inArray(claims.state, [...openClaimStates])))
    .get();

async function insertClaim(ctx: Context, link: StoredPlacement, verdict: Verdict, reason: string): Promise<ClaimRow> {
  const { now } = ctx;
  const byStaff = isStaff(ctx.actor);
  // Two faults a day apart are a loss already.
  const repairBy = link.lostSince === null ? null : now + REPAIR_MS;
  const claim: ClaimRow = {
    id: newId(now),
    placementId: link.id,
    orderId: link.orderId,
    clientId: link.clientId,
    serviceId: link.serviceId,
    openedBy: byStaff ? "staff" : "client",
    openedById: actorId(ctx),
    verdict,
    reason,
    state: repairBy === null ? "open" : "confirmed",
    repairBy,
    replaceBy: null,
    replacementId: null,
    refundId: null,
    rejectReason: "",
    note: "",
    closedAt: null,
    version: 1,
    createdAt: now,
  };
  const texts = repairBy === null ? openedTexts(verdict, !byStaff) : confirmedTexts(verdict, repairBy, agencyZone(ctx));
  try {
    await atomicBatch(ctx.db, [
      insertFrom(ctx.db, claims, claim, coveredNow(link.id, now)),
      assertRowsChanged(ctx.db),
      historyOfMany(
        ctx,
        claimHistory(link, {
          action: repairBy === null ? "claim opened" : "confirmed lost",
          changes: [
            { field: "claim", before: null, after: claim.state },
            ...(reason ? [{ field: "reason", before: null, after: reason }] : []),
          ],
        }),
      ),
      ...claimNotices(ctx, link, `opened:${claim.id}`, texts),
    ]);
  } catch (error) {
    if (!isUniqueViolation(error) && !(error instanceof PreconditionFailed)) throw error;
    // The watch or another person opened one at the same moment, or the guarantee ended.
    throw new Conflict((await uncovered(ctx, link)) ?? new WriteConflict().message);
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return claim;
}

/** The next run of the watch looks again, and staff learn that a person should. */
async function unreadable(ctx: Context, link: StoredPlacement, verdict: Verdict | null): Promise<Conflict> {
  const why = verdict ? ` (${verdictLabel(verdict).toLowerCase()})` : "";
  await atomicBatch(ctx.db, [
    ctx.db
      .update(placements)
      .set({ nextCheckAt: dueBy(ctx.now) })
      .where(eq(placements.id, link.id)),
    ...claimNotices(ctx, link, `unreadable:${link.id}:${dayOf(ctx.now)}`, {
      client: null,
      staff: `: ${isStaff(ctx.actor) ? "you asked" : "the client says that it is gone"}, but its page could not be read${why}. Please look at it.`,
    }),
  ]);
  ctx.after(() => ctx.publish.outboxWaiting());
  return new Conflict(
    `We could not read the page of link ${link.number} just now${why}. We look again soon, and our team was notified.`,
  );
}
